internal import Localization

/// A summary, in one line, of installing several files.
struct InstallationSummary {
    /// The results that a file can have, in the order of the line.
    enum Part: CaseIterable {
        case installed, upgraded, downgraded, replaced, enabled, disabled, restored, known, skipped, refused, missing

        /// The number of files with the result, as text.
        fileprivate func text(_ count: Int) -> String {
            // Translators: The following are parts of a summary such as "3 installed, 1 refused."
            switch self {
            case .installed: localized("1 installed", "%1 installed", count: count)
            case .upgraded: localized("1 upgraded", "%1 upgraded", count: count)
            case .downgraded: localized("1 downgraded", "%1 downgraded", count: count)
            case .replaced: localized("1 replaced", "%1 replaced", count: count)
            case .enabled: localized("1 enabled", "%1 enabled", count: count)
            case .disabled: localized("1 disabled", "%1 disabled", count: count)
            case .restored: localized("1 restored", "%1 restored", count: count)
            case .known: localized("1 already installed", "%1 already installed", count: count)
            case .skipped: localized("1 skipped", "%1 skipped", count: count)
            case .refused: localized("1 refused", "%1 refused", count: count)
            case .missing: localized("1 not found", "%1 not found", count: count)
            }
        }
    }

    /// The maximum number of fonts that are listed one by one by default.
    static let namedFonts = 50

    private var counts: [Part: Int] = [:]

    /// Counts a file with a result.
    mutating func add(_ part: Part) { counts[part, default: 0] += 1 }

    /// Counts a file that was not accepted.
    mutating func add(_ failure: CommandFailure) { add(failure.exit == .notFound ? .missing : .refused) }

    /// The line, such as `3 installed, 1 refused.`; `nil` if there is only one file, whose own line is enough.
    var text: String? {
        guard counts.values.reduce(0, +) > 1 else { return nil }
        let parts = Part.allCases.compactMap { part in counts[part].map(part.text) }
        // Translators: The end of a summary such as "3 installed, 1 refused."
        return localized("%1.", CountedText.list(parts))
    }
}
