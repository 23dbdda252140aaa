internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// A change of the history, as people read it.
struct HistoryChange: Sendable {
    /// The most fonts that a line names.
    private static let named = 3

    /// What the service tells of it.
    let record: FontRecord

    /// Takes what the service tells.
    init(_ record: FontRecord) { self.record = record }

    /// Its number.
    var id: UInt64 { record.value("id") ?? 0 }
    /// How many fonts or rights it changed.
    private var count: Int { Int(record.value("count") ?? UInt32(0)) }
    private var items: [FontRecord] {
        (record.value("items") ?? [[String: BusVariant]]()).map { FontRecord($0) }
    }

    /// Whether it has more items than are told.
    var isCut: Bool { count > items.count }

    /// Whether it is about a font of one of some names, which are keys of names.
    func isAbout(_ names: Set<String>) -> Bool {
        items.contains { item in
            ["postscript_name", "family"].contains { names.contains(item.text($0).fontNameKey) }
        }
    }

    /// When it was made, in the time zone of this process.
    var time: String { LocalTime.minute(Int64(clamping: record.value("time") ?? UInt64(0))) }

    /// Who made it.
    var author: String {
        let command = record.text("command")
        if !command.isEmpty { return command }
        let program = record.text("program")
        return program.isEmpty ? localized("the service (%1)", record.text("cause")) : program
    }

    /// What was done, in a line.
    var summary: String {
        let lines = Self.lines(of: items)
        var text = CountedText.list(lines.prefix(Self.named))
        let rest = max(0, lines.count - Self.named) + max(0, count - items.count)
        // Translators: %2 is a list of changes, such as "Installed DejaVu Sans".
        if rest > 0 { text = localized("%2 and 1 other", "%2 and %1 others", count: rest, text) }
        if let undone: UInt64 = record.value("undoes") { text = localized("Undid %1: %2", undone, text) }
        if let undoer: UInt64 = record.value("undone_by") { text = localized("%1 (undone by %2)", text, undoer) }
        return text
    }

    /// All of it, a line for each font.
    ///
    /// - Parameter places: Where the user's fonts lie, which tell whether an adoption can be taken back; `nil` where
    ///   that is not known.
    /// - Returns: The lines, each with its end.
    func details(in places: UserPlaces?) -> String {
        var lines = [localized("Change %1, %2", id, time)]
        lines.append(localized("By: %1 (%2)", TerminalText.escaped(record.text("program")), record.text("cause")))
        let command = record.text("command")
        if !command.isEmpty { lines.append(localized("Command: %1", TerminalText.escaped(command))) }
        if let undone: UInt64 = record.value("undoes") { lines.append(localized("Undoes: change %1", undone)) }
        lines += Self.lines(of: items).map { "  \(TerminalText.escaped($0))" }
        if count > items.count {
            lines.append("  " + localized("and 1 other", "and %1 others", count: count - items.count))
        }
        lines.append(undoing(in: places))
        return lines.joined(separator: "\n") + "\n"
    }

    /// How it is taken back, or why it cannot be.
    private func undoing(in places: UserPlaces?) -> String {
        let isAdoption = AdoptionReturn.isAdoption(record)
        if isAdoption, let places, AdoptionReturn.runs(of: record, in: places).isEmpty {
            return AdoptionReturn.isOver(id)
        }
        return record.value("undoable") == true || isAdoption
            ? localized("typecase undo %1 takes it back.", id) : TerminalText.escaped(record.text("why_not"))
    }

