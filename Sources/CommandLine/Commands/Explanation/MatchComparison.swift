internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The font that fontconfig gives programs for a name, beside the service's answer.
struct MatchComparison: Sendable {
    /// No font has this family, so that fontconfig falls back to its default.
    static let unknownFamily = localized("Typecase has no such family")

    /// The font that fontconfig gives programs; `nil` where it finds none at all.
    let answer: FontconfigAnswer?
    /// The registered font, or the face of the system, that this is; `nil` where the service does not know it.
    let given: FontRecord?
    /// Whether the name is one that fontconfig's rules give another font's in place of.
    let isAlias: Bool

    /// Asks.
    ///
    /// - Parameters:
    ///   - question: What programs ask for.
    ///   - isFamily: Whether some font has the family, so that the name is no alias.
    ///   - session: The connection.
    ///   - variables: The environment of this process.
    /// - Returns: The answer.
    /// - Throws: What kept fontconfig from being asked.
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
            throw CommandFailure(failed: localized("fontconfig cannot be asked: %1.", "\(error)"))
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
        // Of the system's fonts several files may have one name.
        if !path.isEmpty { return path == answer.path }
        let names = [answer.postscriptName, answer.fullName].filter { !$0.isEmpty }
        // As it answers with a variable font, fontconfig leaves out the names that depend on where it is varied to.
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
