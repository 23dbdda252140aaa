internal import CFreeType
package import FontModel
internal import LinuxSystem

/// An instance of FreeType that can open faces.
package final class FreeTypeLibrary {
    let library: FT_Library

    /// Starts FreeType; the result is `nil` if memory is short.
    package init?() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        self.library = library
        version = Self.version(of: library)
    }

    deinit { FT_Done_FreeType(library) }

    /// The version of the loaded library, with its build.
    package let version: String

    private static func version(of library: FT_Library) -> String {
        var major: FT_Int = 0
        var minor: FT_Int = 0
        var patch: FT_Int = 0
        FT_Library_Version(library, &major, &minor, &patch)
        return LoadedLibrary.version("\(major).\(minor).\(patch)", of: typecase_freetype_address())
    }
}

/// A face that FreeType has opened.
package final class FreeTypeFace {
    /// An operation that FreeType refused, with its error number.
    package enum Failure: Error, Sendable, Hashable {
        /// The face cannot be opened.
        case opening(Int)
        /// A glyph cannot be loaded.
        case glyph(Int, error: Int)
        /// fontconfig would not list the face.
        case query

        /// Whether memory was short, rather than the font being invalid.
        ///
        /// Source: FT_Err_Out_Of_Memory in fterrdef.h.
        package var isOutOfMemory: Bool {
            switch self {
            case .opening(0x40), .glyph(_, error: 0x40): true
            case .opening, .glyph, .query: false
            }
        }
    }

    /// The properties of a face that only fontconfig can determine.
    package struct Query: Sendable {
        /// The languages whose orthography the face covers, as BCP 47 tags.
        package var languages: [String]
        /// The characters that fontconfig finds in the face.
        package var coverage: CharacterCoverage
        /// Whether fontconfig considers all advance widths equal.
        package var isMonospace: Bool
        /// The weight by which programs find the face, on OpenType's scale; for a variable face, that of its default.
        package var weight: Double
        /// The width by which programs find the face, in percent of normal; for a variable face, that of its default.
        package var width: Double
        /// The slope by which programs find the face.
        package var slant: FontSlant
        /// The names by which programs find the face: unchecked text.
        package var names: PatternNames
    }

    /// The result of loading glyphs.
    package struct LoadedGlyphs: Sendable, Equatable {
        /// The number of glyphs that were tried.
        package var count: Int
        /// The number of glyphs that could not be loaded.
        package var failures: Int
        /// The failure of the first glyph that could not be loaded.
        package var firstFailure: Failure?
    }

    private let face: FT_Face
    // These are kept because the face refers to both.
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

    /// The number of faces in the file.
    package var faceCount: Int { max(0, face.pointee.num_faces) }

    /// The number of glyphs in the face.
    package var glyphCount: Int { max(0, face.pointee.num_glyphs) }

    /// Loads glyphs from all over the face: outlines unscaled, bitmaps in their first size.
    ///
    /// - Parameter limit: The most glyphs to load; if the face has more, they are taken at equal distances.
    /// - Returns: The number of glyphs that were tried, and those that could not be loaded.
    /// - Throws: ``Failure/glyph(_:error:)`` if more than one in a hundred cannot be loaded, or memory is short.
    package func loadGlyphs(limit: Int) throws(Failure) -> LoadedGlyphs {
        if !isScalable { FT_Select_Size(face, 0) }
        let flags = isScalable ? FT_LOAD_NO_SCALE : FT_LOAD_COLOR | FT_LOAD_NO_HINTING
        var loaded = LoadedGlyphs(count: 0, failures: 0, firstFailure: nil)
        for glyph in sample(limit) {
            let error = FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(flags))
            loaded.count += 1
            guard error != 0 else { continue }
            let failure = Failure.glyph(glyph, error: Int(error))
            if failure.isOutOfMemory { throw failure }
            loaded.failures += 1
            if loaded.firstFailure == nil { loaded.firstFailure = failure }
        }
        guard let failure = loaded.firstFailure else { return loaded }
        // A bitmap font need not have a bitmap for every glyph.
        guard isScalable else {
            if loaded.failures == loaded.count { throw failure }
            return LoadedGlyphs(count: loaded.count, failures: 0, firstFailure: nil)
        }
        if loaded.failures * Self.glyphsPerFailure > loaded.count { throw failure }
        return loaded
    }

    /// One glyph in this many may fail to load.
    ///
    /// Programs show nothing in place of such a glyph. Some fonts with thousands of glyphs have one that nobody has
    /// missed.
    private static let glyphsPerFailure = 100

    /// Loads glyphs like programs that show text: at a size, hinted by the font's own program, in colour.
    ///
    /// - Parameter limit: The most glyphs to load, taken at equal distances.
    /// - Returns: The first failure, if any. Programs show nothing for such a glyph; some fonts in use have such
    ///   glyphs.
    package func firstFailure(showing limit: Int) -> Failure? {
        guard isScalable else { return nil }
        // 16 pixels is a common default size in programs.
        let error = FT_Set_Pixel_Sizes(face, 0, 16)
        guard error == 0 else { return .opening(Int(error)) }
        for glyph in sample(limit) {
            // If the font has no program, FreeType would generate hints of its own, which is expensive and useless
            // here.
            let error = FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR | FT_LOAD_NO_AUTOHINT))
            if error != 0 { return .glyph(glyph, error: Int(error)) }
        }
        return nil
    }

    /// Loads glyphs at the lowest and the highest value of each axis, and at those of all axes at once.
    ///
    /// Afterwards, the face is no longer at the default place of its design space.
    ///
    /// - Parameters:
    ///   - axes: The most axes to try, from the first on.
    ///   - limit: The most glyphs to load at each place, taken at equal distances.
    /// - Returns: The first failure, if there is one.
    package func firstFailure(atExtremesOf axes: Int, loading limit: Int) -> Failure? {
        var variations: UnsafeMutablePointer<FT_MM_Var>?
        guard isScalable, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 else { return nil }
        let error = FT_Get_MM_Var(face, &variations)
        guard error == 0, let variations else { return .opening(Int(error)) }
        defer { FT_Done_MM_Var(library.library, variations) }
        let all = UnsafeBufferPointer(start: variations.pointee.axis, count: Int(variations.pointee.num_axis))
        var places = [all.map(\.minimum), all.map(\.maximum)]
        // With a single axis, these are the same.
        if all.count > 1 {
            for (number, axis) in all.prefix(axes).enumerated() {
                for value in [axis.minimum, axis.maximum] where value != axis.def {
                    var place = all.map(\.def)
                    place[number] = value
                    places.append(place)
                }
            }
        }
        for var place in places {
            let error = FT_Set_Var_Design_Coordinates(face, FT_UInt(place.count), &place)
            guard error == 0 else { return .opening(Int(error)) }
            for glyph in sample(limit) {
                let error = FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_NO_SCALE))
                if error != 0 { return .glyph(glyph, error: Int(error)) }
            }
        }
        return nil
    }

    /// Whether the face has outlines, rather than only bitmaps.
    package var isScalable: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 }

    /// Returns at most this number of glyphs, at equal distances from the first on.
    private func sample(_ limit: Int) -> StrideTo<Int> {
        stride(from: 0, to: glyphCount, by: max(1, (glyphCount + limit - 1) / max(1, limit)))
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
            isMonospace: view.integer(FC_SPACING).map { $0 >= FC_MONO } ?? false, weight: view.weight,
            width: view.double(FC_WIDTH) ?? 100, slant: view.slant,
            names: PatternNames(view))
    }
}
