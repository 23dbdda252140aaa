internal import FontModel
package import InspectionProtocol

/// Examines font files with its own code alone: every read is checked, and no input can cause a trap.
package enum FontReader {
    /// Examines a font file.
    ///
    /// The faces lack properties that need language tables and an iteration over all characters:
    /// ``FaceDescription/languages`` and ``FaceDescription/coverage`` are empty. So the `scanCost` of the verdict
    /// covers only the names.
    ///
    /// - Parameter bytes: The whole file.
    /// - Returns: The verdict; if it is a refusal, there are no faces.
    package static func inspect(_ bytes: RawSpan) -> FontInspection {
        var examination = Examination(fileOf: bytes.byteCount)
        return inspect(bytes, &examination)
    }

    /// Examines a font file, and tells which outlines need no further proof.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - provenFaces: Receives the numbers of the faces of which FreeType can certainly load all glyphs.
    /// - Returns: The verdict; if it is a refusal, there are no faces.
    package static func inspect(_ bytes: RawSpan, provenFaces: inout Set<Int>) -> FontInspection {
        var examination = Examination(fileOf: bytes.byteCount)
        defer { provenFaces = examination.provenFaces }
        return inspect(bytes, &examination)
    }

    static func inspect(_ bytes: RawSpan, _ examination: inout Examination) -> FontInspection {
        var inspection = FontInspection(format: nil, faces: [], findings: [], scanCost: 0)
        if let offsets = examination.attempt({ _ throws(Violation) in try start(bytes, &inspection) }) {
            read(bytes, offsets, &examination, into: &inspection)
            // Programs list every face in the file, so all of them must have been examined.
            if !examination.hasFailed, inspection.faces.count != offsets.count {
                examination.face = nil
                examination.add(.unexamined(Rule.format, "Not every face of the file could be examined."))
            }
        }
        inspection.findings = examination.findings
        if examination.hasFailed {
            inspection.faces = []
        } else {
            inspection.scanCost = ScanCost.estimate(inspection.faces)
        }
        return inspection
    }

    /// Returns why a text cannot be used as a name of a font, as the end of "The name …"; `nil` for a good one.
    package static func defect(ofName name: String) -> String? { FontName.defect(of: name) }

    /// Whether PostScript allows a name, so that FreeType reads it as one.
    package static func isPostScript(_ name: String) -> Bool { FontName.isPostScript(name) }

    /// Returns the table directories of the faces of a font that passed.
    static func directories(_ bytes: RawSpan) throws(Violation) -> [TableDirectory] {
        var inspection = FontInspection(format: nil, faces: [], findings: [], scanCost: 0)
        var directories: [TableDirectory] = []
        for offset in try start(bytes, &inspection) { directories.append(try TableDirectory(bytes, at: offset)) }
        return directories
    }

    /// Returns the offsets of the table directories of the faces.
    private static func start(
        _ bytes: RawSpan, _ inspection: inout FontInspection
    ) throws(Violation) -> [Int] {
        guard bytes.byteCount <= FontLimits.fileSize else {
            throw .unexamined(
                Rule.fileSize, "The file has \(bytes.byteCount) bytes; \(FontLimits.fileSize) are allowed.")
        }
        switch Container(bytes) {
        case .refused(let reason): throw .unrecognized(Rule.format, "The file is \(reason).")
        case .unknown(let reason): throw .noFont(Rule.format, "The file is \(reason).")
        case .single: return [0]
        case .collection:
            inspection.format = .collection
            return try TableDirectory.faceOffsets(ofCollection: bytes)
        }
    }

    private static func read(
        _ bytes: RawSpan, _ offsets: [Int], _ examination: inout Examination, into inspection: inout FontInspection
    ) {
        var patterns = 0
        var patternSize = 0
        for (index, offset) in offsets.enumerated() {
            let (format, names, face) = FaceReader.read(bytes, index: index, at: offset, &examination)
            if inspection.format == nil { inspection.format = format }
            inspection.examined.append(ExaminedFace(format: format, name: names?.postscriptName))
            guard let face else { continue }
            inspection.faces.append(face.description)
            patterns += PatternSize.count(of: face.description)
            patternSize += face.patternSize
            guard patterns <= FontLimits.patterns else {
                examination.face = nil
                examination.add(
                    .limit(
                        Rule.patterns,
                        "fontconfig would make \(patterns) patterns or more of the faces and named instances; "
                            + "\(FontLimits.patterns) are allowed."))
                return
            }
        }
        let size = max(patternSize, PatternSize.estimate(inspection.faces))
        if let violation = violation(ofPatterns: size) {
            examination.face = nil
            examination.add(violation)
        }
    }

    /// Returns the violation for patterns with this number of bytes; `nil` if they are within the limit.
    private static func violation(ofPatterns size: Int) -> Violation? {
        guard size > FontLimits.patternBytes else { return nil }
        return .limit(
            Rule.patternSize,
            """
            The names, repeated for each face and named instance, would take every program some \(size) bytes of memory; \
            \(FontLimits.patternBytes) are allowed.
            """)
    }
}
