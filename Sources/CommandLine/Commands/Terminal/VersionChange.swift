/// A version of a font that takes the place of another.
struct VersionChange: Sendable {
    /// The version before.
    let old: String
    /// The version after.
    let new: String

    /// What the change is called, in small letters.
    var verb: String {
        let (before, after) = (Double(old) ?? 0, Double(new) ?? 0)
        // Another build may have the same version.
        return before == after ? "replaced" : after < before ? "downgraded" : "upgraded"
    }

    /// The verb at the start of a sentence.
    var capitalizedVerb: String { verb.prefix(1).uppercased() + verb.dropFirst() }

    /// Both versions, as `1.000 → 2.000`, or the one of both with that they differ.
    var text: String { old == new ? "\(new) (another build)" : "\(old) → \(new)" }
}
