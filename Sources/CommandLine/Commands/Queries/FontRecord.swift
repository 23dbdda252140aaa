internal import BusInterface
package import DBus
internal import FontModel
internal import Localization

/// A font or face dictionary from the bus, as far as people are shown it.
///
/// What is missing or of another type reads as empty: the dictionaries may come from a newer service.
package struct FontRecord: Sendable {
    private enum Content: Sendable {
        case dictionary([String: BusVariant], faces: [FontRecord]?)
        case line(RecordLines.Record)
    }

    private let content: Content

    /// Wraps a dictionary.
    package init(_ entries: [String: BusVariant]) { content = .dictionary(entries, faces: nil) }

    /// Wraps a dictionary without its faces, and the faces.
    init(_ entries: [String: BusVariant], faces: [FontRecord]) { content = .dictionary(entries, faces: faces) }

    /// Wraps a record of a list, of which only some members were read.
    init(_ record: RecordLines.Record) { content = .line(record) }

    /// The value of a key, of any type.
    package subscript(key: String) -> BusVariant? {
        switch content {
        case .dictionary(let entries, _): entries[key]
        case .line(let record): record[key]
        }
    }

    /// The dictionary; without the faces where it is of a list.
    package var entries: [String: BusVariant] {
        switch content {
        case .dictionary(let entries, _): entries
        case .line(let record): record.entries
        }
    }

    /// The text of a key, empty where there is none.
    package func text(_ key: String) -> String { value(key) ?? "" }

    /// The value of a key, `nil` where there is none of this type.
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

    /// What to call the font: the full name of its first face, and how many more there are.
    package var title: String {
        let faces = faces
        guard let first = faces.first else {
            return [text("display_name"), text("full_name"), text("postscript_name"), text("family")].first {
                !$0.isEmpty
            } ?? ""
        }
        return CountedText.text(first.title, others: faces.count - 1)
    }

    /// What to call the font, with its version where that is known.
    var versionedTitle: String {
        let version = FontVersionText.short((faces.first ?? self).text("version"))
        return version.isEmpty ? title : "\(title) \(version)"
    }

    /// What keeps programs from finding the font or makes it doubtful, or that nothing does.
    package var state: String {
        if value("quarantined") ?? false { return "quarantined" }
        if !text("collision").isEmpty { return "collides" }
        if value("hidden") ?? false { return "hidden" }
        return value("enabled") ?? true ? "enabled" : "disabled"
    }

    /// The word for a state in the user's language.
    ///
    /// - Parameter state: One of those of ``state``.
    /// - Returns: The word; the same for one that is not known.
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

    /// The keys by which ``plainness`` knows a face.
    static let styleKeys = ["weight", "width", "slant"]

    /// How far a face is from upright, regular and of normal width, which it counts as where nothing is said.
    var plainness: StyleDistance {
        let (weight, width) = (number("weight") ?? FontWeight.regular, number("width") ?? 100)
        return StyleDistance(
            slants: [FontSlant(rawValue: text("slant")) ?? .upright], weights: weight...weight, widths: width...width)
    }

    /// The number of a key; lists that come as files have whole ones as integers.
    func number(_ key: String) -> Double? {
        let integer: UInt64? = value(key)
        return value(key) ?? integer.map { Double($0) }
    }

    /// Whether a face is called so in any of its names.
    func isCalled(_ name: String) -> Bool {
        ["family", "typographic_family", "full_name", "postscript_name"].contains {
            text($0).fontNameKey == name.fontNameKey
        }
    }

    /// Whether a face is of a family.
    func isOfFamily(_ name: String) -> Bool {
        ["family", "typographic_family"].contains { text($0).fontNameKey == name.fontNameKey }
    }

    /// What the service warns of, though the font was registered.
    package var warnings: [String] {
        let warnings: [[String: BusVariant]] = value("warnings") ?? []
        return warnings.map { FontRecord($0).text("message") }
    }

    /// The error of an item in a list of results, `nil` where it succeeded.
    ///
    /// - Parameter item: What the item is.
    /// - Returns: The failure.
    package func failure(about item: String) -> CommandFailure? {
        guard let name: String = value("error") else { return nil }
        var message = text("message")
        // The service names the file as it was given to it, which the item says already.
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
