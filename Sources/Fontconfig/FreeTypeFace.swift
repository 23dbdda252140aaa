internal import CFreeType
package import FontModel

/// FreeType, ready to open faces.
package final class FreeTypeLibrary {
    let library: FT_Library

    /// Starts FreeType; `nil` where memory is short.
    package init?() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        self.library = library
    }

    deinit { FT_Done_FreeType(library) }

    /// The version of the library that runs.
    package var version: String {
        var major: FT_Int = 0
        var minor: FT_Int = 0
        var patch: FT_Int = 0
        FT_Library_Version(library, &major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }
}

/// A face that FreeType has opened.
package final class FreeTypeFace {
    /// What FreeType refused to do, with its error number.
    package enum Failure: Error, Sendable, Hashable {
        /// The face cannot be opened.
        case opening(Int)
        /// A glyph cannot be loaded.
        case glyph(Int, error: Int)
        /// fontconfig would not list the face.
        case query
    }

    /// What only fontconfig's own look at the face can tell.
    package struct Query: Sendable, Equatable {
        /// The languages whose orthography the face covers, as BCP 47 tags.
        package var languages: [String]
        /// The characters that fontconfig finds.
        package var coverage: CharacterCoverage
        /// Whether fontconfig takes all advance widths for equal.
        package var isMonospace: Bool
    }

    private let face: FT_Face
    // Kept because the face refers to both.
    private let font: MappedFont
    private let library: FreeTypeLibrary

    /// Opens a face.
    ///
    /// - Parameters:
    ///   - font: The font file.
    ///   - index: The number of the face in it.
    ///   - library: FreeType.
    /// - Throws: ``Failure/opening(_:)``.
    package init(_ font: MappedFont, index: Int, _ library: FreeTypeLibrary) throws(Failure) {
        var face: FT_Face?
        let bytes = font.pointer
        let error = FT_New_Memory_Face(
            library.library, bytes.baseAddress?.assumingMemoryBound(to: FT_Byte.self), FT_Long(bytes.count),
            FT_Long(index), &face)
        guard error == 0, let face else { throw .opening(Int(error)) }
        self.face = face
        self.font = font
        self.library = library
    }

    deinit { FT_Done_Face(face) }

    /// Loads a few glyphs from all over the face, unhinted, as a program that shows text would.
    ///
    /// - Throws: ``Failure/glyph(_:error:)``.
    package func loadSample() throws(Failure) {
        let count = face.pointee.num_glyphs
        guard count > 0 else { return }
        let isScalable = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
        if !isScalable { FT_Select_Size(face, 0) }
        let flags = isScalable ? FT_LOAD_NO_SCALE : FT_LOAD_COLOR | FT_LOAD_NO_HINTING
        for glyph in Set([0, 1, count / 4, count / 2, count * 3 / 4, count - 1]).sorted() where glyph < count {
            let error = FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(flags))
            // A font of colour bitmaps need not have one for every glyph.
            guard error == 0 || !isScalable else { throw .glyph(Int(glyph), error: Int(error)) }
        }
    }

    /// Asks fontconfig about the face.
    ///
    /// - Parameter index: The number of the face in its file.
    /// - Returns: What fontconfig found.
    /// - Throws: ``Failure/query``.
    package func query(index: Int) throws(Failure) -> Query {
        guard let pattern = FcFreeTypeQueryFace(face, "", UInt32(clamping: index), nil) else { throw .query }
        defer { FcPatternDestroy(pattern) }
        let view = Pattern(borrowing: pattern)
        return Query(
            languages: view.languages, coverage: view.coverage,
            isMonospace: view.integer(FC_SPACING).map { $0 >= FC_MONO } ?? false)
    }
}
