import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// The worker that executes the OpenType Sanitizer, where that is installed.
@Suite(.timeLimit(.minutes(2)), .enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
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
        #expect(try opinion(on: Array(font[..<400])).verdict == .rejected)
        #expect(try opinion(on: []).verdict == .rejected)
        #expect(try opinion(on: font) == accepted)
    }

    @Test func `what is not sealed is not judged`() throws {
        let file = try worker.home.scratch.write(FontBuilder().build(), to: "font.ttf")
        let descriptor = OwnedFileDescriptor(adopting: open(file, O_RDONLY | O_CLOEXEC))
        let frame = try InspectionWire.frame(InspectionWire.encode(.secondOpinion))
        try worker.connection.send(frame, descriptor: descriptor)
        guard case .secondOpinion(let opinion) = try worker.connection.receive(), case .unheard = opinion.verdict else {
            Issue.record("judged")
            return
        }
    }

    @Test func `its libraries are named`() throws {
        guard case .selfTest(let report) = try worker.connection.perform(.selfTest) else {
            throw WorkerConnection.Closed()
        }
        #expect(report.libraries["ots"]?.isEmpty == false)
    }
}
