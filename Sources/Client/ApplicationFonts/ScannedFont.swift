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
        /// Whether the rules for what is scanned have been applied.
        var isSubstituted = false
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
        FcFreeTypeQueryAll(ApplicationFonts.bytes(path), UInt32.max, nil, &count, set)
        guard set.pointee.nfont > 0 else {
            FcFontSetDestroy(set)
            throw .noFace
        }
        self.path = path
        patterns = Mutex(Patterns(set: set))
    }

    /// Takes patterns that fontconfig has read and applied its rules to.
    ///
    /// - Parameters:
    ///   - path: The absolute path that they name.
    ///   - substituted: The patterns, which belong to this then; not empty.
    init(path: String, substituted: UnsafeMutablePointer<FcFontSet>) {
        self.path = path
        patterns = Mutex(Patterns(set: substituted, isSubstituted: true))
    }

    deinit { patterns.withLock { if let patterns = $0 { FcFontSetDestroy(patterns.set) } } }

    /// Describes the faces while there is time, so that whoever adds them need not; blocks.
    ///
    /// - Returns: The faces; none once they have been added.
    @discardableResult
    package func describe() -> [ApplicationFace] {
        patterns.withLock { held in
            guard let set = held?.set else { return [] }
            let faces = held?.faces ?? ApplicationFonts.faces(ApplicationFonts.patterns(set), of: path)
            held?.faces = faces
            return faces
        }
    }

    /// Looks at the faces without adding them; at none once they have been added.
    func withPatterns<Result>(_ body: (UnsafeMutablePointer<FcFontSet>?) -> Result) -> Result {
        patterns.withLock { body($0?.set) }
    }

    /// Gives the patterns away, once, with what the rules of a configuration for what is scanned make of them, as
    /// fontconfig itself does with those of a file.
    ///
    /// - Parameter configuration: The configuration, which the caller holds a reference to.
    /// - Returns: The patterns, which belong to the caller, and the faces where they were described and no rule has
    ///   made others of them; `nil` where the patterns are somebody else's already, or a rule cannot be applied.
    func take(for configuration: OpaquePointer) -> (patterns: [OpaquePointer], faces: [ApplicationFace]?)? {
        let taken = patterns.withLock { held in
            defer { held = nil }
            return held
        }
        guard let set = taken?.set else { return nil }
        defer { FcFontSetDestroy(set) }
        var faces = taken?.faces
        let patterns = ApplicationFonts.patterns(set)
        for pattern in patterns where taken?.isSubstituted != true {
            let original = faces.flatMap { _ in FcPatternDuplicate(pattern) }
            defer { original.map(FcPatternDestroy) }
            guard FcConfigSubstitute(configuration, pattern, FcMatchScan) != 0 else { return nil }
            if !(original.map { Self.isSame(pattern, as: $0) } ?? false) { faces = nil }
        }
        // They are the caller's now.
        set.pointee.nfont = 0
        return (patterns, faces)
    }

    /// Whether rules have left a pattern as it was; fontconfig itself takes no notice of the case of letters.
    private static func isSame(_ pattern: OpaquePointer, as original: OpaquePointer) -> Bool {
        FcPatternEqual(pattern, original) != 0
            && [FC_FAMILY, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME].allSatisfy { object in
                ApplicationFonts.strings(pattern, object) == ApplicationFonts.strings(original, object)
            }
    }
}
