internal import CFontconfig
internal import Synchronization

/// fontconfig's scan of a font file, before the file is added to the fonts of the process.
///
/// A scan needs no configuration, so it is possible while the configuration is being loaded.
package final class ScannedFont: Sendable {
    /// The path with which the file was read.
    package let path: String

    /// The patterns of the faces; `nil` after ``take(for:)`` has transferred their ownership.
    private let patterns: Mutex<Patterns?>

    /// `@unchecked Sendable`: it is only accessed under the lock above, and the code that takes it out owns it
    /// exclusively.
    private struct Patterns: @unchecked Sendable {
        var set: UnsafeMutablePointer<FcFontSet>
        /// Whether the configuration's rules for scanned fonts have been applied.
        var isSubstituted = false
        /// The faces that the patterns describe; `nil` until they are needed.
        var faces: [ApplicationFace]?
    }

    /// Creates a scan of a file; blocks.
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

    /// Creates a scan from patterns to which fontconfig has applied its rules.
    ///
    /// - Parameters:
    ///   - path: The absolute path in the patterns.
    ///   - substituted: The patterns, which must not be empty; the scan takes ownership of them.
    init(path: String, substituted: UnsafeMutablePointer<FcFontSet>) {
        self.path = path
        patterns = Mutex(Patterns(set: substituted, isSubstituted: true))
    }

    deinit { patterns.withLock { if let patterns = $0 { FcFontSetDestroy(patterns.set) } } }

    /// Describes the faces ahead of time, so that this need not be done when they are added; blocks.
    ///
    /// - Returns: The faces; none after they were added.
    @discardableResult
    package func describe() -> [ApplicationFace] {
        patterns.withLock { held in
            guard let set = held?.set else { return [] }
            let faces = held?.faces ?? ApplicationFonts.faces(ApplicationFonts.patterns(set), of: path)
            held?.faces = faces
            return faces
        }
    }

    /// Runs a closure with the patterns, without adding them; with `nil` after they were added.
    func withPatterns<Result>(_ body: (UnsafeMutablePointer<FcFontSet>?) -> Result) -> Result {
        patterns.withLock { body($0?.set) }
    }

    /// Transfers ownership of the patterns to the caller, only once.
    ///
    /// The patterns are changed by the configuration's rules for scanned fonts, like those of a file that fontconfig
    /// itself adds.
    ///
    /// - Parameter configuration: The configuration, to which the caller has a reference.
    /// - Returns: The patterns, which the caller owns, and the faces if they were described and no rule has changed
    ///   them; `nil` if the patterns were transferred already, or a rule cannot be applied.
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
        // The caller owns the patterns now.
        set.pointee.nfont = 0
        return (patterns, faces)
    }

    /// Whether rules have left a pattern unchanged; fontconfig's own comparison ignores the case of letters.
    private static func isSame(_ pattern: OpaquePointer, as original: OpaquePointer) -> Bool {
        FcPatternEqual(pattern, original) != 0
            && [FC_FAMILY, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME].allSatisfy { object in
                ApplicationFonts.strings(pattern, object) == ApplicationFonts.strings(original, object)
            }
    }
}
