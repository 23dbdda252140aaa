internal import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// A column of a list of fonts.
package enum ListedField: String, CaseIterable, Sendable {
    case id, name, provider, scope, state, family, style, version, format, size, path

    /// The default columns of a list.
    static let usual: [ListedField] = [.id, .name, .provider, .scope, .state]

    /// Reads names of columns that are separated by commas.
    static func list(_ text: String) throws -> [ListedField] {
        let names = text.split(separator: ",")
        if names.isEmpty { throw ValidationError(localized("Give at least one column.")) }
        return try names.map { name in
            guard let field = ListedField(rawValue: name.lowercased().filter { $0 != " " }) else {
                throw ValidationError(
                    localized(
                        """
                        '%1' is not a column. The columns are: %2.
                        """, name, allCases.map(\.rawValue).joined(separator: ", ")))
            }
            return field
        }
    }

    /// The heading of the column.
    var heading: String { rawValue.uppercased() }

    /// Whether only full dictionaries of the service contain it.
    var isDetail: Bool { self == .version }

    /// The keys of the dictionaries that the column needs, in addition to those of the state.
    var keys: [String] {
        switch self {
        case .id, .provider, .scope, .style, .version, .format, .size, .path: [rawValue]
        case .name: ["display_name"]
        case .state: []
        case .family: ["family", "typographic_family"]
        }
    }

    /// The keys from which the columns determine the kind and the state of a font.
    static let stateKeys = ["provider", "enabled", "quarantined", "collision", "scope", "faces"]

    /// The cell of a font.
    func text(of font: FontRecord) -> String {
        let face = font.faces.first ?? font
        return switch self {
        case .id: font.text("id").isEmpty ? "-" : font.text("id")
        case .name: font.title
        case .provider: font["provider"] == nil ? "system" : font.text("provider")
        case .scope: font["scope"] == nil ? "-" : FontRecord.word(forScope: font.text("scope"))
        case .state: FontRecord.word(forState: font.state)
        case .family:
            [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
        case .style: face.text("style")
        case .version: face.text("version")
        case .format: font.text("format").isEmpty ? face.text("format") : font.text("format")
        case .size: (font.value("size") ?? face.value("size")).map { ByteCount.text($0 as UInt64) } ?? "-"
        case .path: font.text("path").isEmpty ? face.text("path") : font.text("path")
        }
    }
}
