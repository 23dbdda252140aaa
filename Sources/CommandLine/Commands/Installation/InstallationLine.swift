internal import BusInterface
internal import FontModel

/// What `install` says of one font that the service took, and whether anything changed.
struct InstallationLine {
    /// Whether the font was installed, or its state changed.
    let isChanged: Bool
    /// The part of the summary that it belongs to.
    let part: InstallationSummary.Part
    /// The sentence for people, escaped.
    let text: String

    /// Tells of a result of the service.
    ///
    /// - Parameters:
    ///   - record: The result.
    ///   - scope: How long the font was asked to stay.
    ///   - old: The version that left for it; `nil` where none is known.
    init(_ record: FontRecord, asked scope: RegistrationScope, replacing old: String? = nil) {
        let isKnown: Bool = record.value("already_registered") ?? false
        let replaced: [String] = record.value("replaced") ?? []
        let isEnabled: Bool = record.value("enabled") ?? true
        let change = old.map { VersionChange(old: $0, new: record.text("version")) }
        let verb: String
        switch (isKnown, record.text("state_change")) {
        case (true, "enabled"): verb = "Enabled"
        case (true, "disabled"): verb = "Disabled"
        case (true, "restored"): verb = "Restored"
        case (true, _): verb = "Already installed"
        case (false, _) where replaced.isEmpty: verb = "Installed"
        case (false, _): verb = change?.capitalizedVerb ?? "Upgraded"
        }
        part = InstallationSummary.Part(rawValue: verb.lowercased()) ?? .installed
        isChanged = verb != "Already installed"
        let id = TerminalText.escaped(record.text("id"))
        // What was just disabled is said already.
        let state = isEnabled || verb == "Disabled" ? "" : ", disabled"
        let new = record.text("version")
        let version = change.map { " \($0.text)" } ?? (new.isEmpty ? "" : " \(new)")
        text =
            "\(verb) \(TerminalText.escaped(record.title + version)) as \(id)\(state)\(Self.note(record, id, asked: scope))"
    }

    /// What to say where the font stays longer, or shorter, than was asked for.
    private static func note(_ record: FontRecord, _ id: String, asked scope: RegistrationScope) -> String {
        guard let now = RegistrationScope(rawValue: record.text("scope")), now != scope else { return "" }
        switch now {
        case .persistent: return ", for good; 'typecase enable --session \(id)' has it leave when you log out"
        case .session: return ", until you log out; 'typecase enable --persistent \(id)' keeps it for good"
        }
    }
}

extension CommandFailure {
    /// Whether the font is there already in another format, as in downloads that have each font in two.
    var isOtherFormat: Bool { !keptFormat.isEmpty }

    /// The failure with the option of `install` that would allow it, where there is one.
    var withInstallOption: CommandFailure {
        var failure = self
        if option == FontError.downgradeOption {
            failure.message += " 'typecase install --allow-downgrade' with this file replaces it."
        }
        return failure
    }
}
