import CLinux
import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerProtocol

/// The worker that executes the OpenType Sanitizer, where that is installed.
@Suite(.timeLimit(.minutes(10)), .enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
struct SecondOpinionTests {
    private let worker: Worker

    init() throws { worker = try Worker(.secondOpinion) }

    private func opinion(on font: [UInt8]) throws -> SecondOpinion {
        guard case .secondOpinion(let opinion) = try worker.connection.perform(.secondOpinion, font: font) else {
            throw WorkerConnection.Closed()
        }
        return opinion
    }

    @Test func `a sound font is accepted, a damaged one is not, and the same worker judges both`() throws {
        let font = FontBuilder(family: "Judged").build()
        let accepted = try opinion(on: font)
        #expect(accepted.verdict == .accepted)
        #expect(accepted.version.contains("."))
        guard case .rejected(let reason) = try opinion(on: Array(font[..<400])).verdict else {
            Issue.record("a damaged font is accepted")
            return
        }
        #expect(reason.contains("table"), "the reason is told: \(reason)")
        #expect(try opinion(on: []).verdict != accepted.verdict)
        #expect(try opinion(on: font) == accepted)
    }

    @Test func `a font that is larger than the program's input can hold is judged whole`() throws {
        var builder = FontBuilder(family: "Large")
        // Behind a table that the program does not know there are some that it has to see.
        builder.tableOverrides["AAAA"] = Array(repeating: 7, count: 2 << 20)
        let font = builder.build()
        #expect(try opinion(on: font).verdict == .accepted)
        guard case .rejected = try opinion(on: Array(font.dropLast(100))).verdict else {
            Issue.record("a font without its end is accepted")
            return
        }
    }

    @Test func `a program that ends while it waits for its font costs no opinion`() throws {
        let font = FontBuilder(family: "Judged").build()
        _ = try opinion(on: font)
        var waiting: [Int32] = []
        while waiting.isEmpty { waiting = try worker.children().filter(Self.isSanitizer) }
        for process in waiting {
            let exit = OwnedFileDescriptor(adopting: typecase_pidfd_open(process))
            #expect(kill(process, SIGKILL) == 0)
            #expect(typecase_poll(exit.rawValue, Int16(POLLIN), -1) == 1)
        }
        #expect(try opinion(on: font).verdict == .accepted)
    }

    /// Whether a process has become the program already.
    private static func isSanitizer(_ process: Int32) -> Bool {
        (try? SmallFile(path: "/proc/\(process)/comm").read()) == "ots-sanitize\n"
    }

    @Test func `what is not sealed is not judged`() throws {
        let file = try worker.home.scratch.write(FontBuilder().build(), to: "font.ttf")
        let descriptor = OwnedFileDescriptor(adopting: open(file, O_RDONLY | O_CLOEXEC))
        let frame = try RecordFrame.bytes(of: InspectionWire.encode(.secondOpinion))
        try worker.connection.send(frame, descriptor: descriptor)
        guard case .secondOpinion(let opinion) = try worker.connection.receive(), case .unheard = opinion.verdict else {
            Issue.record("judged")
            return
        }
    }

    @Test func `the sanitizer and its version are named`() throws {
        guard case .selfTest(let report) = try worker.connection.perform(.selfTest) else {
            throw WorkerConnection.Closed()
        }
        #expect(report.opinions.map(\.judge) == [.ots])
        #expect(report.opinions.allSatisfy { $0.isHeard && !$0.version.isEmpty })
    }
}
