internal import BusInterface
internal import FontModel
internal import Localization

/// The line that `install` writes about one font that the service accepted, and whether anything changed.
struct InstallationLine {
    /// Whether the font was installed, or its state changed.
    let isChanged: Bool
    /// The part of the summary that the font belongs to.
    let part: InstallationSummary.Part
    /// The escaped sentence for people.
    let text: String

    /// Creates the line for a result of the service.
    ///
    /// - Parameters:
    ///   - record: The result.
    ///   - scope: The requested scope.
    ///   - old: The version that the font replaced; `nil` if none is known.
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
        // A font that was just disabled is already reported as such.
        // Translators: Follows "Installed DejaVu Sans as 0123456789abcdef".
        let state = isEnabled || part == .disabled ? "" : localized(", disabled")
        let new = record.text("version")
        let version = change.map { " \($0.text)" } ?? (new.isEmpty ? "" : " \(new)")
        text =
            Self.sentence(part, TerminalText.escaped(record.title + version), id) + state
            + Self.note(record, id, asked: scope)
    }

    /// The result for a font, without the end of the sentence.
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

    /// The note for a font that stays longer, or shorter, than requested.
    private static func note(_ record: FontRecord, _ id: String, asked scope: RegistrationScope) -> String {
        guard let now = RegistrationScope(rawValue: record.text("scope")), now != scope else { return "" }
        switch now {
        case .persistent:
            return localized(", for good; to keep it only until you log out, run 'typecase enable --session %1'", id)
        case .session:
            return localized(", until you log out; to keep it for good, run 'typecase enable --persistent %1'", id)
        }
    }
}

extension CommandFailure {
    /// Whether the font is already installed in another format, as with downloads that contain each font twice.
    var isOtherFormat: Bool { !keptFormat.isEmpty }

    /// The failure, with the option of `install` that would allow the change, if there is one.
    var withInstallOption: CommandFailure {
        var failure = self
        if option == FontError.downgradeOption {
            failure.message +=
                " " + localized("To replace it, run 'typecase install --allow-downgrade' with this file.")
        }
        return failure
    }
}
