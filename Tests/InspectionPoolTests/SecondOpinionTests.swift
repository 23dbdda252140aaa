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
        let reply = SecondOpinion(.rejected(reason: "glyf: Bad flags"), version: "8.2.1")
        let inspection = try await inspection(whenTold: .secondOpinion(reply))
        #expect(inspection.refusal?.rule == "OpenType Sanitizer")
        #expect(inspection.refusal?.message.contains("glyf: Bad flags") == true)
        #expect(inspection.refusal?.kind == .invalid)
        #expect(inspection.faces == [])
        #expect(inspection.opinions == [Opinion(.ots, version: "8.2.1")])
    }

    @Test(arguments: [SecondOpinion.Verdict.accepted, .rejected(reason: "not an OpenType font")])
    func `what is no font of a kind that is taken is not said to be judged by it`(
        verdict: SecondOpinion.Verdict
    ) async throws {
        let refusal = FontInspection.Finding(kind: .unrecognizedFormat, rule: "Font format", message: "A web font.")
        let file = FontInspection(format: nil, faces: [], findings: [refusal], scanCost: 0)
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                job == .secondOpinion
                    ? .secondOpinion(SecondOpinion(verdict, version: "8.2.1")) : .inspection(file)
            }
        }
        let pool = worker.pool { $0.asksForSecondOpinion = true }
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        #expect(inspection.findings == [refusal])
        #expect(inspection.opinions.map(\.judge) == [.ots])
        #expect(inspection.opinions.first?.isHeard == false)
        await pool.shutdown()
    }

    static let disputes = [
        "Layout: ClassRangeRecord 4 start overlaps with end of the previous one: 18 <= 18",
        "OS/2: Failed to read version 5-specific fields", "CFF : Failed validating CharStrings INDEX",
        "CFF : Failed to parse Top DICT Data",
    ]

    @Test(arguments: disputes)
    func `a font that is sound but for a complaint that nobody minds passes with a warning`(reason: String) async throws
    {
        let reply = InspectionReply.secondOpinion(SecondOpinion(.rejected(reason: reason), version: "8.2.1"))
        let inspection = try await inspection(whenTold: reply)
        #expect(inspection.refusal == nil)
        #expect(inspection.faces == Sample.inspection().faces)
        #expect(inspection.findings.map(\.code) == [.warning])
        #expect(inspection.findings.first?.message.contains(reason) == true)
    }

    @Test(arguments: disputes)
    func `such a complaint is one reason more where others are found`(reason: String) async throws {
        let broken = FontInspection.Finding(kind: .invalid, rule: "'CFF ' table structure", message: "broken")
        let complaint = SecondOpinionOutcome(
            opinion: Opinion(.ots, version: "8.2.1"),
            finding: .init(kind: .invalid, rule: "OpenType Sanitizer", message: reason), isDisputed: true)
        let inspection = complaint.added(
            to: FontInspection(format: .cff, faces: [], findings: [broken], scanCost: 0))
        #expect(inspection.findings.map(\.kind) == [.invalid, .invalid])
    }

    @Test(arguments: [
        "", "CFF : Failed to parse table", "Layout: ClassRangeRecord 3 class > number of classes: 34067 > 4",
        "OS/2: Failed to parse table", "CFF : Failed validating CharStrings",
    ])
    func `any other complaint counts`(reason: String) {
        #expect(!SanitizerComplaint(reason: reason).isDisputed)
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
