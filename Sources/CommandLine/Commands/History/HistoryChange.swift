internal import BusInterface
internal import DBus
internal import FontModel

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
        return program.isEmpty ? "the service (\(record.text("cause")))" : program
    }

    /// What was done, in a line.
    var summary: String {
        let lines = Self.lines(of: items)
        var text = lines.prefix(Self.named).joined(separator: ", ")
        let rest = max(0, lines.count - Self.named) + max(0, count - items.count)
        if rest > 0 { text += " and \(counted(rest, "other"))" }
        if let undone: UInt64 = record.value("undoes") { text = "Undid \(undone): \(text)" }
        if let undoer: UInt64 = record.value("undone_by") { text += " (undone by \(undoer))" }
        return text
    }

    /// All of it, a line for each font.
    ///
    /// - Parameter places: Where the user's fonts lie, which tell whether an adoption can be taken back; `nil` where
    ///   that is not known.
    /// - Returns: The lines, each with its end.
    func details(in places: UserPlaces?) -> String {
        var lines = ["Change \(id), \(time)"]
        lines.append("By: \(TerminalText.escaped(record.text("program"))) (\(record.text("cause")))")
        let command = record.text("command")
        if !command.isEmpty { lines.append("Command: \(TerminalText.escaped(command))") }
        if let undone: UInt64 = record.value("undoes") { lines.append("Undoes: change \(undone)") }
        lines += Self.lines(of: items).map { "  \(TerminalText.escaped($0))" }
        if count > items.count { lines.append("  and \(counted(count - items.count, "other"))") }
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
            ? "typecase undo \(id) takes it back." : TerminalText.escaped(record.text("why_not"))
    }

    /// What was done to each font; two versions of one are a line.
    static func lines(of items: [FontRecord]) -> [String] {
        var replaced: [String: FontRecord] = [:]
        for item in items where item.text("kind") == "replaced" { replaced[key(item)] = item }
        let installed = Set(items.filter { $0.text("kind") == "installed" }.map(key))
        return items.compactMap { item -> String? in
            let name = item.styledName
            switch item.text("kind") {
            case "replaced": return installed.contains(key(item)) ? nil : "Replaced \(name) \(item.text("version"))"
            case "installed":
                let new = item.text("version")
                guard let old = replaced[key(item)]?.text("version") else { return "Installed \(name) \(new)" }
                let change = VersionChange(old: old, new: new)
                return "\(change.capitalizedVerb) \(name) \(change.text)"
            case "allowed", "denied", "forgotten":
                let verb = ["allowed": "Allowed", "denied": "Denied"][item.text("kind")] ?? "Forgot about"
                return "\(verb) \(item.text("provider")) \(item.text("right"))"
            case "hidden": return "Hid \(item.text("family"))"
            case "shown": return "Showed \(item.text("family")) again"
            case "collected": return "Added \(name) to \(item.text("collection"))"
            case "uncollected": return "Took \(name) out of \(item.text("collection"))"
            case "collection-created": return "Made the collection \(item.text("collection"))"
            case "collection-deleted": return "Removed the collection \(item.text("collection"))"
            case let kind: return "\(verbs[kind] ?? kind) \(name) \(item.text("version"))"
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
            case "allowed", "denied", "forgotten": "\(counted(count, "right")) \(kind)"
            case "hidden", "shown": "\(counted(count, "family", "families")) \(kind)"
            case "collected": "\(counted(count, "font")) added to collections"
            case "uncollected": "\(counted(count, "font")) taken out of collections"
            case "collection-created": "\(counted(count, "collection")) made"
            case "collection-deleted": "\(counted(count, "collection")) removed"
            default: "\(counted(count, "font")) \(verbs[kind]?.lowercased() ?? kind)"
            }
        }
    }

    private static let verbs = [
        "installed": "Installed", "replaced": "Replaced",
        "removed": "Removed", "deleted": "Deleted", "enabled": "Enabled", "disabled": "Disabled",
        "set-aside": "Removed", "brought-back": "Brought back", "quarantined": "Took out of use",
    ]

    private static func key(_ item: FontRecord) -> String { "\(item.text("provider")) \(item.text("postscript_name"))" }
}
