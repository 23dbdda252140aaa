internal import CLinux
internal import FontModel
internal import Fontconfig
internal import Glibc
internal import HarfBuzz
internal import InspectionProtocol
internal import LinuxSystem
internal import SFNT
internal import SystemPackage

/// Examines one font: first with our own reader, and what passes with the libraries that programs will use.
struct FontExamination {
    let freeType: FreeTypeLibrary?
    /// Whether the process ends with the font.
    private let isOnly: Bool
    /// The processor time in nanoseconds that the sample of one face may take to be shaped.
    private let shapingTime: Int64

    /// Prepares an examination.
    ///
    /// - Parameters:
    ///   - freeType: FreeType; `nil` where it could not be started.
    ///   - isOnly: Whether the process ends with the font: then nothing is given back, for which the reply would wait.
    ///   - shapingTime: The processor time in nanoseconds that the sample of one face may take to be shaped. For these
    ///     96 characters at most HarfBuzz 6.0.0 takes 0.08 ms in the median of the 5,600 faces of 75 packages of Debian
    ///     and 1.2 ms for the slowest of them; for the slowest of its own sound test fonts, 8.2 ms.
    init(_ freeType: FreeTypeLibrary?, isOnly: Bool = false, shapingTime: Int64 = 1_000_000_000) {
        self.freeType = freeType
        self.isOnly = isOnly
        self.shapingTime = shapingTime
    }

