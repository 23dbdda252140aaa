internal import DBus

/// Makes the results of a large batch, or of descriptors that stand for many fonts, fit into one reply: their fonts are
/// registered by then, and the owner has to learn of them.
enum CommitReply {
    /// The bytes that the results may take: the longest message but for its header and the generation.
    static let size = BusLimits.standard.messageSize - (4 << 10)

    /// Shortens results where they are too long together.
    ///
    /// Messages lose their middle: they begin with the caller's name for the font and end with what is wrong with it.
    /// Where that is not enough a result loses its warnings, the last ones first, then the ids of what it replaced, and
    /// then whose font is in its way, which may be a path. What is left has no text without a bound.
    ///
    /// - Parameters:
    ///   - results: One dictionary per font.
    ///   - size: The bytes that they may take together.
    /// - Returns: The results, of which only those are shortened that are longer than their share.
    static func fitted(_ results: [[String: BusVariant]], into size: Int = size) -> [[String: BusVariant]] {
        let sizes = results.map(\.busValue.maximumSize)
        guard sizes.reduce(0, +) > size else { return results }
        let share = size / results.count
        return zip(results, sizes).map { result, size in size > share ? shortened(result, to: share) : result }
    }

    private static func shortened(_ result: [String: BusVariant], to size: Int) -> [String: BusVariant] {
        var result = result
        func excess() -> Int { result.busValue.maximumSize - size }
        if case .string(let text)? = result["message"]?.value {
            result["message"] = BusVariant(withoutMiddle(text, length: text.utf8.count - excess()))
        }
        while excess() > 0, let warnings = try? result["warnings"]?.converted(to: [[String: BusVariant]].self) {
            result["warnings"] = warnings.count > 1 ? BusVariant(Array(warnings.dropLast())) : nil
        }
        for key in ["replaced", "owner"] where excess() > 0 { result[key] = nil }
        return result
    }

    /// Takes so much out of the middle of a text that it has at most a number of bytes in UTF-8.
    private static func withoutMiddle(_ text: String, length: Int) -> String {
        let gap = " … "
        let half = (length - gap.utf8.count) / 2
        guard half > 0 else { return "" }
        func beginning(of scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
            var rest = half
            return Array(
                scalars.prefix { scalar in
                    rest -= UTF8.width(scalar)
                    return rest >= 0
                })
        }
        var short = String.UnicodeScalarView(beginning(of: text.unicodeScalars))
        short.append(contentsOf: gap.unicodeScalars)
        short.append(contentsOf: beginning(of: text.unicodeScalars.reversed()).reversed())
        return String(short)
    }
}
