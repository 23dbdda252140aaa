internal import Localization

/// The text for what an installation would change apart from adding a font.
enum PlanText {
    /// The maximum number of lines for a font.
    private static let limit = 4

    /// The warnings and the planned changes for a file, as lines; empty if the font is only added.
    static func lines(_ plan: Record) -> [String] {
        let replaced = plan.records("replaces")
        var lines = replaced.map { font in
            localized("Replaces %1", "\(font.text("postscript_name")) \(font.text("version"))")
        }
        // A replaced font has the same names as the new font, and names that no font has are not worth a line.
        let leaving = Set(replaced.map { $0.id("postscript_name") } + [""])
        for name in plan.records("names") where !leaving.contains(name.id("postscript_name")) {
            let font = name.text("postscript_name")
            lines.append(
                name.id("source") == "system"
                    ? localized(
                        "Programs that ask for %1 get this font instead of the system font %2", name.text("name"), font)
                    : localized("Programs that ask for %1 get this font instead of %2", name.text("name"), font))
        }
        let warnings = FindingText.lines(plan.records("warnings"))
        guard lines.count > limit else { return warnings + lines }
        return warnings + lines.prefix(limit) + [localized("and 1 more", "and %1 more", count: lines.count - limit)]
    }
}
