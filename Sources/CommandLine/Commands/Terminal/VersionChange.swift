internal import Localization

/// A version of a font that replaces another version.
struct VersionChange: Sendable {
    /// The old version.
    let old: String
    /// The new version.
    let new: String

    /// The kind of change.
    var kind: InstallationSummary.Part {
        let (before, after) = (Double(old) ?? 0, Double(new) ?? 0)
        // Another build may have the same version.
        return before == after ? .replaced : after < before ? .downgraded : .upgraded
    }

    /// Both versions, as `1.000 → 2.000`, or a note about another build if the versions are the same.
    var text: String { old == new ? localized("%1 (another build)", new) : "\(old) → \(new)" }
}
