@_spi(_Unicode) internal import Swift

/// The distinct grapheme clusters of a text that need a glyph.
///
/// A cluster counts as a whole, because a mark from a font other than that of its base is drawn in the wrong place.
/// Characters that do not influence the choice of font are ignored. They follow Pango's list, `consider_as_space` of
/// its itemizer: controls, format characters except those of Arabic, separators, spaces except that of Ogham, and
/// variation selectors.
package struct CoverText: Sendable {
    /// A cluster of several scalars, or of one scalar with a canonical decomposition.
    struct Cluster: Hashable, Sendable {
        /// The scalars as they appear in the text.
        var scalars: [Unicode.Scalar]

        /// The sequences of scalars, any of which is sufficient, because shapers compose and decompose.
        var alternatives: [[Unicode.Scalar]] {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let string = String(text)
            var found = [scalars]
            for form in [Array(string._nfc), Array(string._nfd)] where !found.contains(form) {
                found.append(form)
            }
            return found
        }

        /// Whether one of its scalars is a Han ideograph.
        var isHan: Bool { scalars.contains(where: CoverText.isHan) }
    }

    /// Why a text is rejected.
    package enum Failure: Error {
        /// The text has more bytes than ``CoverLimits/textBytes``.
        case tooLong
        /// The text has more distinct clusters than ``CoverLimits/clusters``.
        case tooManyClusters
    }

    /// The clusters of one scalar without a decomposition, in ascending order.
    let scalars: [Unicode.Scalar]
    /// The other clusters, in the order of the text.
    let clusters: [Cluster]

    /// The number of distinct clusters.
    package var count: Int { scalars.count + clusters.count }

    /// The cost of searching for the text, in single scalars.
    ///
    /// 64 single scalars are compared at once, but other clusters one by one.
    var cost: Int { scalars.count + 64 * clusters.count }

    /// Divides a text into clusters.
    ///
    /// - Parameter text: The text, at most ``CoverLimits/textBytes`` long.
    /// - Throws: ``Failure``.
    package init(_ text: String) throws(Failure) {
        guard text.utf8.count <= CoverLimits.textBytes else { throw .tooLong }
        var single: Set<UInt32> = []
        var seen: Set<Cluster> = []
        var clusters: [Cluster] = []
        for character in text {
            let all = character.unicodeScalars
            if let scalar = all.first, all.index(after: all.startIndex) == all.endIndex {
                // Most scalars of a text are repeated, and checking for a known scalar is faster than determining its
                // properties.
                if single.contains(scalar.value) || Self.isIgnored(scalar) { continue }
                if !Self.mayDecompose(scalar) {
                    single.insert(scalar.value)
                    continue
                }
            }
            var rest = all.filter { !Self.isIgnored($0) }[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(CoverLimits.clusterScalars))
                rest = rest.dropFirst(part.count)
                let cluster = Cluster(scalars: part)
                if part.count == 1, !Self.mayDecompose(part[0]) {
                    single.insert(part[0].value)
                } else if seen.insert(cluster).inserted {
                    clusters.append(cluster)
                }
            }
            guard single.count + clusters.count <= CoverLimits.clusters else { throw .tooManyClusters }
        }
        scalars = single.sorted().compactMap(Unicode.Scalar.init)
        self.clusters = clusters
    }

    /// Whether a scalar does not influence the choice of font.
    static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x7E: false
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        case 0x1680, 0x600...0x6FF, 0x70F, 0x8E2: false
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
            default: false
            }
        }
    }

    /// Whether a scalar is a Han ideograph, whose style depends on the language.
    static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005, 0x3007, 0xF900...0xFAFF, 0x2F800...0x2FA1F: true
        default: scalar.properties.isUnifiedIdeograph
        }
    }

    /// Whether the canonical decomposition of a scalar must be considered as well.
    ///
    /// Hangul syllables have a decomposition, but a font that lacks a whole syllable does not draw it from its parts.
    private static func mayDecompose(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xC0, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x2F7FF, 0x30000...: return false
        default:
            var decomposed = String(Character(scalar))._nfd.makeIterator()
            return decomposed.next() != scalar || decomposed.next() != nil
        }
    }
}
