internal import DBus

/// Makes the results of a large batch, or of descriptors that match many fonts, fit into one reply.
///
/// The fonts are already registered at that time, so the owner must learn about all of them.
enum CommitReply {
    /// The maximum size of the results in bytes: the longest message without its header and the generation.
    static let size = BusLimits.standard.messageSize - (4 << 10)

    /// Shortens results if they are too long together.
    ///
    /// Messages lose their middle, because they begin with the caller's name for the font and end with the error. If
    /// that is not enough, a result loses its warnings, the last ones first, then the ids of the fonts it replaced, and
    /// then the owner of the conflicting font, which may be a path. The remaining values have a limited length.
    ///
    /// - Parameters:
    ///   - results: One dictionary per font.
    ///   - size: The total size in bytes that they may have.
    /// - Returns: The results; only those longer than their share are shortened.
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

    /// Removes the middle of a text, so that it has at most a given number of bytes in UTF-8.
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
