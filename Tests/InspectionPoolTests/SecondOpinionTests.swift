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

    static let disputes: [(String, HarmlessOddity)] = [
        ("Layout: ClassRangeRecord 4 start overlaps with end of the previous one: 18 <= 18", .touchingClasses),
        ("OS/2: Failed to read version 5-specific fields", .missingOpticalSizes),
        ("CFF : Failed validating CharStrings INDEX", .masksWithoutHints),
        ("CFF : Failed to parse Top DICT Data", .incompleteZones),
        ("CFF : Failed to parse Name INDEX data", .unfitNames),
    ]

    /// What becomes of a font that is put before a sanitizer in copies, each with one byte more that is mended.
    ///
    /// - Parameters:
    ///   - verdicts: What the sanitizer says of the font, of the first copy, and so on; the last of them ever after.
    ///   - patches: How each copy is mended.
    /// - Returns: The verdict, the oddities that were to be mended, and what was put before the sanitizer.
    /// - Throws: Why there is no verdict.
    private func hearingOut(
        _ verdicts: [SecondOpinion.Verdict], _ patches: [FontPatch]? = nil
    ) async throws -> (inspection: FontInspection, mended: [HarmlessOddity], fonts: [String]) {
        let mended = Record<HarmlessOddity>()
        let fonts = Record<String>()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, font in
                let text = Sample.text(of: font)
                let copies = text.prefix { $0 == "-" }.count
                switch job {
                case .mend(let oddity):
                    mended.add(oddity)
                    return .mended(patches ?? [FontPatch(offset: copies, bytes: Array("-".utf8))])
                case .secondOpinion:
                    fonts.add(text)
                    return .secondOpinion(SecondOpinion(verdicts[min(copies, verdicts.count - 1)], version: "8.2.1"))
                default: return .inspection(Sample.inspection())
                }
            }
        }
        let pool = worker.pool { $0.asksForSecondOpinion = true }
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        await pool.shutdown()
        return (inspection, mended.all, fonts.all)
    }

    @Test(arguments: disputes)
    func `a font is heard out on in a copy where what nobody minds is mended`(
        reason: String, oddity: HarmlessOddity
    ) async throws {
        let result = try await hearingOut([.rejected(reason: reason), .accepted])
        #expect(result.inspection.refusal == nil)
        #expect(result.inspection.faces == Sample.inspection().faces)
        #expect(result.inspection.findings.map(\.code) == [.warning])
        let message = try #require(result.inspection.findings.first?.message)
        #expect(message.contains(reason) && message.contains("accepts a copy"), "\(message)")
        #expect(result.mended == [oddity])
        #expect(result.fonts == ["a font", "- font"])
        #expect(result.inspection.opinions == [Opinion(.ots, version: "8.2.1")])
    }

    @Test func `what the sanitizer has against the copy refuses the font, after as many others as there are`()
        async throws
    {
        let verdicts = Self.disputes.map { SecondOpinion.Verdict.rejected(reason: $0.0) }
        let refused = try await hearingOut(verdicts + [.rejected(reason: "glyf: Bad flags")])
        #expect(refused.inspection.refusal?.rule == "OpenType Sanitizer")
        #expect(refused.inspection.refusal?.message.contains("glyf: Bad flags") == true)
        #expect(refused.inspection.faces == [])
        #expect(refused.mended == Self.disputes.map(\.1))
        let warnings = Array(repeating: FontInspection.Finding.Kind.warning, count: verdicts.count)
        #expect(refused.inspection.findings.map(\.kind) == warnings + [.invalid])
        #expect(refused.inspection.findings.dropLast().allSatisfy { $0.message.contains("for something else") })
        let accepted = try await hearingOut(verdicts + [.accepted])
        #expect(accepted.inspection.refusal == nil)
        #expect(accepted.inspection.findings.count == verdicts.count)
    }

    @Test func `a complaint that is made of the copy again is about something else, and there is an end to it`()
        async throws
    {
        let reason = Self.disputes[2].0
        let result = try await hearingOut([.rejected(reason: reason)])
        #expect(result.inspection.refusal?.message.contains(reason) == true)
        #expect(result.mended == [.masksWithoutHints])
        #expect(result.fonts.count == 2)
    }

    @Test func `a complaint that nothing in the font explains counts`() async throws {
        let result = try await hearingOut([.rejected(reason: Self.disputes[0].0), .accepted], [])
        #expect(result.inspection.refusal?.rule == "OpenType Sanitizer")
        #expect(result.fonts == ["a font"])
    }

    @Test func `a sanitizer that says nothing of the copy is not said to be heard on it`() async throws {
        let result = try await hearingOut([.rejected(reason: Self.disputes[1].0), .unheard("It is gone.")])
        #expect(result.inspection.refusal == nil)
        #expect(result.inspection.findings.first?.message.contains("did not look at") == true)
        #expect(result.inspection.opinions == [Opinion(.ots, version: "8.2.1", silence: "It is gone.")])
    }

    @Test(arguments: [
        FontPatch(offset: 6, bytes: [7]), .init(offset: 5, bytes: [7, 7]), .init(offset: 1 << 30, bytes: []),
    ])
    func `a copy cannot be mended beyond its end`(patch: FontPatch) async throws {
        await #expect(throws: FontError.self) {
            _ = try await hearingOut([.rejected(reason: Self.disputes[1].0), .accepted], [patch])
        }
    }

    @Test func `a font that is refused anyway is not put before the sanitizer in copies`() async throws {
        let mended = Record<HarmlessOddity>()
        let broken = FontInspection.Finding(kind: .invalid, rule: "'CFF ' table structure", message: "broken")
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                switch job {
                case .mend(let oddity):
                    mended.add(oddity)
                    return .mended([])
                case .secondOpinion:
                    return .secondOpinion(SecondOpinion(.rejected(reason: Self.disputes[3].0), version: "8.2.1"))
                default:
                    return .inspection(FontInspection(format: .cff, faces: [], findings: [broken], scanCost: 0))
                }
            }
        }
        let pool = worker.pool { $0.asksForSecondOpinion = true }
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        #expect(inspection.findings.map(\.kind) == [.invalid, .invalid], "its complaint is one reason more")
        #expect(mended.all == [])
        await pool.shutdown()
    }

    @Test(arguments: [
        "", "CFF : Failed to parse table", "Layout: ClassRangeRecord 3 class > number of classes: 34067 > 4",
        "OS/2: Failed to parse table", "CFF : Failed validating CharStrings",
    ])
    func `any other complaint counts`(reason: String) {
        #expect(SanitizerComplaint(reason: reason).oddity == nil)
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
