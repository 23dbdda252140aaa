internal import BusInterface
package import DBus
internal import FontModel
internal import Localization

/// A font or face dictionary from the bus, with the values that people see.
///
/// Missing values and values of another type read as empty, because the dictionaries may come from a newer service.
package struct FontRecord: Sendable {
    private enum Content: Sendable {
        case dictionary([String: BusVariant], faces: [FontRecord]?)
        case line(RecordLines.Record)
    }

    private let content: Content

    /// Creates a record from a dictionary.
    package init(_ entries: [String: BusVariant]) { content = .dictionary(entries, faces: nil) }

    /// Creates a record from a dictionary without its faces, and the faces.
    init(_ entries: [String: BusVariant], faces: [FontRecord]) { content = .dictionary(entries, faces: faces) }

    /// Creates a record from a line of a list, of which only some members were read.
    init(_ record: RecordLines.Record) { content = .line(record) }

    /// The value of a key, of any type.
    package subscript(key: String) -> BusVariant? {
        switch content {
        case .dictionary(let entries, _): entries[key]
        case .line(let record): record[key]
        }
    }

    /// The dictionary; without the faces if it comes from a list.
    package var entries: [String: BusVariant] {
        switch content {
        case .dictionary(let entries, _): entries
        case .line(let record): record.entries
        }
    }

    /// The text of a key; empty if there is none.
    package func text(_ key: String) -> String { value(key) ?? "" }

    /// The value of a key; `nil` if there is none of this type.
    package func value<Value: BusConvertible>(_ key: String) -> Value? {
        self[key].flatMap { try? Value(busValue: $0.value) }
    }

    /// The faces of a font dictionary.
    package var faces: [FontRecord] {
        switch content {
        case .dictionary(_, let faces?): return faces
        case .dictionary(_, nil):
            let faces: [[String: BusVariant]] = value("faces") ?? []
            return faces.map(FontRecord.init)
        case .line(let record): return record.faces.map(FontRecord.init)
        }
    }

    /// The title of the font: the full name of its first face, and the number of other faces.
    package var title: String {
        let faces = faces
        guard let first = faces.first else {
            return [text("display_name"), text("full_name"), text("postscript_name"), text("family")].first {
                !$0.isEmpty
            } ?? ""
        }
        return CountedText.text(first.title, others: faces.count - 1)
    }

    /// The title of the font, with its version if the version is known.
    var versionedTitle: String {
        let version = FontVersionText.short((faces.first ?? self).text("version"))
        return version.isEmpty ? title : "\(title) \(version)"
    }

    /// The state of the font: the reason why programs do not find it or may get another one, or `enabled`.
    package var state: String {
        if value("quarantined") ?? false { return "quarantined" }
        if !text("collision").isEmpty { return "collides" }
        if value("hidden") ?? false { return "hidden" }
        return value("enabled") ?? true ? "enabled" : "disabled"
    }

    /// The word for a state in the user's language.
    ///
    /// - Parameter state: A value of ``state``.
    /// - Returns: The word; the state itself if it is not known.
    static func word(forState state: String) -> String {
        // Translators: The following are states of fonts in a table.
        switch state {
        case "enabled": localized("enabled")
        case "disabled": localized("disabled")
        case "hidden": localized("hidden")
        case "quarantined": localized("quarantined")
        case "collides": localized("collides")
        default: state
        }
    }

    /// The word for a scope in a table.
    static func word(forScope scope: String) -> String {
        switch scope {
        // Translators: This and the next text tell in a table how long a font stays.
        case "persistent": localized("persistent")
        case "session": localized("session")
        default: scope
        }
    }

    /// The keys from which ``plainness`` is computed.
    static let styleKeys = ["weight", "width", "slant"]

    /// How far a face is from an upright, regular face of normal width.
    ///
    /// A property that is missing counts as upright, regular or normal.
    var plainness: StyleDistance {
        let (weight, width) = (number("weight") ?? FontWeight.regular, number("width") ?? 100)
        return StyleDistance(
            slants: [FontSlant(rawValue: text("slant")) ?? .upright], weights: weight...weight, widths: width...width)
    }

    /// The number of a key; lists that are returned as files contain whole numbers as integers.
    func number(_ key: String) -> Double? {
        let integer: UInt64? = value(key)
        return value(key) ?? integer.map { Double($0) }
    }

    /// Whether any of the names of a face is equal to a name.
    func isCalled(_ name: String) -> Bool {
        ["family", "typographic_family", "full_name", "postscript_name"].contains {
            text($0).fontNameKey == name.fontNameKey
        }
    }

    /// Whether a face belongs to a family.
    func isOfFamily(_ name: String) -> Bool {
        ["family", "typographic_family"].contains { text($0).fontNameKey == name.fontNameKey }
    }

    /// The warnings of the service about a font that was registered.
    package var warnings: [String] {
        let warnings: [[String: BusVariant]] = value("warnings") ?? []
        return warnings.map { FontRecord($0).text("message") }
    }

    /// The error of an item in a list of results; `nil` if it succeeded.
    ///
    /// - Parameter item: The name of the item.
    /// - Returns: The failure.
    package func failure(about item: String) -> CommandFailure? {
        guard let name: String = value("error") else { return nil }
        var message = text("message")
        // The service repeats the name of the file, which the item already contains.
        let prefix = "\(item.split(separator: "/").last ?? ""): "
        if message.hasPrefix(prefix) { message.removeFirst(prefix.count) }
        var failure = CommandFailure(BusError(name: name, message: message.isEmpty ? name : message), item: item)
        failure.owner = text("owner")
        failure.option = text("option")
        failure.kept = text("kept")
        failure.keptFormat = text("kept_format")
        return failure
    }
}

extension [FontRecord] {
    /// The first font or face of each file.
    var eachFileOnce: [FontRecord] {
        var paths: Set<String> = []
        return filter { $0.text("path").isEmpty || paths.insert($0.text("path")).inserted }
    }
}
