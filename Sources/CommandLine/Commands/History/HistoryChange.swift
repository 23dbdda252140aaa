internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// A change in the history, as text for people.
struct HistoryChange: Sendable {
    /// The maximum number of fonts that a line names.
    private static let named = 3

    /// The record of the change from the service.
    let record: FontRecord

    /// Creates a change from the record of the service.
    init(_ record: FontRecord) { self.record = record }

    /// The number of the change.
    var id: UInt64 { record.value("id") ?? 0 }
    /// The number of fonts or rights that it changed.
    private var count: Int { Int(record.value("count") ?? UInt32(0)) }
    private var items: [FontRecord] {
        (record.value("items") ?? [[String: BusVariant]]()).map { FontRecord($0) }
    }

    /// Whether it has more items than the record contains.
    var isCut: Bool { count > items.count }

    /// Whether it affects a font with one of some names, which are given as name keys.
    func isAbout(_ names: Set<String>) -> Bool {
        items.contains { item in
            ["postscript_name", "family"].contains { names.contains(item.text($0).fontNameKey) }
        }
    }

    /// When it was made, in the time zone of this process.
    var time: String { LocalTime.minute(Int64(clamping: record.value("time") ?? UInt64(0))) }

    /// Who made the change.
    var author: String {
        let command = record.text("command")
        if !command.isEmpty { return command }
        let program = record.text("program")
        return program.isEmpty ? localized("the service (%1)", record.text("cause")) : program
    }

    /// What was done, in one line.
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

    /// The details of the change, with a line for each font.
    ///
    /// - Parameter places: The directories of the user's fonts, which show whether an adoption can be undone; `nil` if
    ///   they are not known.
    /// - Returns: The lines, each with its line end.
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

    /// How the change can be undone, or why it cannot be undone.
    private func undoing(in places: UserPlaces?) -> String {
        let isAdoption = AdoptionReturn.isAdoption(record)
        if isAdoption, let places, AdoptionReturn.runs(of: record, in: places).isEmpty {
            return AdoptionReturn.isOver(id)
        }
        return record.value("undoable") == true || isAdoption
            ? localized("Run 'typecase undo %1' to undo it.", id) : TerminalText.escaped(record.text("why_not"))
    }

    /// What was done to each font; two versions of one font share a line.
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
            case "forgotten": return localized("Reset %1 %2", item.text("provider"), item.text("right"))
            case "hidden": return localized("Hid %1", item.text("family"))
            case "shown": return localized("Showed %1 again", item.text("family"))
            case "collected": return localized("Added %1 to %2", name, item.text("collection"))
            case "uncollected": return localized("Removed %1 from the collection %2", name, item.text("collection"))
            case "collection-created": return localized("Made the collection %1", item.text("collection"))
            case "collection-deleted": return localized("Removed the collection %1", item.text("collection"))
            case let kind: return sentence(kind, name, item.text("version"))
            }
        }
    }

    /// The number of fonts, rights and families for each kind of change.
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
            case "forgotten": localized("1 right reset", "%1 rights reset", count: count)
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
            case "brought-back": localized("1 font restored", "%1 fonts restored", count: count)
            case "quarantined": localized("1 font quarantined", "%1 fonts quarantined", count: count)
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
        case "brought-back": localized("Restored %1 %2", name, version)
        case "quarantined": localized("Quarantined %1 %2", name, version)
        default: "\(kind) \(name) \(version)"
        }
    }

    private static func key(_ item: FontRecord) -> String { "\(item.text("provider")) \(item.text("postscript_name"))" }
}