    func examine(_ descriptor: OwnedFileDescriptor) -> FontInspection {
        do throws(Errno) {
            let font = try MappedFont(descriptor)
            if isOnly { _ = Unmanaged.passRetained(font) }
            return examine(font)
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
        var inspection = font.withBytes { FontReader.inspect($0) }
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
            for index in inspection.faces.indices { try complete(index, of: &inspection, font, &share) }
            inspection.scanCost = ScanCost.estimate(inspection.faces)
            // Again, as fontconfig may know families that we do not.
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

    /// The glyphs to load of all faces together: as many as all but the largest fonts of East Asia have, in the time
    /// that a sanitizer takes for those.
    private static let glyphLimit = 0x8000
    /// The bitmaps to load of each face without outlines: each is a picture that has to be decompressed.
    static let bitmapLimit = 256
    /// The glyphs to show of each face, which takes twenty times as long as to load them.
    private static let shownLimit = 32
    /// The axes of each face of which both ends are tried; nearly all fonts have fewer.
    private static let variedAxes = 8
    /// The glyphs to load at each end of an axis.
    private static let variedLimit = 8

    private func complete(
        _ index: Int, of inspection: inout FontInspection, _ font: MappedFont, _ share: inout GlyphShare
    ) throws(FreeTypeFace.Failure) {
        guard let freeType else { throw .opening(0) }
        let number = inspection.faces[index].index
        let opened = try FreeTypeFace(font, index: number, freeType)
        let loaded = try opened.loadGlyphs(
            limit: opened.isScalable ? share.next : min(share.next, Self.bitmapLimit))
        share.use(loaded.count)
        if let failure = loaded.firstFailure {
            let message = "\(Self.message(failure)) \(loaded.failures) of \(loaded.count) glyphs are affected."
            inspection.findings.append(Self.warning("Outlines", number, message))
        }
        // Before fontconfig has asked, which leaves a variable face at another of its instances.
        if let failure = opened.firstFailure(showing: Self.shownLimit) {
            inspection.findings.append(
                Self.warning(
                    "Hinting", number, "\(Self.message(failure)) Programs that hint fonts show nothing for it."))
        }
        let query = try opened.query(index: number)
        inspection.findings += font.withBytes { shape(query.coverage, face: number, of: $0) }
        // Last, as it leaves the face there.
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

    /// Has a face look as programs take it to look, where a font says one thing here and another there.
    ///
    /// Otherwise a font could look to us like no font of the system and to programs like one.
    private static func correct(_ face: inout FaceDescription, by query: FreeTypeFace.Query) {
        // Less is lost in conversions: fontconfig has whole numbers for widths, and a scale of its own for weights.
        if abs(face.weight - query.weight) > 1 { face.weight = query.weight }
        if abs(face.width - query.width) > 1 { face.width = query.width }
        face.slant = query.slant
    }

    /// Calls a face what fontconfig calls it, and adds the names that fontconfig knows it by and we do not: those of records
    /// that only it reads, and those that it makes where the font has none.
    ///
    /// Programs find the face by them, so they count like all others: they can be taken, and mislead.
    private func addNames(_ found: PatternNames, to index: Int, of inspection: inout FontInspection) {
        let known = Set(inspection.faces[index].names.map(\.value))
        for name in found.families + found.styles + found.fullNames where !known.contains(name.value) {
            if let defect = FontReader.defect(ofName: name.value) {
                inspection.findings.append(
                    Self.refusal(of: index, "A name that fontconfig takes for the \(name.kind) name \(defect)."))
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

    /// Sees to it that a face has the PostScript name that programs find it by.
    ///
    /// A font has the name in several records. FreeType takes the last of those for English on Windows, and one for the
    /// Macintosh where that is no PostScript name. Where this is another name than ours, the font can pass for one of
    /// that name, or it has one name for some programs and one for others: it is refused. Only where no record has a
    /// name that PostScript allows does fontconfig make one of the family, which then is the face's.
    private func nameForPostScript(_ name: String, _ index: Int, of inspection: inout FontInspection) {
        let face = inspection.faces[index]
        guard !name.isEmpty, name.fontNameKey != face.postscriptName.fontNameKey else { return }
        let problem: String? =
            if let defect = FontReader.defect(ofName: name) {
                "A name that fontconfig takes for the PostScript name \(defect)."
            } else if FontReader.isPostScript(face.postscriptName)
                || face.names.contains(where: { $0.kind == .postscript && $0.value == name })
            {
                "The PostScript name is '\(face.postscriptName)' in one record, and programs take another: '\(name)'."
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
    /// Text that grows without end, or takes that long, would hold up every program that shows the font: it is refused. The
    /// limits of the process end what HarfBuzz does not come back from.
    ///
    /// - Returns: What is wrong with its tables and the result, if anything is.
    func shape(_ coverage: CharacterCoverage, face index: Int, of bytes: RawSpan) -> [FontInspection.Finding] {
        bytes.withUnsafeBytes { content in
            let start = Self.processorTime
            let face = ShapingFace(borrowing: content, index: index)
            let damage = face.damagedTables.map { tag in
                Self.warning(
                    "'\(tag)' table structure", index,
                    "HarfBuzz finds the table '\(tag)' damaged, and programs lay out text without it.")
            }
            for text in ShapingSample.texts(coverage) {
                do throws(ShapingFace.Failure) {
                    _ = try face.shape(text)
                } catch {
                    switch error {
                    case .excessive:
                        let message = "HarfBuzz gives up on a text of \(text.count) characters."
                        return damage + [Self.excessive(index, message)]
                    case .missingGlyph(let glyph):
                        let message = "A text is shaped to glyph \(glyph), which is not there."
                        return damage + [Self.warning(Self.shaping, index, message)]
                    }
                }
                guard Self.processorTime - start <= shapingTime else {
                    let message = "A sample of text takes longer than \(shapingTime / 1_000_000) ms to be shaped."
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

    /// What this process has used of a processor, in nanoseconds.
    private static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The opinions on a font.
    ///
    /// - Parameter silent: Who does not get to see it, as another has refused it.
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
        case .query: "fontconfig finds nothing in a face that programs could use."
        }
    }
}

/// How many glyphs each face of a file may load, so that none goes without.
struct GlyphShare {
    private var rest: Int
    private var faces: Int

    init(total: Int, faces: Int) {
        rest = total
        self.faces = max(1, faces)
    }

    /// What the next face may load.
    var next: Int { max(1, rest / faces) }

    mutating func use(_ count: Int) {
        rest -= count
        faces = max(1, faces - 1)
    }
}
