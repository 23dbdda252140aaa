import CLinux
import FontModel
import InspectionProtocol
import TestSupport
import Testing

@testable import Inspector

@Suite(.timeLimit(.minutes(2)))
struct SandboxTests {
    private func report(_ mode: InspectionMode) throws -> SandboxReport {
        guard case .selfTest(let report) = try Worker(mode).connection.perform(.selfTest) else {
            throw WorkerConnection.Closed()
        }
        return report
    }

    private static let actions = [
        "open-read", "open-write", "truncate", "socket", "execute", "fork", "ptrace", "signal", "make-code",
    ]

    @Test(arguments: [InspectionMode.inspect, .convert])
    func `a job that inspects or expands a font can do nothing but compute`(mode: InspectionMode) throws {
        let report = try report(mode)
        #expect(report.mode == mode)
        #expect(report.attempts.map(\.action) == Self.actions)
        #expect(report.attempts.filter { !$0.isDenied } == [])
    }

    @Test func `who judges fonts is reported, and that nobody does where fonts are expanded`() throws {
        #expect(try self.report(.convert).opinions.isEmpty)
        let report = try report(.inspect)
        #expect(report.opinions.map(\.judge) == [.typecase, .freetype, .harfbuzz, .fontconfig])
        #expect(report.opinions.allSatisfy { $0.isHeard && $0.version.contains(".") })
    }

    @Test(arguments: [InspectionMode.warm, .systemFaces])
    func `a job that reads caches can open its own files, and nothing else`(mode: InspectionMode) throws {
        let report = try report(mode)
        #expect(report.mode == mode)
        #expect(report.attempts.map(\.action) == Self.actions)
        // Without Landlock the kernel cannot tell one file from another.
        let possible = report.landlockVersion > 0 ? [] : ["open-read", "open-write"]
        #expect(report.attempts.filter { !$0.isDenied }.map(\.action) == possible)
    }

    @Test func `a job that executes one program can do nothing else`() throws {
        let report = try report(.secondOpinion)
        #expect(report.attempts.map(\.action) == Self.actions)
        #expect(report.attempts.filter { !$0.isDenied } == [])
    }

    @Test(arguments: InspectionMode.allCases)
    func `where the kernel cannot say which program, none can be executed`(mode: InspectionMode) {
        for profile in [SystemCallProfile.process(mode, hasLandlock: false), .job(mode, hasLandlock: false)] {
            #expect(!profile.allowed.contains { $0.hasPrefix("exec") })
        }
        #expect(SystemCallProfile.job(mode, hasLandlock: true).allowed.contains("execve") == (mode == .secondOpinion))
    }

    @Test func `what the kernel has of Landlock is reported`() throws {
        #expect(try report(.inspect).landlockVersion == max(0, Int(typecase_landlock_version())))
    }
}
