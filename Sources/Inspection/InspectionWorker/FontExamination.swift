internal import CLinux
internal import FontModel
internal import Fontconfig
internal import Glibc
internal import HarfBuzz
internal import InspectionProtocol
internal import LinuxSystem
internal import SFNT
internal import SystemPackage

/// Examines one font: first with our own reader and, if it passes, with the libraries that programs use.
struct FontExamination {
    let freeType: FreeTypeLibrary?
    /// The processor time, in nanoseconds, for shaping the sample of one face.
    private let shapingTime: Int64

    /// Creates an examination.
    ///
    /// - Parameters:
    ///   - freeType: FreeType; `nil` if it could not be started.
    ///   - shapingTime: The processor time, in nanoseconds, for shaping the sample of one face. For these at most 96
    ///     characters, HarfBuzz 6.0.0 takes 0.08 ms in the median of the 5,600 faces of 75 packages of Debian and 1.2
    ///     ms for the slowest of them; for the slowest of its own sound test fonts, it takes 8.2 ms.
    init(_ freeType: FreeTypeLibrary?, shapingTime: Int64 = 1_000_000_000) {
        self.freeType = freeType
        self.shapingTime = shapingTime
    }

    func examine(_ descriptor: OwnedFileDescriptor) -> FontInspection {
        do throws(Errno) {
            return examine(try MappedFont(descriptor))
        } catch {
            var inspection =
                error == .invalidArgument
                ? FontReader.inspect([UInt8]().span.bytes)
                : .refused(.init(kind: .limit, rule: "Memory", message: "The font cannot be mapped: \(error)."))
            inspection.opinions = opinions(silencing: [.freetype, .harfbuzz, .fontconfig])
            return inspection
        }
    }

    func examine(_ font: MappedFont) -> FontInspection {
        var provenFaces: Set<Int> = []
        var inspection = font.withBytes { FontReader.inspect($0, provenFaces: &provenFaces) }
        if inspection.refusal == nil, inspection.faces.contains(where: { $0.colorTables.contains("SVG") }) {
            inspection.findings += font.withBytes { DrawingCheck.findings($0) }
            if inspection.refusal != nil { inspection.faces = [] }
        }
        guard inspection.refusal == nil else {
            inspection.opinions = opinions(silencing: [.freetype, .harfbuzz, .fontconfig])
            return inspection
        }
        inspection.opinions = opinions(silencing: [])
        do throws(FreeTypeFace.Failure) {
            var share = GlyphShare(total: Self.glyphLimit, faces: inspection.faces.count)
            for index in inspection.faces.indices {
                let isProven = provenFaces.contains(inspection.faces[index].index)
                try complete(index, of: &inspection, font, isProven: isProven, &share)
            }
            inspection.scanCost = ScanCost.estimate(inspection.faces)
            // Check the size again, because fontconfig may know families that our reader does not.
            let size = PatternSize.estimate(inspection.faces)
            if size > FontLimits.patternBytes {
                inspection.findings.append(
                    .init(
                        kind: .limit, rule: "Size of patterns",
                        message: "The patterns have \(size) bytes; \(FontLimits.patternBytes) are allowed."))
            }
            if inspection.refusal != nil { inspection.faces = [] }
        } catch {
            inspection.faces = []
            inspection.findings.append(Self.finding(error))
            inspection.opinions = opinions(silencing: error == .query ? [.harfbuzz] : [.harfbuzz, .fontconfig])
        }
        return inspection
    }

    /// The most glyphs to load from all faces together.
    ///
    /// All but the largest East Asian fonts have fewer glyphs. Loading them takes as long as a sanitizer takes for
    /// those fonts.
    private static let glyphLimit = 0x8000
    /// The most glyphs to load from each face if our own reader has proved that all can be loaded.
    ///
    /// To load all of them took nearly half of the time of an examination of fonts with PostScript outlines, and a
    /// fifth of that of fonts with TrueType outlines.
    private static let provenLimit = 64
    /// The most bitmaps to load from each face without outlines; each one is a picture that must be decompressed.
    static let bitmapLimit = 256
    /// The most glyphs to show from each face; this takes twenty times as long as loading them.
    private static let shownLimit = 32
    /// The most axes of each face to try at both ends; nearly all fonts have fewer.
    private static let variedAxes = 8
    /// The most glyphs to load at each end of an axis.
    private static let variedLimit = 8

