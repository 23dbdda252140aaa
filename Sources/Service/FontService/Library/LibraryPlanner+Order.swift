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
            var sorted: [Int] = []
            for place in rivals {
                let index = sorted.firstIndex { isNewer(candidates[place], than: candidates[$0]) }
                sorted.insert(place, at: index ?? sorted.endIndex)
            }
            for (place, index) in zip(rivals, sorted) { order[place] = index }
        }
        return order
    }

    /// Returns whether a font is a newer version of another one, with the same faces: if it had fewer, one would be lost.
    static func isNewer(_ new: FontCandidate, than old: FontCandidate) -> Bool {
        new.faces.count == old.faces.count
            && zip(new.faces.map(FaceIdentity.init), old.faces.map(FaceIdentity.init)).allSatisfy {
                $0.isSameFont(as: $1) && $0.revision > $1.revision
            }
    }
}
