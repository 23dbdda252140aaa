internal import Localization

/// A version of a font that takes the place of another.
struct VersionChange: Sendable {
    /// The version before.
    let old: String
    /// The version after.
    let new: String

    /// What kind of change it is.
    var kind: InstallationSummary.Part {
        let (before, after) = (Double(old) ?? 0, Double(new) ?? 0)
        // Another build may have the same version.
        return before == after ? .replaced : after < before ? .downgraded : .upgraded
    }

    /// Both versions, as `1.000 → 2.000`, or the one of both with that they differ.
    var text: String { old == new ? localized("%1 (another build)", new) : "\(old) → \(new)" }
}
