internal import CFontconfig
internal import FontModel

/// Merges all patterns of a face into one description.
///
/// A static face has one pattern. For a variable face, fontconfig creates one pattern for the default, one for each
/// named instance, with the instance's number in the upper half of the index, and one for the whole design space, with
/// ranges as values.
struct PatternFolder {
    private struct Key: Hashable {
        let path: String
        let face: Int
    }

    private var entries: [DirectoryFaces.Entry] = []
    private var positions: [Key: Int] = [:]
    private var instances: [Key: [Pattern]] = [:]
    private var facesPerFile: [String: Set<Int>] = [:]
    private var spaces: [Key: Pattern] = [:]

    /// Adds a pattern, which must stay valid until ``finish()``.
    mutating func add(_ pattern: Pattern, position: Int) {
        guard let path = pattern.path, path.hasPrefix("/"), let index = pattern.integer(FC_INDEX),
            index >= 0
        else { return }
        let key = Key(path: path, face: Int(index & 0xFFFF))
        facesPerFile[path, default: []].insert(key.face)
        if positions[key] == nil {
            positions[key] = entries.count
            entries.append(
                DirectoryFaces.Entry(
                    path: path, format: Self.format(pattern),
                    face: FaceDescription(index: key.face, pattern: pattern), position: position))
        }
        if pattern.boolean(FC_VARIABLE) {
            spaces[key] = pattern
        } else if index >> 16 != 0 {
            instances[key, default: []].append(pattern)
        } else if let place = positions[key] {
            // The default pattern describes the face without variations, wherever it occurs in the list.
            entries[place].face = FaceDescription(index: key.face, pattern: pattern)
        }
    }

    /// Returns the faces in the order of their first patterns.
    consuming func finish() -> [DirectoryFaces.Entry] {
        for (key, place) in positions {
            if facesPerFile[key.path].map({ $0.count > 1 || $0 != [0] }) == true, entries[place].format != nil {
                entries[place].format = .collection
            }
            guard let space = spaces[key] else { continue }
            entries[place].face.addVariations(of: space, instances: instances[key] ?? [])
        }
        return entries
    }

    private static func format(_ pattern: Pattern) -> FontFormat? {
        switch pattern.string(FC_FONTFORMAT) {
        case "TrueType": .truetype
        case "CFF": .cff
        default: nil
        }
    }
}
