internal import Localization

/// What an installation would change besides adding a font, for people.
enum PlanText {
    /// The most lines of one font.
    private static let limit = 4

    /// The lines of what the service warns of, and of what it plans to do with a file; none where it is added and nothing else
    /// changes.
    static func lines(_ plan: Record) -> [String] {
        let replaced = plan.records("replaces")
        var lines = replaced.map { font in
            localized("Replaces %1", "\(font.text("postscript_name")) \(font.text("version"))")
        }
        // The names of what leaves are those of the font that comes; a name that no font has concerns nobody.
        let leaving = Set(replaced.map { $0.id("postscript_name") } + [""])
        for name in plan.records("names") where !leaving.contains(name.id("postscript_name")) {
            let font = name.text("postscript_name")
            lines.append(
                name.id("source") == "system"
                    ? localized(
                        "Programs that ask for %1 get this font instead of the system font %2", name.text("name"), font)
                    : localized("Programs that ask for %1 get this font instead of %2", name.text("name"), font))
        }
        let warnings = plan.records("warnings").map { $0.text("message") }
        guard lines.count > limit else { return warnings + lines }
        return warnings + lines.prefix(limit) + [localized("and 1 more", "and %1 more", count: lines.count - limit)]
    }
}
