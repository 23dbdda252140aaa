internal import FontModel
internal import Localization

/// The faces found that belong to one family and one provider, and are in one state.
struct FoundFamily {
    let name: String
    let provider: String
    let state: String
    /// The plainest face that was found, such as the regular face; the first of equally plain faces.
    private(set) var plainest: FontRecord
    private var least: StyleDistance
    /// Its styles, each once, in the order in which they were found.
    private var found: [(name: String, plainness: StyleDistance)] = []

    /// The names of its styles, the plainest first; equally plain styles are in the order in which they were found.
    var styles: [String] {
        found.enumerated().sorted {
            ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset)
        }.map(\.element.name)
    }

    private struct Key: Hashable {
        let name: String
        let provider: String
        let state: String
    }

    /// The families of some faces, the best matches first.
    static func families(of faces: [FontRecord], for words: FontWords) -> [FoundFamily] {
        var families: [Key: FoundFamily] = [:]
        for face in faces {
            let name = [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
            let provider = face["provider"] == nil ? "system" : face.text("provider")
            let state = face.state
            let key = Key(name: name, provider: provider, state: state)
            let style = face.text("style")
            let plainness = face.plainness
            families[
                key,
                default: FoundFamily(
                    name: name, provider: provider, state: state, plainest: face, least: plainness)
            ].add(face, style, plainness)
        }
        return families.values.map { (rank: words.rank(ofFamily: $0.name), family: $0) }.sorted {
            ($0.rank, $0.family.name, $0.family.provider, $0.family.state)
                < ($1.rank, $1.family.name, $1.family.provider, $1.family.state)
        }.map(\.family)
    }

    private mutating func add(_ face: FontRecord, _ style: String, _ plainness: StyleDistance) {
        if plainness < least { (plainest, least) = (face, plainness) }
        if let index = found.firstIndex(where: { $0.name == style }) {
            found[index].plainness = min(plainness, found[index].plainness)
        } else {
            found.append((style, plainness))
        }
    }

    /// The row of the family in a table.
    var row: [String] {
        let styles = styles
        let shown = styles.count > 4 ? CountedText.list(styles, atMost: 3) : CountedText.list(styles)
        return [name, shown, provider, FontRecord.word(forState: state)]
    }
}
