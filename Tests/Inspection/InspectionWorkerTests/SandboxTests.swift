import CLinux
import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import SandboxedWorker
import WorkerProtocol

@Suite(.timeLimit(.minutes(10)))
struct SandboxTests {
    private func report(_ mode: InspectionMode) throws -> SandboxReport {
        let reply = try Worker(mode).connection.perform(.selfTest)
        guard case .selfTest(let report) = reply else { throw Unexpected(reply: reply) }
        return report
    }

    /// A reply to another job, or a failure.
    private struct Unexpected: Error { let reply: InspectionReply }

    private static let actions = [
        "open-read", "open-write", "truncate", "socket", "socket-local", "execute", "fork", "ptrace", "signal",
        "signal-thread", "signal-by-descriptor", "limit-others", "make-code",
    ]

    @Test(arguments: [InspectionMode.inspect, .convert, .archive, .icon, .render])
    func `a job that inspects, expands, unpacks or draws fonts can do nothing but compute`(mode: InspectionMode) throws
    {
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

    /// What the kernel says of a process in a file of `/proc`, by the start of the line.
    private func facts(_ file: String, of process: Int32) throws -> [String: String] {
        let path = "/proc/\(process)/\(file)"
        let list = OwnedFileDescriptor(adopting: try retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) })
        var text = [UInt8](repeating: 0, count: 8192)
        let count = try retryingInterrupts { read(list.rawValue, &text, text.count) }
        var facts: [String: String] = [:]
        for line in String(decoding: text[..<count], as: UTF8.self).split(separator: "\n") {
            // Columns are divided by several spaces, or by a colon and a tab.
            let words = line.split { $0 == "\t" || $0 == ":" || $0 == " " }.map(String.init)
            let numbers = words.drop { !($0.first?.isNumber ?? false) && $0 != "unlimited" }
            facts[words.prefix(words.count - numbers.count).joined(separator: " ")] = numbers.joined(separator: " ")
        }
        return facts
    }

    private func filters(of process: Int32) throws -> Int {
        Int(try facts("status", of: process)["Seccomp_filters"] ?? "") ?? 0
    }

    /// What the kernel says of a process of a worker's that is ready for a job.
    private struct ChildFacts {
        var status: [String: String]
        var score: [String: String]
        var limits: [String: String]
    }

    /// Waits for a process that is ready; those of earlier jobs may go at any moment.
    private func factsOfReadyChild(of worker: Worker) throws -> ChildFacts {
        while true {
            for process in try worker.children() {
                guard let status = try? facts("status", of: process),
                    let score = try? facts("oom_score_adj", of: process),
                    let limits = try? facts("limits", of: process)
                else { continue }
                // It has a filter more than the worker, once it is ready.
                guard Int(status["Seccomp_filters"] ?? "") == (try filters(of: worker.process.processID)) + 1 else {
                    continue
                }
                return ChildFacts(status: status, score: score, limits: limits)
            }
        }
    }

    @Test(arguments: InspectionMode.allCases)
    func `a process is confined and limited before it has its job`(mode: InspectionMode) throws {
        let worker = try Worker(mode)
        _ = try worker.connection.perform(.selfTest)
        let child = try factsOfReadyChild(of: worker)
        #expect(child.status["NoNewPrivs"] == "1")
        #expect(child.status["Seccomp"] == "2", "calls are filtered")
        #expect(child.score[""] == "1000", "the first to go when memory is short")
        let own = JobLimits(mode)
        let limits = child.limits
        #expect(limits["Max core file size"] == "0 0 bytes" || limits["Max core file size"] == "0 0")
        #expect(limits["Max address space"]?.hasPrefix("\(own.addressSpace) \(own.addressSpace)") == true)
        let privateMemory =
            own.privateMemory == .max ? "unlimited unlimited" : "\(own.privateMemory) \(own.privateMemory)"
        #expect(limits["Max data size"]?.hasPrefix(privateMemory) == true)
        #expect(limits["Max file size"]?.hasPrefix("\(own.fileSize) \(own.fileSize)") == true)
        #expect(limits["Max open files"]?.hasPrefix("\(own.descriptors) \(own.descriptors)") == true)
        #expect(limits["Max processes"]?.hasPrefix("0 0") == true)
        #expect(limits["Max cpu time"]?.hasPrefix("\(own.processorSeconds) \(own.processorSeconds + 1)") == true)
    }

    @Test func `what the kernel has of Landlock is reported`() throws {
        #expect(try report(.inspect).landlockVersion == max(0, Int(typecase_landlock_version())))
    }
}
