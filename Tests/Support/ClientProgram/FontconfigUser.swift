internal import CFontconfig

/// What else uses fontconfig in a process: a toolkit that looks for fonts, and follows those of the system.
enum FontconfigUser {
    /// The family that whoever asks for one gets.
    static func family(for family: String) -> String { text(FC_FAMILY, for: family) }

    /// The file of the font that whoever asks for a family gets.
    static func file(for family: String) -> String { text(FC_FILE, for: family) }

    private static func text(_ object: String, for family: String) -> String {
        guard let pattern = wish(for: family) else { return "" }
        defer { FcPatternDestroy(pattern) }
        var result = FcResultNoMatch
        guard let match = FcFontMatch(nil, pattern, &result) else { return "none" }
        defer { FcPatternDestroy(match) }
        var text: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(match, object, 0, &text) == FcResultMatch, let text else { return "none" }
        return String(cString: text)
    }

    /// Loads the configuration anew, as when system fonts have changed.
    static func reload() -> Bool { FcInitReinitialize() != 0 }

    /// Makes a configuration the current one that has a file more than that of the system.
    static func add(configurationFile path: String) -> Bool {
        guard let configuration = FcInitLoadConfigAndFonts() else { return false }
        defer { FcConfigDestroy(configuration) }
        return FcConfigParseAndLoad(configuration, path, FcTrue) != 0 && FcConfigSetCurrent(configuration) != 0
    }

    /// Looks for fonts in each way that fontconfig has.
    static func search() -> Bool {
        guard let pattern = wish(for: "Own 0"), let empty = FcPatternCreate(),
            let objects = FcObjectSetCreate(), FcObjectSetAdd(objects, FC_FAMILY) != 0
        else { return false }
        defer {
            FcPatternDestroy(pattern)
            FcPatternDestroy(empty)
            FcObjectSetDestroy(objects)
        }
        var result = FcResultNoMatch
        guard let sorted = FcFontSort(nil, pattern, FcFalse, nil, &result) else { return false }
        FcFontSetDestroy(sorted)
        guard let match = FcFontMatch(nil, pattern, &result) else { return false }
        FcPatternDestroy(match)
        guard let list = FcFontList(nil, empty, objects) else { return false }
        FcFontSetDestroy(list)
        // As toolkits do, who hold neither the configuration nor its fonts meanwhile.
        for kind in [FcSetSystem, FcSetApplication] {
            guard let set = FcConfigGetFonts(nil, kind) else { continue }
            for index in 0..<Int(set.pointee.nfont) {
                guard let font = set.pointee.fonts[index] else { return false }
                var text: UnsafeMutablePointer<UInt8>?
                guard FcPatternGetString(font, FC_FILE, 0, &text) == FcResultMatch else { return false }
            }
        }
        return true
    }

    private static func wish(for family: String) -> OpaquePointer? {
        guard let pattern = FcNameParse(family) else { return nil }
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        return pattern
    }
}
