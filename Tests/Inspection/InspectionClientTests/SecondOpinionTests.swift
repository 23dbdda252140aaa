import FontModel
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import InspectionClient

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

    @Test func `a font that is rejected passes with a warning that says who will not show it`() async throws {
        let reply = SecondOpinion(.rejected(reason: "glyf: Bad flags"), version: "8.2.1")
        let inspection = try await inspection(whenTold: .secondOpinion(reply))
        #expect(inspection.refusal == nil)
        #expect(inspection.faces == Sample.inspection().faces)
        let finding = try #require(inspection.findings.first)
        #expect(finding.rule == "OpenType Sanitizer" && finding.code == .warning && finding.concern == .other)
        #expect(finding.message.contains("glyf: Bad flags") && finding.message.hasSuffix(BrowserConcern.consequence))
        #expect(inspection.opinions == [Opinion(.ots, version: "8.2.1")])
    }

    @Test func `what our own reader found is not said again, and anything else is`() async throws {
        let known = FontInspection.Finding(
            kind: .warning, rule: "'post' table usability", message: "The table 'post' is missing.",
            concern: .missingGlyphNames)
        for (reason, count) in [("post: missing required table", 1), ("post: Bad string index 7", 2)] {
            var font = Sample.inspection()
            font.findings = [known]
            let answer = font
            let worker = try FakeWorker { connection, _ in
                connection.serve { job, _ in
                    job == .secondOpinion
                        ? .secondOpinion(SecondOpinion(.rejected(reason: reason), version: "8.2.1"))
                        : .inspection(answer)
                }
            }
            let pool = worker.pool { $0.asksForSecondOpinion = true }
            let inspection = try await pool.inspect(Sample.font(), for: .user)
            await pool.shutdown()
            #expect(inspection.refusal == nil && inspection.findings.count == count)
            #expect(inspection.browserConcern == known)
        }
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

    @Test(.timeLimit(.minutes(1))) func `a refusal does not wait for a sanitizer that hangs`() async throws {
        let broken = FontInspection.Finding(kind: .invalid, rule: "'CFF ' table structure", message: "broken")
        let gate = try Gate()
        let worker = try FakeWorker { connection, _ in
            connection.serve { job, _ in
                guard job == .secondOpinion else {
                    return .inspection(FontInspection(format: .cff, faces: [], findings: [broken], scanCost: 0))
                }
                gate.pass()
                return .secondOpinion(SecondOpinion(.accepted, version: "8.2.1"))
            }
        }
        let pool = worker.pool { $0.asksForSecondOpinion = true }
        let inspection = try await pool.inspect(Sample.font(), for: .user)
        #expect(inspection.findings == [broken])
        #expect(inspection.opinions == [Opinion(.ots, version: "", silence: "The font was refused before.")])
        gate.open()
        await pool.shutdown()
    }

    @Test func `a sanitizer that gets no time says nothing of the font, which can be tried again`() async throws {
        let error = await #expect(throws: FontError.self) { try await inspection(whenTold: .failed(.timedOut)) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("was not checked") == true)
    }

    @Test(arguments: [InspectionFailure.crashed(signal: 11), .outOfMemory, .outOfProcessorTime])
    func `a font that the sanitizer does not survive passes with a warning`(failure: InspectionFailure) async throws {
        let inspection = try await inspection(whenTold: .failed(failure))
        #expect(inspection.refusal == nil)
        #expect(inspection.browserConcern?.message.contains("fails over the font") == true)
    }

    @Test func `a sanitizer that is not there is no fault of the font, and is told`() async throws {
        let opinion = SecondOpinion(.unheard("ots-sanitize is not installed."), version: "")
        let inspection = try await inspection(whenTold: .secondOpinion(opinion))
        #expect(inspection.refusal == nil)
        #expect(inspection.opinions == [Opinion(.ots, version: "", silence: "ots-sanitize is not installed.")])
    }

    @Test func `an answer to another question is a warning`() async throws {
        let inspection = try await inspection(whenTold: .inspection(Sample.inspection()))
        #expect(inspection.refusal == nil && inspection.browserConcern?.concern == .other)
    }
}
