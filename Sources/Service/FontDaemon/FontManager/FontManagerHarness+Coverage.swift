internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

extension FontManagerHarness {
    func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let dictionary = BusDictionary(options)
        let caller = try await callers.identity(of: call.sender)
        var question = CoverQuestion(text: try Self.coverText(text))
        question.language = try FontFilters.text(
            dictionary, "language", maximumLength: FontFilters.maximumLanguageLength)
        question.families = try dictionary.strings("families") ?? []
        guard question.families.count <= CoverLimits.families else {
            throw BusError.invalidArguments("options: families may hold at most \(CoverLimits.families) names")
        }
        guard question.families.allSatisfy({ $0.utf8.count <= FontFilters.maximumTextLength }) else {
            throw BusError.invalidArguments(
                "options: one of families has more than \(FontFilters.maximumTextLength) bytes")
        }
        question.limit = try FontFilters.limit(dictionary, standard: 20, maximum: CoverLimits.listedFaces)
        question.audience = rights.audience(of: caller)
        // Otherwise, a sandbox could learn which fonts the user has by sending a text for each face.
        if rights.standing(.useInstalledFonts, of: caller) != .granted { question.provider = caller.provider }
        let asked = question
        let answer = try await queries.cover(asked, for: call.sender)
        return [
            "faces": BusVariant(
                answer.set.map { pick in
                    var face = FaceDictionary.make(pick.face, isFull: false, for: caller)
                    face["clusters"] = BusVariant(UInt32(clamping: pick.count))
                    return face
                }),
            "covering": BusVariant(answer.covering.map { FaceDictionary.make($0, isFull: false, for: caller) }),
            "covering_count": BusVariant(UInt32(clamping: answer.coveringCount)),
            "clusters": BusVariant(UInt32(clamping: answer.count)),
            "uncovered": BusVariant(answer.uncovered),
            "uncovered_count": BusVariant(UInt32(clamping: answer.uncoveredCount)),
            "other_style": BusVariant(answer.otherStyle),
            "exact": BusVariant(answer.isExact),
        ]
    }

    private static func coverText(_ text: String) throws(BusError) -> CoverText {
        do throws(CoverText.Failure) {
            return try CoverText(text)
        } catch {
            let message =
                switch error {
                case .tooLong:
                    "The text has \(text.utf8.count) bytes, and may have \(CoverLimits.textBytes). Give each "
                        + "character once."
                case .tooManyClusters:
                    "The text has more than \(CoverLimits.clusters) different characters. Divide it."
                }
            throw BusError(FontError(.exceededResourceLimit, message))
        }
    }
}
