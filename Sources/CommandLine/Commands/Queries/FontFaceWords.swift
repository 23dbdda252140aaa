internal import DBus
internal import FontModel
internal import Localization

/// The properties of a face, in words.
struct FontFaceWords {
    /// A property and its value.
    typealias Row = (label: String, value: String)

    private let face: FontRecord

    /// Creates the description of a face.
    ///
    /// - Parameter face: The full face dictionary.
    init(_ face: FontRecord) { self.face = face }

    /// The properties that the face has, the most important first.
    var rows: [Row] {
        let family = [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
        var rows: [Row] = [(localized("Full name"), face.text("full_name")), (localized("Family"), family)]
        rows += familiesInOtherLanguages(than: family)
        if !face.text("typographic_family").isEmpty { rows.append((localized("Legacy family"), face.text("family"))) }
        rows += [
            (localized("Style"), style), (localized("PostScript name"), face.text("postscript_name")),
            (localized("Version"), version),
            (localized("Foundry"), face.text("foundry")), (localized("Licence"), face.text("licence")),
            (localized("Embedding"), Self.embeddings[face.text("embedding")] ?? face.text("embedding")),
            (localized("Glyphs"), number("glyph_count")), (localized("Monospace"), flag("monospace")),
            (localized("Variable"), flag("variable")),
        ]
        rows += axes
        rows += [
            (localized("Named styles"), namedStyles), (localized("Found as"), face.text("named_instance")),
            (localized("Colour"), list("color")),
            (localized("Languages"), list("languages")), (localized("Scripts"), list("scripts")),
            (localized("Face"), number("face_index") == "0" ? "" : number("face_index")),
            (localized("Namesakes"), number("namesakes")),
        ]
        return rows.filter { !$0.value.isEmpty } + Self.unknown(in: face, besides: Self.keys)
    }

    /// The properties that only a newer service knows, labelled with the words of their keys.
    static func unknown(in record: FontRecord, besides keys: Set<String>) -> [Row] {
        record.entries.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }.map { key, value in
            let words = key.replacing("_", with: " ")
            return (words.prefix(1).uppercased() + words.dropFirst(), RecordText.line(value.value))
        }.filter { !$0.1.isEmpty }
    }

    private static let keys: Set<String> = [
        "display_name", "full_name", "family", "typographic_family", "names", "style", "weight", "width", "slant",
        "postscript_name", "version", "foundry", "licence", "embedding", "glyph_count", "monospace", "variable", "axes",
        "named_instances", "named_instance", "instance", "color", "languages", "scripts", "face_index", "namesakes",
        "id", "source", "provider", "enabled", "format", "sha256", "size", "path", "user_info", "hidden",
    ]

    private static let embeddings = [
        "installable": localized("allowed, including installation"),
        "preview-and-print": localized("allowed for viewing and printing"),
        "editable": localized("allowed for editing"), "restricted": localized("not allowed"),
        "unknown": localized("not known"),
    ]

    private var style: String {
        let numbers = [("weight", face.number("weight")), ("width", face.number("width"))].compactMap { name, number in
            number.map {
                name == "width" ? localized("width %1 %", Self.text($0)) : localized("weight %1", Self.text($0))
            }
        }
        let properties = CountedText.list((numbers + [slant]).filter { !$0.isEmpty })
        let name = face.text("style")
        return name.isEmpty || properties.isEmpty ? name + properties : "\(name): \(properties)"
    }

    private var slant: String {
        switch FontSlant(rawValue: face.text("slant")) {
        case .upright: localized("upright")
        case .italic: localized("italic")
        case .oblique: localized("oblique")
        case nil: face.text("slant")
        }
    }

    /// The version without the word with which most versions begin.
    private var version: String {
        let (version, word) = (face.text("version"), "Version ")
        return version.hasPrefix(word) ? String(version.dropFirst(word.count)) : version
    }

    private func familiesInOtherLanguages(than family: String) -> [Row] {
        let names: [String: String] = face.value("names") ?? [:]
        return names.filter { $0.value != family && $0.value != face.text("family") }.sorted { $0.key < $1.key }
            .map { (localized("Family (%1)", $0.key), $0.value) }
    }

    /// The rows of the axes, each with the range of the axis.
    private var axes: [Row] {
        guard case .dictionary(_, _, let entries)? = face["axes"]?.value else { return [] }
        let place: [String: Double] = face.value("instance") ?? [:]
        return entries.compactMap { entry -> Row? in
            guard case .string(let tag) = entry.key, case .structure(let values) = entry.value else { return nil }
            let numbers = values.compactMap { value in if case .double(let number) = value { number } else { nil } }
            guard numbers.count == 3 else { return nil }
            let range = localized(
                "%1 to %2, %3 by default", Self.text(numbers[0]), Self.text(numbers[2]), Self.text(numbers[1]))
            return (
                localized("Axis %1", tag),
                // Translators: %1 is such as "100 to 900, 400 by default", and %2 the value of a style.
                place[tag].map { localized("%1; %2 in this style", range, Self.text($0)) } ?? range
            )
        }.sorted { $0.label < $1.label }
    }

    private var namedStyles: String {
        let styles: [[String: BusVariant]] = face.value("named_instances") ?? []
        return CountedText.list(styles.map { FontRecord($0).text("name") })
    }

    private func list(_ key: String) -> String { (face.value(key) ?? [String]()).joined(separator: " ") }

    private func flag(_ key: String) -> String {
        let flag: Bool? = face.value(key)
        return flag.map { $0 ? localized("yes") : localized("no") } ?? ""
    }

    private func number(_ key: String) -> String { (face.value(key) as UInt32?).map(String.init) ?? "" }

    /// A number, without a fraction if it is a whole number.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
