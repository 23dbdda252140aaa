internal import Localization

/// The description of a change of the history.
enum ChangeText {
    /// The title of a change, which names its first items.
    static func title(_ change: Record) -> String {
        let items = change.records("items")
        let lines = lines(items)
        guard let first = lines.first else { return ShownText.line(change.id("action")) }
        // An update has two items, which are shown as one line.
        let others = max(0, lines.count - 1 + change.number("count") - items.count)
        let text = CountedText.text(first, others: others)
        return change.size("undoes") > 0 ? localized("Undone: %1", text) : text
    }

    /// The author of a change.
    static func maker(_ change: Record) -> String {
        let program = change.text("program")
        return program.isEmpty ? localized("By the font service") : localized("By %1", program)
    }

    /// The reason why a change cannot be undone; empty if it may be possible.
    ///
    /// The reason of the service is in English and for people at a terminal.
    static func whyNot(_ change: Record) -> String {
        guard !change.id("why_not").isEmpty else { return "" }
        let items = change.records("items")
        switch change.id("cause") {
        case "user" where change.id("action") == "adopt":
            return localized("Your own font files were moved. Only the command line can move them back.")
        case "user" where !items.isEmpty && items.allSatisfy { $0.id("kind") == "deleted" }:
            return localized("The fonts were deleted permanently. Install them from their files again.")
        case "user" where change.number("count") > items.count:
            return localized("The change has more fonts than can be undone at once.")
        case "provider":
            return localized(
                "The program made this change by itself. To disable or remove its fonts, go to Providers.")
        case "installation":
            return localized("The change followed a program that was installed or uninstalled.")
        case "check", "policy": return localized("A safety check of the fonts made this change.")
        case "file": return localized("The font files were changed directly, not through the font service.")
        case "recovery":
            return localized("The font service made this change when it repaired the fonts or a session ended.")
        default: return localized("The change cannot be undone.")
        }
    }

    /// A line for each font or right; two versions of one font share a line.
    static func lines(_ items: [Record]) -> [String] {
        var replaced: [String: Record] = [:]
        for item in items where item.id("kind") == "replaced" { replaced[key(item)] = item }
        let installed = Set(items.filter { $0.id("kind") == "installed" }.map(key))
        return items.compactMap { item in
            if item.id("kind") == "replaced", installed.contains(key(item)) { return nil }
            return line(item, replacing: item.id("kind") == "installed" ? replaced[key(item)] : nil)
        }
    }

    private static func line(_ item: Record, replacing old: Record?) -> String {
        let version = item.text("version")
        let name = version.isEmpty ? item.text("postscript_name") : "\(item.text("postscript_name")) \(version)"
        let right = RightText.title(item.id("right"))
        let provider = item.text("provider")
        switch item.id("kind") {
        case "installed":
            guard let old else { return localized("Installed %1", name) }
            return localized("Updated %1 to %2", "\(item.text("postscript_name")) \(old.text("version"))", version)
        case "replaced": return localized("Replaced %1", name)
        case "removed", "set-aside": return localized("Removed %1", name)
        case "deleted": return localized("Deleted %1", name)
        case "enabled": return localized("Enabled %1", name)
        case "disabled": return localized("Disabled %1", name)
        case "brought-back": return localized("Restored %1", name)
        // Translators: %1 is a font that turned out to be harmful or broken.
        case "quarantined": return localized("Took %1 out of use", name)
        // Translators: %1 is a program, %2 a permission such as "Install fonts".
        case "allowed": return localized("Allowed %1: %2", provider, right)
        // Translators: %1 is a program, %2 a permission such as "Install fonts".
        case "denied": return localized("Denied %1: %2", provider, right)
        // Translators: %1 is a program, %2 a permission such as "Install fonts". The program has to ask again.
        case "forgotten": return localized("Reset for %1: %2", provider, right)
        // Translators: %1 is a family of the system's fonts.
        case "hidden": return localized("Hid %1", item.text("family"))
        // Translators: %1 is a family of the system's fonts.
        case "shown": return localized("Showed %1 again", item.text("family"))
        // Translators: %1 is a font, %2 a collection of fonts that the user made.
        case "collected": return localized("Added %1 to %2", item.text("postscript_name"), item.text("collection"))
        // Translators: %1 is a font, %2 a collection of fonts that the user made.
        case "uncollected":
            return localized("Removed %1 from the collection %2", item.text("postscript_name"), item.text("collection"))
        // Translators: %1 is a collection of fonts.
        case "collection-created": return localized("Made the collection %1", item.text("collection"))
        // Translators: %1 is a collection of fonts.
        case "collection-deleted": return localized("Removed the collection %1", item.text("collection"))
        case let kind: return ShownText.line("\(kind) \(name)")
        }
    }

    private static func key(_ item: Record) -> String { "\(item.id("provider")) \(item.id("postscript_name"))" }
}
