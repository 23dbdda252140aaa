internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The font that fontconfig gives to programs for a name, for comparison with the service's answer.
struct MatchComparison: Sendable {
    /// A family that no font has, so fontconfig falls back to its default font.
    static let unknownFamily = localized("Typecase has no such family")

    /// The font that fontconfig gives to programs; `nil` if it finds no font at all.
    let answer: FontconfigAnswer?
    /// The registered font or the face of the system in the answer; `nil` if the service does not know it.
    let given: FontRecord?
    /// Whether fontconfig's rules replace the name with another font.
    let isAlias: Bool

    /// Asks fontconfig which font programs get.
    ///
    /// - Parameters:
    ///   - question: The description of the font that programs ask for.
    ///   - isFamily: Whether some font has the family, so the name is not an alias.
    ///   - session: The connection.
    ///   - variables: The environment of this process.
    /// - Returns: The comparison.
    /// - Throws: An error if fontconfig cannot be queried.
    static func of(
        _ question: FontconfigAnswer.Question, isFamily: Bool, over session: CommandSession,
        _ variables: [String: String]
    ) async throws(CommandFailure) -> MatchComparison {
        let answer: FontconfigAnswer?
        let fallback: FontconfigAnswer?
        let unknown = question.asking(for: unknownFamily)
        do {
            (answer, fallback) = try await FontconfigProgram.threads.run {
                (
                    try FontconfigAnswer.ask(for: question, setting: variables),
                    isFamily ? nil : try FontconfigAnswer.ask(for: unknown, setting: variables)
                )
            }
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(failed: localized("fontconfig cannot be queried: %1.", "\(error)"))
        }
        var given: FontRecord?
        if let answer {
            let descriptor = ["postscript_name": BusVariant(answer.postscriptName)]
            given = try await calling { () async throws(BusError) in
                try await session.fonts.match(descriptors: [descriptor], options: ["details": BusVariant(true)])
            }.first.flatMap { $0.isEmpty ? nil : FontRecord($0) }
        }
        let isGeneric = GenericFamilies.contain(question.family)
        return MatchComparison(answer: answer, given: given, isAlias: isGeneric || !isFamily && answer != fallback)
    }

    /// Whether programs get a face.
    func gives(_ face: FontRecord) -> Bool {
        guard let answer else { return false }
        let path = face.text("path")
        // Several files of the system's fonts may have the same name.
        if !path.isEmpty { return path == answer.path }
        let names = [answer.postscriptName, answer.fullName].filter { !$0.isEmpty }
        // If the answer is a variable font, fontconfig omits the names that depend on its variation.
        guard names.isEmpty else { return names.contains { [face.text("postscript_name"), face.title].contains($0) } }
        return face.value("variable") == true
            && [face.text("family"), face.text("typographic_family")].contains { answer.families.contains($0) }
    }

    /// The name of the font that programs get.
    var words: String {
        guard let answer else { return localized("no font at all") }
        return answer.fullName.isEmpty ? "\(answer.family) \(answer.style)" : answer.fullName
    }
}
