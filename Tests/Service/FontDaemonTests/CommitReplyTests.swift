import DBus
import FontModel
import FontService
import Testing

@testable import FontDaemon

@Suite struct CommitReplyTests {
    private let good = ["id": BusVariant("0123456789abcdef"), "enabled": BusVariant(true)]

    @Test(arguments: ["n", "ä", "名", "👍"])
    func `5,000 results fit into one message, however long the names are`(character: String) {
        let name = String(repeating: character, count: 1024 / character.utf8.count)
        let error = FontError(.unrecognizedFormat, "The bytes are not a font.")
        var results = Array(repeating: error.itemDictionary(name: name), count: 5000)
        results[17] = good
        let fitted = CommitReply.fitted(results)
        #expect(results.busValue.maximumSize > BusLimits.standard.messageSize)
        #expect(fitted.busValue.maximumSize <= CommitReply.size + 64)
        #expect(fitted[17] == good)
        #expect(fitted[0]["error"] == results[0]["error"])
        guard case .string(let message)? = fitted[0]["message"]?.value else {
            Issue.record("no message")
            return
        }
        #expect(message.hasPrefix(String(repeating: character, count: 10)))
        #expect(message.hasSuffix("\(character): \(error.message)"))
        #expect(message.utf8.count > 500, "no more is lost than has to be")
    }

    @Test func `results that fit are left as they are`() {
        let error = FontError(.unrecognizedFormat, "The bytes are not a font.")
        let results = [good, error.itemDictionary(name: String(repeating: "n", count: 1024))]
        #expect(CommitReply.fitted(results) == results)
    }

    @Test func `a result with too many warnings keeps its id and the first of them`() throws {
        let warnings = (0..<1000).map { ["message": BusVariant("Another font has the name \($0).")] }
        let result = good.merging(["warnings": BusVariant(warnings)]) { first, _ in first }
        let fitted = CommitReply.fitted([result, good], into: 2000)
        #expect(fitted.busValue.maximumSize <= 2000 + 64)
        #expect(fitted.map { $0["id"] } == [good["id"], good["id"]])
        let kept = try #require(fitted[0]["warnings"]).converted(to: [[String: BusVariant]].self)
        #expect(kept == Array(warnings.prefix(kept.count)) && (1..<100).contains(kept.count))
        #expect(CommitReply.fitted([result, good], into: 200) == [good, good], "where there is no room for any")
    }

    @Test func `a result loses the path of what is in its way rather than be too long`() {
        let error = FontError(.duplicatedName, "It is taken.", owner: "/" + String(repeating: "o", count: 4095))
        let results = (0..<BatchLimits.fonts).map { _ in error.itemDictionary() }
        let fitted = CommitReply.fitted(results)
        #expect(fitted.busValue.maximumSize <= CommitReply.size + 64)
        #expect(fitted.allSatisfy { $0["error"] == results[0]["error"] && $0["owner"] == nil })
        #expect(CommitReply.fitted([results[0], good], into: 2 * 5000)[0]["owner"] == results[0]["owner"])
    }

    @Test func `descriptors that stand for as many fonts as they may are answered in one message`() {
        let error = FontError(.storageFull, String(repeating: "There is no room. ", count: 60))
        let font = RegistrationResult(
            id: FontIdentifier.random(), faces: [], scope: .persistent, isEnabled: true, wasAlreadySo: false)
        let named = (0..<RegistrationService.registrationsPerCall).map { number in
            RegistrationService.NamedOutcome(
                id: font.id, outcome: number.isMultiple(of: 2) ? .success(font) : .failure(error))
        }
        let outcomes: [Result<[RegistrationService.NamedOutcome], FontError>] =
            [.failure(error), .success(Array(named[..<7])), .success([]), .success(Array(named[7...]))]
        let results = RegistrationHarness.dictionaries(of: outcomes, tellState: true)
        #expect(results.busValue.maximumSize < BusLimits.standard.messageSize)
        #expect(results.map { $0["error"] != nil } == [true, true, false, true])
        let fonts = results.map { try? $0["fonts"]?.converted(to: [[String: BusVariant]].self) }
        #expect(fonts.map { $0?.count } == [nil, 7, 0, named.count - 7])
        for (font, outcome) in zip(fonts.compactMap { $0 }.joined(), named) {
            #expect(font["id"] == BusVariant(outcome.id.rawValue))
            if case .failure = outcome.outcome {
                #expect(font["error"] != nil)
            } else {
                #expect(font["enabled"] != nil)
            }
        }
    }

    @Test func `the results of the largest batch fit, each with its id or its error`() {
        let done = [
            "id": BusVariant("0123456789abcdef0123456789abcdef"), "already_registered": BusVariant(false),
            "enabled": BusVariant(true), "scope": BusVariant("persistent"),
        ]
        let error = FontError(.exceededResourceLimit, String(repeating: "It is too much. ", count: 40))
        let bad = error.itemDictionary(name: String(repeating: "n", count: 1024))
        let fitted = CommitReply.fitted(
            (0..<BatchLimits.fonts).map { number in number.isMultiple(of: 2) ? done : bad })
        #expect(fitted.busValue.maximumSize <= CommitReply.size + 64)
        for (number, result) in fitted.enumerated() {
            if number.isMultiple(of: 2) {
                #expect(result == done)
            } else {
                #expect(result["error"] == bad["error"])
            }
        }
    }
}
