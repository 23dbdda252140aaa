internal import CFontconfig
internal import FontModel
internal import LinuxSystem

/// A pattern whose owner keeps it while this value is in use.
struct Pattern {
    private let pattern: OpaquePointer

    init(borrowing pattern: OpaquePointer) { self.pattern = pattern }

    /// Returns a string, with its length and characters limited to what may be shown.
    ///
    /// The result is `nil` if there is no string with this number.
    func string(_ object: String, _ number: Int = 0) -> String? {
        var text: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, object, Int32(clamping: number), &text) == FcResultMatch, let text else {
            return nil
        }
        return String(fontconfig: text)
    }

    /// The path of the file, in the encoding of `PathText`.
    var path: String? {
        var path: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else { return nil }
        return String(fontconfigPath: path)
    }

    /// Returns all strings of an object, in order.
    func strings(_ object: String) -> [String] {
        var strings: [String] = []
        var text: UnsafeMutablePointer<UInt8>?
        var number: Int32 = 0
        while FcPatternGetString(pattern, object, number, &text) == FcResultMatch {
            // A string that cannot be used keeps its index, because languages are matched by index.
            strings.append(text.flatMap { String(fontconfig: $0) } ?? "")
            number += 1
        }
        return strings
    }

    func integer(_ object: String) -> Int32? {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : nil
    }

    func boolean(_ object: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value == 1
    }

    /// Returns a number; for a range, its lower end.
    func double(_ object: String) -> Double? {
        var value = 0.0
        if FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch { return value }
        return range(object)?.lowerBound
    }

    /// Returns a range; `nil` if the value is a single number.
    func range(_ object: String) -> ClosedRange<Double>? {
        var range: OpaquePointer?
        var lower = 0.0
        var upper = 0.0
        guard FcPatternGetRange(pattern, object, 0, &range) == FcResultMatch, let range,
            FcRangeGetDouble(range, &lower, &upper) != 0, lower < upper
        else { return nil }
        return lower...upper
    }

    /// The weight on OpenType's scale.
    var weight: Double { Self.openTypeWeight(double(FC_WEIGHT)) }

    /// The slope.
    var slant: FontSlant {
        switch integer(FC_SLANT) ?? FC_SLANT_ROMAN {
        case FC_SLANT_ITALIC: .italic
        case FC_SLANT_OBLIQUE: .oblique
        default: .upright
        }
    }

    /// Converts a weight from fontconfig's own scale; a weight that fontconfig cannot convert counts as regular.
    static func openTypeWeight(_ weight: Double?) -> Double {
        guard let weight else { return 400 }
        let converted = FcWeightToOpenTypeDouble(weight)
        return converted > 0 ? min(converted, 1000) : 400
    }

    /// The characters.
    var coverage: CharacterCoverage {
        var set: OpaquePointer?
        guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch, let set else {
            return CharacterCoverage()
        }
        var map = [FcChar32](repeating: 0, count: 8)
        var next: FcChar32 = 0
        var pages: [CharacterCoverage.Page] = []
        var base = FcCharSetFirstPage(set, &map, &next)
        // FC_CHARSET_DONE, a macro that Swift cannot import.
        while base != FcChar32.max {
            let words = (0..<4).map { UInt64(map[2 * $0]) | UInt64(map[2 * $0 + 1]) << 32 }
            // Fonts can also map numbers beyond the range of Unicode.
            if base <= 0x10FF00, let number = UInt16(exactly: base >> 8), words.contains(where: { $0 != 0 }) {
                pages.append(CharacterCoverage.Page(number: number, words: words))
            }
            base = FcCharSetNextPage(set, &map, &next)
        }
        return CharacterCoverage(pages: pages) ?? CharacterCoverage()
    }

    /// The languages whose orthographies the characters cover, as BCP 47 tags.
    var languages: [String] {
        var set: OpaquePointer?
        guard FcPatternGetLangSet(pattern, FC_LANG, 0, &set) == FcResultMatch, let set,
            let tags = FcLangSetGetLangs(set)
        else { return [] }
        defer { FcStrSetDestroy(tags) }
        guard let list = FcStrListCreate(tags) else { return [] }
        defer { FcStrListDone(list) }
        var languages: [String] = []
        while let text = FcStrListNext(list) {
            if let tag = String(fontconfig: text) { languages.append(LanguageCoverage.canonical(tag)) }
        }
        return languages.sorted()
    }
}
