internal import CFontconfig
internal import Synchronization

/// What fontconfig reads in a font file, before anybody adds it to the fonts of the process.
///
/// It needs no configuration, so that it can be done while that is being loaded.
package final class ScannedFont: Sendable {
    /// The path that the file was read by.
    package let path: String

    /// The patterns of its faces; `nil` once they are somebody else's.
    private let patterns: Mutex<Patterns?>

    /// `@unchecked Sendable`: it is only touched under the lock above, and whoever takes it out has it alone.
    private struct Patterns: @unchecked Sendable {
        var set: UnsafeMutablePointer<FcFontSet>
        /// What they say, where that was looked at already.
        var faces: [ApplicationFace]?
    }

    /// Reads the faces of a file; blocks.
    ///
    /// - Parameter path: The absolute path.
    /// - Throws: ``ApplicationFonts/Failure/noFace``.
    package init(path: String) throws(ApplicationFonts.Failure) {
        guard let set = FcFontSetCreate() else { throw .noFace }
        var count: Int32 = 0
        FcFreeTypeQueryAll(path, UInt32.max, nil, &count, set)
        guard set.pointee.nfont > 0 else {
            FcFontSetDestroy(set)
            throw .noFace
        }
        self.path = path
        patterns = Mutex(Patterns(set: set))
    }

    deinit { patterns.withLock { if let patterns = $0 { FcFontSetDestroy(patterns.set) } } }

    /// Describes the faces while there is time, so that whoever adds them need not; blocks.
    package func describe() {
        patterns.withLock { held in
            guard let set = held?.set else { return }
            held?.faces = ApplicationFonts.faces(set, of: nil)
        }
    }

    /// Looks at the faces without adding them; at none once they have been added.
    func withPatterns<Result>(_ body: (UnsafeMutablePointer<FcFontSet>?) -> Result) -> Result {
        patterns.withLock { body($0?.set) }
    }

    /// What came of adding faces.
    enum Addition {
        /// Nothing has changed: fontconfig has to read the file itself.
        case impossible
        /// They were added; which they are, where they were described and no rule has made others of them.
        case added([ApplicationFace]?)
    }

    /// Adds the faces to the fonts of the process, once, as fontconfig itself does with those of a file: the rules of
    /// the user for what is scanned apply to them.
    ///
    /// - Parameter configuration: The configuration, which the caller holds a reference to and nobody else changes
    ///   meanwhile.
    /// - Returns: What came of it.
    func add(to configuration: OpaquePointer) -> Addition {
        // Below another root, paths in patterns begin there.
        guard FcConfigGetSysRoot(configuration) == nil, let fonts = Self.applicationFonts(of: configuration) else {
            return .impossible
        }
        return patterns.withLock { held in
            guard let set = held?.set, let patterns = set.pointee.fonts else { return .impossible }
            var faces = held?.faces
            let (before, count) = (fonts.pointee.nfont, Int(set.pointee.nfont))
            for index in 0..<count {
                guard let pattern = patterns[index] else { continue }
                let original = faces.flatMap { _ in FcPatternDuplicate(pattern) }
                defer { original.map(FcPatternDestroy) }
                guard FcConfigSubstitute(configuration, pattern, FcMatchScan) != 0, FcFontSetAdd(fonts, pattern) != 0
                else {
                    // Both sets would think that the patterns are theirs.
                    fonts.pointee.nfont = before
                    return .impossible
                }
                if !(original.map { Self.isSame(pattern, as: $0) } ?? false) { faces = nil }
            }
            set.pointee.nfont = 0
            FcFontSetDestroy(set)
            held = nil
            return .added(faces)
        }
    }

    /// Whether rules have left a pattern as it was; fontconfig itself takes no notice of the case of letters.
    private static func isSame(_ pattern: OpaquePointer, as original: OpaquePointer) -> Bool {
        FcPatternEqual(pattern, original) != 0
            && [FC_FAMILY, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME].allSatisfy { object in
                ApplicationFonts.strings(pattern, object) == ApplicationFonts.strings(original, object)
            }
    }

    private static func applicationFonts(of configuration: OpaquePointer) -> UnsafeMutablePointer<FcFontSet>? {
        if let fonts = FcConfigGetFonts(configuration, FcSetApplication) { return fonts }
        // Only whoever adds a file makes the set; of what is no font, nothing is added to it.
        _ = FcConfigAppFontAddFile(configuration, "/dev/null")
        return FcConfigGetFonts(configuration, FcSetApplication)
    }
}