    private func complete(
        _ index: Int, of inspection: inout FontInspection, _ font: MappedFont, isProven: Bool, _ share: inout GlyphShare
    ) throws(FreeTypeFace.Failure) {
        guard let freeType else { throw .opening(0) }
        let number = inspection.faces[index].index
        let opened = try FreeTypeFace(font, index: number, freeType)
        let most = !opened.isScalable ? Self.bitmapLimit : isProven ? Self.provenLimit : .max
        let loaded = try opened.loadGlyphs(limit: min(share.next, most))
        share.use(loaded.count)
        if let failure = loaded.firstFailure {
            let message = "\(Self.message(failure)) \(loaded.failures) of \(loaded.count) glyphs are affected."
            inspection.findings.append(Self.warning("Outlines", number, message))
        }
        // This must come before the query of fontconfig, which sets a variable face to another of its instances.
        if let failure = opened.firstFailure(showing: Self.shownLimit) {
            inspection.findings.append(
                Self.warning(
                    "Hinting", number, "\(Self.message(failure)) Programs that hint fonts show nothing for it."))
        }
        let query = try opened.query(index: number)
        inspection.findings += font.withBytes { shape(query.coverage, face: number, of: $0) }
        // This comes last because it changes the instance of the face.
        if !inspection.faces[index].axes.isEmpty,
            let failure = opened.firstFailure(atExtremesOf: Self.variedAxes, loading: Self.variedLimit)
        {
            inspection.findings.append(Self.warning("Variations", number, Self.message(failure)))
        }
        inspection.faces[index].languages = query.languages
        inspection.faces[index].coverage = query.coverage
        addNames(query.names, to: index, of: &inspection)
        nameForPostScript(query.names.postscriptName, index, of: &inspection)
        Self.correct(&inspection.faces[index], by: query)
        inspection.faces[index].isMonospace = inspection.faces[index].isMonospace || query.isMonospace
    }

    /// Corrects the properties of a face to those that programs see, if a font declares contradictory values.
    ///
    /// Otherwise, a font could look different from all system fonts to us, but identical to one of them to programs.
    private static func correct(_ face: inout FaceDescription, by query: FreeTypeFace.Query) {
        // Small differences are due to conversions: fontconfig uses whole numbers for widths, and a different scale for
        // weights.
        if abs(face.weight - query.weight) > 1 { face.weight = query.weight }
        if abs(face.width - query.width) > 1 { face.width = query.width }
        face.slant = query.slant
    }

    /// Gives a face the names that fontconfig uses, and adds the names that only fontconfig knows.
    ///
    /// These are names in records that only fontconfig reads, and names that it generates if the font has none.
    /// Programs find the face by these names, so they count like all others: they can be taken already, and they can
    /// mislead.
    private func addNames(_ found: PatternNames, to index: Int, of inspection: inout FontInspection) {
        let known = Set(inspection.faces[index].names.map(\.value))
        for name in found.families + found.styles + found.fullNames where !known.contains(name.value) {
            if let defect = FontReader.defect(ofName: name.value) {
                inspection.findings.append(
                    Self.refusal(of: index, "A name that fontconfig uses as the \(name.kind) name \(defect)."))
            } else {
                inspection.faces[index].names.append(name)
            }
        }
        guard inspection.refusal == nil else { return }
        inspection.faces[index].takeNames(found, linkedFamily: inspection.faces[index].family)
    }

    private static func refusal(of index: Int, _ message: String) -> FontInspection.Finding {
        .init(
            kind: .invalid, rule: "'name' table usability", message: message, face: index, code: .relaxedSpecification)
    }

    /// Gives a face the PostScript name by which programs find it.
    ///
    /// A font has this name in several records. FreeType uses the last English record for Windows, and a Macintosh
    /// record if that one is not a PostScript name. If the result differs from our name, the font is refused: it can
    /// pass for the font with that name, or it has different names in different programs. Only if no record has a name
    /// that PostScript allows does fontconfig generate one from the family, which then is the name of the face.
    private func nameForPostScript(_ name: String, _ index: Int, of inspection: inout FontInspection) {
        let face = inspection.faces[index]
        guard !name.isEmpty, name.fontNameKey != face.postscriptName.fontNameKey else { return }
        let problem: String? =
            if let defect = FontReader.defect(ofName: name) {
                "A name that fontconfig uses as the PostScript name \(defect)."
            } else if FontReader.isPostScript(face.postscriptName)
                || face.names.contains(where: { $0.kind == .postscript && $0.value == name })
            {
                "The PostScript name is '\(face.postscriptName)' in one record, but programs use another one: '\(name)'."
            } else {
                nil
            }
        if let problem {
            inspection.findings.append(Self.refusal(of: index, problem))
        } else {
            inspection.faces[index].postscriptName = name
            inspection.examined[index].name = name
        }
    }

