import FontModel
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import InspectionPool

/// What becomes of a font that passes our own checks, by what the second opinion says.
struct SecondOpinionTests {
    private func inspection(whenTold reply: InspectionReply) async throws -> FontInspection {
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in job == .secondOpinion ? reply : .inspection(Sample.inspection()) }
        }
        let pool = worker.pool { $0.asksForSecondOpinion = true }
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        await pool.shutdown()
        return inspection
    }

    @Test func `a font that is accepted passes, and the sanitizer's version is told`() async throws {
        let inspection = try await inspection(whenTold: .secondOpinion(SecondOpinion(.accepted, version: "8.2.1")))
        #expect(inspection.refusal == nil)
        #expect(inspection.faces == Sample.inspection().faces)
        #expect(inspection.opinions == [Opinion(.ots, version: "8.2.1")])
    }

    @Test func `a font that is rejected is refused`() async throws {
        let inspection = try await inspection(whenTold: .secondOpinion(SecondOpinion(.rejected, version: "8.2.1")))
        #expect(inspection.refusal?.rule == "OpenType Sanitizer")
        #expect(inspection.refusal?.kind == .invalid)
        #expect(inspection.faces == [])
        #expect(inspection.opinions == [Opinion(.ots, version: "8.2.1")])
    }

    @Test(arguments: [
        (InspectionFailure.crashed(signal: 11), "signal 11"), (.outOfMemory, "memory"),
        (.timedOut, "no end in its time"),
    ])
    func `a font that the sanitizer does not survive is refused`(failure: InspectionFailure, hint: String) async throws
    {
        let inspection = try await inspection(whenTold: .failed(failure))
        #expect(inspection.refusal?.message.contains(hint) == true)
        #expect(inspection.faces == [])
    }

    @Test func `a sanitizer that is not there is no fault of the font, and is told`() async throws {
        let opinion = SecondOpinion(.unheard("ots-sanitize is not installed."), version: "")
        let inspection = try await inspection(whenTold: .secondOpinion(opinion))
        #expect(inspection.refusal == nil)
        #expect(inspection.opinions == [Opinion(.ots, version: "", silence: "ots-sanitize is not installed.")])
    }

    @Test func `an answer to another question refuses the font`() async throws {
        #expect(try await inspection(whenTold: .inspection(Sample.inspection())).refusal != nil)
    }
}
