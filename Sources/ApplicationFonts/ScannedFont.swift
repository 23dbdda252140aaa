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

    /// Looks at the faces without adding them; at none once they have been added.
    func withPatterns<Result>(_ body: (UnsafeMutablePointer<FcFontSet>?) -> Result) -> Result {
        patterns.withLock { body($0?.set) }
    }

    /// Adds the faces to the fonts of the process, once, as fontconfig itself does with those of a file: the rules of
    /// the user for what is scanned apply to them.
    ///
    /// - Parameter configuration: The configuration, which the caller holds a reference to and nobody else changes
    ///   meanwhile.
    /// - Returns: Whether they were added; otherwise nothing has changed, and fontconfig has to read the file itself.
    func add(to configuration: OpaquePointer) -> Bool {
        // Below another root, paths in patterns begin there.
        guard FcConfigGetSysRoot(configuration) == nil, let fonts = Self.applicationFonts(of: configuration) else {
            return false
        }
        return patterns.withLock { held in
            guard let set = held?.set, let faces = set.pointee.fonts else { return false }
            let (before, count) = (fonts.pointee.nfont, Int(set.pointee.nfont))
            for index in 0..<count {
                guard let face = faces[index], FcConfigSubstitute(configuration, face, FcMatchScan) != 0,
                    FcFontSetAdd(fonts, face) != 0
                else {
                    // Both sets would think that the patterns are theirs.
                    fonts.pointee.nfont = before
                    return false
                }
            }
            set.pointee.nfont = 0
            FcFontSetDestroy(set)
            held = nil
            return true
        }
    }

    private static func applicationFonts(of configuration: OpaquePointer) -> UnsafeMutablePointer<FcFontSet>? {
        if let fonts = FcConfigGetFonts(configuration, FcSetApplication) { return fonts }
        // Only whoever adds a file makes the set; of what is no font, nothing is added to it.
        _ = FcConfigAppFontAddFile(configuration, "/dev/null")
        return FcConfigGetFonts(configuration, FcSetApplication)
    }
}