    /// Shapes a sample of a face's characters.
    ///
    /// A font is refused if the shaped text grows without end or shaping takes too long, because it would block every
    /// program that shows the font. If HarfBuzz does not return, the limits of the process end it.
    ///
    /// - Returns: The problems of the tables and of the result, if any.
    func shape(_ coverage: CharacterCoverage, face index: Int, of bytes: RawSpan) -> [FontInspection.Finding] {
        bytes.withUnsafeBytes { content in
            let start = Self.processorTime
            let face = ShapingFace(borrowing: content, index: index)
            let damage = face.damagedTables.map { tag in
                Self.warning(
                    "'\(tag)' table structure", index,
                    "HarfBuzz finds the table '\(tag)' damaged. Programs lay out text without it.")
            }
            for text in ShapingSample.texts(coverage) {
                do throws(ShapingFace.Failure) {
                    _ = try face.shape(text)
                } catch {
                    switch error {
                    case .excessive:
                        let message = "HarfBuzz fails to shape a text of \(text.count) characters."
                        return damage + [Self.excessive(index, message)]
                    case .missingGlyph(let glyph):
                        let message = "Shaping a text gives glyph \(glyph), which does not exist."
                        return damage + [Self.warning(Self.shaping, index, message)]
                    }
                }
                guard Self.processorTime - start <= shapingTime else {
                    let message = "Shaping a sample text takes longer than \(shapingTime / 1_000_000) ms."
                    return damage + [Self.excessive(index, message)]
                }
            }
            return damage
        }
    }

    private static let shaping = "Shaping"

    private static func excessive(_ face: Int, _ message: String) -> FontInspection.Finding {
        .init(
            kind: .limit, rule: shaping, message: "\(message) Programs that show the font would hang.", face: face)
    }

    /// The processor time that this process has used, in nanoseconds.
    private static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns the opinions on a font.
    ///
    /// - Parameter silent: The validators that do not get the font because another one has refused it.
    /// - Returns: The opinions, our own first.
    func opinions(silencing silent: Set<Opinion.Judge>) -> [Opinion] {
        let libraries = [
            Opinion(.freetype, version: freeType?.version ?? ""),
            Opinion(.harfbuzz, version: ShapingFace.libraryVersion),
            Opinion(.fontconfig, version: FontconfigConfiguration.libraryBuild),
        ]
        return [.own]
            + libraries.map { opinion in
                guard silent.contains(opinion.judge) else { return opinion }
                return Opinion(opinion.judge, version: opinion.version, silence: "The font was refused before.")
            }
    }

    private static func warning(_ rule: String, _ face: Int, _ message: String) -> FontInspection.Finding {
        FontInspection.Finding(kind: .warning, rule: rule, message: "Face \(face): \(message)")
    }

    private static func finding(_ failure: FreeTypeFace.Failure) -> FontInspection.Finding {
        failure.isOutOfMemory
            ? .init(kind: .limit, rule: "Memory", message: message(failure))
            : .init(kind: .invalid, rule: FontInspection.Finding.parsability, message: message(failure))
    }

    static func message(_ failure: FreeTypeFace.Failure) -> String {
        switch failure {
        case .opening(let error): "FreeType cannot open a face (error \(error))."
        case .glyph(let glyph, let error): "FreeType cannot load glyph \(glyph) (error \(error))."
        case .query: "fontconfig finds no usable font data in a face."
        }
    }
}

/// Divides the number of glyphs to load among the faces of a file, so that each face gets at least one.
struct GlyphShare {
    private var rest: Int
    private var faces: Int

    init(total: Int, faces: Int) {
        rest = total
        self.faces = max(1, faces)
    }

    /// The number of glyphs that the next face may load.
    var next: Int { max(1, rest / faces) }

    mutating func use(_ count: Int) {
        rest -= count
        faces = max(1, faces - 1)
    }
}
