internal import FontModel
internal import Localization

/// Suggestions for a mistyped name.
package enum NameSuggestions {
    /// The maximum number of names that are suggested.
    package static let limit = 3

    /// Finds names that are similar to another name.
    ///
    /// - Parameters:
    ///   - name: The name that was typed.
    ///   - names: The names that exist.
    /// - Returns: At most ``limit`` names, the most similar first.
    package static func names(like name: String, among names: some Sequence<String>) -> [String] {
        let key = Array(name.fontNameKey.utf8)
        guard key.count > 1 else { return [] }
        // One error in three letters is a typing mistake; with more errors, it is another word.
        let tolerance = max(1, key.count / 3)
        var known: Set<String> = []
        var found: [(distance: Int, name: String)] = []
        for candidate in names where known.insert(candidate).inserted {
            let other = Array(candidate.fontNameKey.utf8)
            if other.count > key.count, other.starts(with: key) {
                found.append((1, candidate))
            } else if let distance = distance(key, other, atMost: tolerance) {
                found.append((distance, candidate))
            }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }

    /// A sentence that suggests names; empty if there are none.
    package static func sentence(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        let others = CountedText.list(names.dropLast())
        return others.isEmpty
            ? " " + localized("Did you mean %1?", last) : " " + localized("Did you mean %1 or %2?", others, last)
    }

    /// The Levenshtein distance, in which swapped neighbours count as one edit; `nil` if it exceeds a bound.
    static func distance(_ first: [UInt8], _ second: [UInt8], atMost bound: Int) -> Int? {
        guard abs(first.count - second.count) <= bound else { return nil }
        var (before, previous) = ([Int](), Array(0...second.count))
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let substitution = previous[column] + (first[row] == second[column] ? 0 : 1)
                var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= bound }) else { return nil }
            (before, previous) = (previous, current)
        }
        return previous[second.count] <= bound ? previous[second.count] : nil
    }
}
