internal import CFreeType
package import FontModel
internal import LinuxSystem

/// FreeType, ready to open faces.
package final class FreeTypeLibrary {
    let library: FT_Library

    /// Starts FreeType; `nil` where memory is short.
    package init?() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        self.library = library
        version = Self.version(of: library)
    }

    deinit { FT_Done_FreeType(library) }

    /// The version of the library that runs, with its build.
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
    /// What FreeType refused to do, with its error number.
    package enum Failure: Error, Sendable, Hashable {
        /// The face cannot be opened.
        case opening(Int)
        /// A glyph cannot be loaded.
        case glyph(Int, error: Int)
        /// fontconfig would not list the face.
        case query

        /// Whether it is memory that was short, rather than the font that is wrong.
        ///
        /// Source: FT_Err_Out_Of_Memory in fterrdef.h.
        package var isOutOfMemory: Bool {
            switch self {
            case .opening(0x40), .glyph(_, error: 0x40): true
            case .opening, .glyph, .query: false
            }
        }
    }

    /// What only fontconfig's own look at the face can tell.
    package struct Query: Sendable {
        /// The languages whose orthography the face covers, as BCP 47 tags.
        package var languages: [String]
        /// The characters that fontconfig finds.
        package var coverage: CharacterCoverage
        /// Whether fontconfig takes all advance widths for equal.
        package var isMonospace: Bool
        /// The weight that programs find it by, on OpenType's scale; of a variable face that of its default.
        package var weight: Double
        /// The width that programs find it by, in percent of normal; of a variable face that of its default.
        package var width: Double
        /// The slope that programs find it by.
        package var slant: FontSlant
        /// The names that programs find it by: unchecked text.
        package var names: PatternNames
    }

    /// What came of loading glyphs.
    package struct LoadedGlyphs: Sendable, Equatable {
        /// How many were tried.
        package var count: Int
        /// How many of them cannot be loaded.
        package var failures: Int
        /// The first that cannot be loaded.
        package var firstFailure: Failure?
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

    /// How many faces the file has.
    package var faceCount: Int { max(0, face.pointee.num_faces) }

    /// How many glyphs the face has.
    package var glyphCount: Int { max(0, face.pointee.num_glyphs) }

    /// Loads glyphs from all over the face, outlines as they are in the font, bitmaps in their first size.
    ///
    /// - Parameter limit: The most glyphs to load; where the face has more, they are taken at equal distances.
    /// - Returns: How many were tried, and which could not be loaded.
    /// - Throws: ``Failure/glyph(_:error:)`` where more than one in a hundred cannot be loaded, or memory is short.
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
        // A font of bitmaps need not have one for every glyph.
        guard isScalable else {
            if loaded.failures == loaded.count { throw failure }
            return LoadedGlyphs(count: loaded.count, failures: 0, firstFailure: nil)
        }
        if loaded.failures * Self.glyphsPerFailure > loaded.count { throw failure }
        return loaded
    }

    /// How many glyphs there must be for one that cannot be loaded.
    ///
    /// Programs show nothing in the place of such a glyph. Some fonts of thousands have one that nobody has missed.
    private static let glyphsPerFailure = 100

    /// Loads glyphs as programs do that show text: at a size, hinted by the font's own program, in colour.
    ///
    /// - Parameter limit: The most glyphs to load, taken at equal distances.
    /// - Returns: The first failure, if there is one: such a glyph is shown as nothing, which some fonts live with.
    package func firstFailure(showing limit: Int) -> Failure? {
        guard isScalable else { return nil }
        // 16 pixels is what a program uses without being told otherwise.
        let error = FT_Set_Pixel_Sizes(face, 0, 16)
        guard error == 0 else { return .opening(Int(error)) }
        for glyph in sample(limit) {
            // Where the font has no program FreeType would make up hints of its own, at great cost and to no end here.
            let error = FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR | FT_LOAD_NO_AUTOHINT))
            if error != 0 { return .glyph(glyph, error: Int(error)) }
        }
        return nil
    }

    /// Loads glyphs at the least and the greatest value of each axis, and at those of all axes at once.
    ///
    /// The face stays at another place of its design space than its default.
    ///
    /// - Parameters:
    ///   - axes: The most axes to try, the first ones.
    ///   - limit: The most glyphs to load in each place, taken at equal distances.
    /// - Returns: The first failure, if there is one.
    package func firstFailure(atExtremesOf axes: Int, loading limit: Int) -> Failure? {
        var variations: UnsafeMutablePointer<FT_MM_Var>?
        guard isScalable, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 else { return nil }
        let error = FT_Get_MM_Var(face, &variations)
        guard error == 0, let variations else { return .opening(Int(error)) }
        defer { FT_Done_MM_Var(library.library, variations) }
        let all = UnsafeBufferPointer(start: variations.pointee.axis, count: Int(variations.pointee.num_axis))
        var places = [all.map(\.minimum), all.map(\.maximum)]
        // Of one axis these are the same.
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

    /// Whether the face has outlines, and not bitmaps alone.
    package var isScalable: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 }

    /// So many glyphs at most, at equal distances from the first on.
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