    /// What was done to each font; two versions of one are a line.
    static func lines(of items: [FontRecord]) -> [String] {
        var replaced: [String: FontRecord] = [:]
        for item in items where item.text("kind") == "replaced" { replaced[key(item)] = item }
        let installed = Set(items.filter { $0.text("kind") == "installed" }.map(key))
        return items.compactMap { item -> String? in
            let name = item.styledName
            switch item.text("kind") {
            case "replaced":
                return installed.contains(key(item)) ? nil : sentence("replaced", name, item.text("version"))
            case "installed":
                let new = item.text("version")
                guard let old = replaced[key(item)]?.text("version") else { return sentence("installed", name, new) }
                let change = VersionChange(old: old, new: new)
                switch change.kind {
                case .downgraded: return localized("Downgraded %1 %2", name, change.text)
                case .upgraded: return localized("Upgraded %1 %2", name, change.text)
                default: return sentence("replaced", name, change.text)
                }
            case "allowed": return localized("Allowed %1 %2", item.text("provider"), item.text("right"))
            case "denied": return localized("Denied %1 %2", item.text("provider"), item.text("right"))
            case "forgotten": return localized("Forgot about %1 %2", item.text("provider"), item.text("right"))
            case "hidden": return localized("Hid %1", item.text("family"))
            case "shown": return localized("Showed %1 again", item.text("family"))
            case "collected": return localized("Added %1 to %2", name, item.text("collection"))
            case "uncollected": return localized("Took %1 out of %2", name, item.text("collection"))
            case "collection-created": return localized("Made the collection %1", item.text("collection"))
            case "collection-deleted": return localized("Removed the collection %1", item.text("collection"))
            case let kind: return sentence(kind, name, item.text("version"))
            }
        }
    }

    /// How many fonts, rights and families each thing was done to.
    static func counts(of items: [FontRecord]) -> [String] {
        var counts: [(kind: String, count: Int)] = []
        for item in items {
            let kind = item.text("kind")
            if let index = counts.firstIndex(where: { $0.kind == kind }) {
                counts[index].count += 1
            } else {
                counts.append((kind, 1))
            }
        }
        return counts.map { kind, count in
            switch kind {
            case "allowed": localized("1 right allowed", "%1 rights allowed", count: count)
            case "denied": localized("1 right denied", "%1 rights denied", count: count)
            case "forgotten": localized("1 right forgotten", "%1 rights forgotten", count: count)
            case "hidden": localized("1 family hidden", "%1 families hidden", count: count)
            case "shown": localized("1 family shown", "%1 families shown", count: count)
            case "collected":
                localized("1 font added to collections", "%1 fonts added to collections", count: count)
            case "uncollected":
                localized("1 font taken out of collections", "%1 fonts taken out of collections", count: count)
            case "collection-created": localized("1 collection made", "%1 collections made", count: count)
            case "collection-deleted": localized("1 collection removed", "%1 collections removed", count: count)
            case "installed": localized("1 font installed", "%1 fonts installed", count: count)
            case "replaced": localized("1 font replaced", "%1 fonts replaced", count: count)
            case "removed", "set-aside": localized("1 font removed", "%1 fonts removed", count: count)
            case "deleted": localized("1 font deleted", "%1 fonts deleted", count: count)
            case "enabled": localized("1 font enabled", "%1 fonts enabled", count: count)
            case "disabled": localized("1 font disabled", "%1 fonts disabled", count: count)
            case "brought-back": localized("1 font brought back", "%1 fonts brought back", count: count)
            case "quarantined": localized("1 font taken out of use", "%1 fonts taken out of use", count: count)
            default: "\(CountedText.fonts(count)) \(kind)"
            }
        }
    }

    /// A line about one font.
    private static func sentence(_ kind: String, _ name: String, _ version: String) -> String {
        // Translators: The following are lines of the history; %2 is the version of a font, and may be empty.
        switch kind {
        case "installed": localized("Installed %1 %2", name, version)
        case "replaced": localized("Replaced %1 %2", name, version)
        case "removed", "set-aside": localized("Removed %1 %2", name, version)
        case "deleted": localized("Deleted %1 %2", name, version)
        case "enabled": localized("Enabled %1 %2", name, version)
        case "disabled": localized("Disabled %1 %2", name, version)
        case "brought-back": localized("Brought back %1 %2", name, version)
        case "quarantined": localized("Took out of use %1 %2", name, version)
        default: "\(kind) \(name) \(version)"
        }
    }

    private static func key(_ item: FontRecord) -> String { "\(item.text("provider")) \(item.text("postscript_name"))" }
}
