internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Returns the order in which the fonts of one request are registered.
    ///
    /// This is the order of the request, except that newer versions of one font with the same faces come first.
    ///
    /// If two versions are added in one round, the first one is kept, because it has no file yet that could be
    /// replaced. Otherwise, a directory that contains both would leave the older one if its name sorts first.
    ///
    /// - Parameter candidates: The fonts.
    /// - Returns: Their positions.
    static func order(of candidates: [FontCandidate]) -> [Int] {
        var order = Array(candidates.indices)
        guard candidates.count > 1 else { return order }
        let names = order.filter { !candidates[$0].faces.isEmpty }.map { position in
            (position, candidates[position].faces.map(\.postscriptName.fontNameKey).sorted())
        }
        let rivals = Dictionary(grouping: names) { $0.1 }.values.map { $0.map(\.0) }
        for rivals in rivals where rivals.count > 1 {
            let faces = Dictionary(
                uniqueKeysWithValues: rivals.map { ($0, candidates[$0].faces.map(FaceIdentity.init)) })
            // Only fonts with the same faces: otherwise, a face that only the older one has would be lost.
            func isNewer(_ place: Int, than other: Int) -> Bool {
                guard let new = faces[place], let old = faces[other], new.count == old.count else { return false }
                return zip(new, old).allSatisfy { $0.isSameFont(as: $1) && $0.revision > $1.revision }
            }
            var sorted: [Int] = []
            for place in rivals {
                sorted.insert(place, at: sorted.firstIndex { isNewer(place, than: $0) } ?? sorted.endIndex)
            }
            for (place, index) in zip(rivals, sorted) { order[place] = index }
        }
        return order
    }
}
