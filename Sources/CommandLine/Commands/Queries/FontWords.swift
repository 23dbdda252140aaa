internal import FontModel

/// Words that are looked for in what a font is called: all of them must occur in one of its names or in its foundry.
///
/// As the service compares names: case, spaces and hyphens do not matter.
package struct FontWords: Sendable {
    private let keys: [String]

    /// Creates words.
    package init(_ words: [String]) { keys = words.map(\.fontNameKey) }

    /// Whether a font or face dictionary has all of them.
    package func match(_ font: FontRecord) -> Bool {
        let faces = font.faces.isEmpty ? [font] : font.faces
        return faces.contains { face in
            let names = Self.names(of: face)
            return keys.allSatisfy { key in names.contains { $0.contains(key) } }
        }
    }

    /// How well a family fits: 0 where it is called by the words alone, 1 where it begins with the first, 2 else.
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
