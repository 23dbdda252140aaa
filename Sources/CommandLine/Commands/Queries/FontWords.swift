internal import FontModel

/// Words to search for in fonts: each word must occur in one of the names of a face or in its foundry.
///
/// As in the service, case, spaces and hyphens do not matter.
package struct FontWords: Sendable {
    private let keys: [String]

    /// Creates words.
    package init(_ words: [String]) { keys = words.map(\.fontNameKey) }

    /// Whether a font or face dictionary contains all words.
    package func match(_ font: FontRecord) -> Bool {
        let faces = font.faces.isEmpty ? [font] : font.faces
        return faces.contains { face in
            let names = Self.names(of: face)
            return keys.allSatisfy { key in names.contains { $0.contains(key) } }
        }
    }

    /// How well a family matches: 0 if its name is exactly the words, 1 if it begins with the first word, and 2
    /// otherwise.
    package func rank(ofFamily name: String) -> Int {
        let name = name.fontNameKey
        if name == keys.joined() { return 0 }
        return keys.first.map { name.hasPrefix($0) } ?? true ? 1 : 2
    }

    private static func names(of face: FontRecord) -> [String] {
        let families: [String: String] = face.value("names") ?? [:]
        let keys = ["family", "typographic_family", "full_name", "postscript_name", "style", "foundry"]
        return (keys.map { face.text($0) } + families.values).map(\.fontNameKey)
    }
}
