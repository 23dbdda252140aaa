@_spi(_Unicode) internal import Swift

/// A text as a font must draw it: its distinct grapheme clusters, less what needs no glyph.
///
/// A cluster counts as a whole, as a mark from another font than its base is drawn in the wrong place. What chooses no
/// font follows Pango's list, `consider_as_space` of its itemizer: controls, format characters but those of Arabic,
/// separators, spaces but that of Ogham, variation selectors.
package struct CoverText: Sendable {
    /// A cluster of more than one scalar, or of one with a canonical decomposition.
    struct Cluster: Hashable, Sendable {
        /// The scalars as the text has them.
        var scalars: [Unicode.Scalar]

        /// The sequences, any of which is enough, as shapers compose and decompose.
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

    /// Why a text is not looked at.
    package enum Failure: Error {
        /// It has more bytes than ``CoverLimits/textBytes``.
        case tooLong
        /// It has more distinct clusters than ``CoverLimits/clusters``.
        case tooManyClusters
    }

    /// The clusters of one scalar without a decomposition, ascending.
    let scalars: [Unicode.Scalar]
    /// The other clusters, in the order of the text.
    let clusters: [Cluster]

    /// How many distinct clusters there are.
    package var count: Int { scalars.count + clusters.count }

    /// How long the text takes to look for, in single scalars: 64 of these are compared at once, and clusters one by one.
    var cost: Int { scalars.count + 64 * clusters.count }

    /// Divides a text.
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
                // Most of a text repeats, and what a scalar is takes longer than to look whether it was there.
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

    /// Whether a scalar chooses no font.
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

    /// Whether a scalar is to be looked at in its canonical decomposition too.
    ///
    /// Syllables of Hangul have one, but no font draws them from parts that lacks them whole.
    private static func mayDecompose(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xC0, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x2F7FF, 0x30000...: return false
        default:
            var decomposed = String(Character(scalar))._nfd.makeIterator()
            return decomposed.next() != scalar || decomposed.next() != nil
        }
    }
}
