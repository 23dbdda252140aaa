/// The faces of one family that were found, of one provider and in one state.
struct FoundFamily {
    let name: String
    let provider: String
    let state: String
    /// The plainest of its faces that were found, such as its regular one; of equals the first.
    private(set) var plainest: FontRecord
    private(set) var styles: [String] = []

    private struct Key: Hashable {
        let name: String
        let provider: String
        let state: String
    }

    /// The families of faces, the best first.
    static func families(of faces: [FontRecord], for words: FontWords) -> [FoundFamily] {
        var families: [Key: FoundFamily] = [:]
        for face in faces {
            let name = [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
            let provider = face.entries["provider"] == nil ? "system" : face.text("provider")
            let key = Key(name: name, provider: provider, state: face.state)
            let style = face.text("style")
            var family =
                families[key]
                ?? FoundFamily(name: name, provider: provider, state: face.state, plainest: face)
            if face.plainness < family.plainest.plainness { family.plainest = face }
            if !family.styles.contains(style) { family.styles.append(style) }
            families[key] = family
        }
        return families.values.map { (rank: words.rank(ofFamily: $0.name), family: $0) }.sorted {
            ($0.rank, $0.family.name, $0.family.provider, $0.family.state)
                < ($1.rank, $1.family.name, $1.family.provider, $1.family.state)
        }.map(\.family)
    }

    var row: [String] {
        let shown = styles.count > 4 ? "\(styles.prefix(3).joined(separator: ", ")) and \(styles.count - 3) more" : nil
        return [name, shown ?? styles.joined(separator: ", "), provider, state]
    }
}
