internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Returns the order in which the fonts of one request are registered.
    ///
    /// This is the order of the request, except that newer versions of one font come first.
    ///
    /// If two versions are added in one round, the first one is kept, because it has no file yet that could be
    /// replaced. Otherwise, a directory that contains both would leave the older one if its name sorts first.
    ///
    /// - Parameter candidates: The fonts.
    /// - Returns: Their positions.
    static func order(of candidates: [FontCandidate]) -> [Int] {
        var order = Array(candidates.indices)
        guard candidates.count > 1 else { return order }
        let faces = candidates.map { $0.faces.map(FaceIdentity.init) }
        let places = Dictionary(grouping: order.filter { !faces[$0].isEmpty }) {
            faces[$0].first?.postscriptName.fontNameKey ?? ""
        }
        for rivals in places.values where rivals.count > 1 {
            var sorted: [Int] = []
            for place in rivals {
                let isNewer = { (other: Int) in
                    guard let face = faces[place].first, let old = faces[other].first(where: face.isSameFont) else {
                        return false
                    }
                    return face.revision > old.revision
                }
                sorted.insert(place, at: sorted.firstIndex(where: isNewer) ?? sorted.endIndex)
            }
            for (place, index) in zip(rivals, sorted) { order[place] = index }
        }
        return order
    }
}
