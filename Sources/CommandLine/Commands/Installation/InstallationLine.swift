internal import BusInterface
internal import FontModel
internal import Localization

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
        switch (isKnown, record.text("state_change")) {
        case (true, "enabled"): part = .enabled
        case (true, "disabled"): part = .disabled
        case (true, "restored"): part = .restored
        case (true, _): part = .known
        case (false, _) where replaced.isEmpty: part = .installed
        case (false, _): part = change?.kind ?? .upgraded
        }
        isChanged = part != .known
        let id = TerminalText.escaped(record.text("id"))
        // What was just disabled is said already.
        // Translators: Follows "Installed DejaVu Sans as 0123456789abcdef".
        let state = isEnabled || part == .disabled ? "" : localized(", disabled")
        let new = record.text("version")
        let version = change.map { " \($0.text)" } ?? (new.isEmpty ? "" : " \(new)")
        text =
            Self.sentence(part, TerminalText.escaped(record.title + version), id) + state
            + Self.note(record, id, asked: scope)
    }

    /// What became of a font, without the end of the sentence.
    private static func sentence(_ part: InstallationSummary.Part, _ font: String, _ id: String) -> String {
        // Translators: %2 is an id such as 0123456789abcdef.
        switch part {
        case .upgraded: localized("Upgraded %1 as %2", font, id)
        case .downgraded: localized("Downgraded %1 as %2", font, id)
        case .replaced: localized("Replaced %1 as %2", font, id)
        case .enabled: localized("Enabled %1 as %2", font, id)
        case .disabled: localized("Disabled %1 as %2", font, id)
        case .restored: localized("Restored %1 as %2", font, id)
        case .known: localized("Already installed %1 as %2", font, id)
        case .installed, .skipped, .refused, .missing: localized("Installed %1 as %2", font, id)
        }
    }

    /// What to say where the font stays longer, or shorter, than was asked for.
    private static func note(_ record: FontRecord, _ id: String, asked scope: RegistrationScope) -> String {
        guard let now = RegistrationScope(rawValue: record.text("scope")), now != scope else { return "" }
        switch now {
        case .persistent:
            return localized(", for good; 'typecase enable --session %1' has it leave when you log out", id)
        case .session: return localized(", until you log out; 'typecase enable --persistent %1' keeps it for good", id)
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
            failure.message += " " + localized("'typecase install --allow-downgrade' with this file replaces it.")
        }
        return failure
    }
}
