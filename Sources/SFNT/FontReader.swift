internal import FontModel
package import InspectionProtocol

/// Examines font files without any code but its own: every read is checked, and no input makes it trap.
package enum FontReader {
    /// Examines a font file.
    ///
    /// The faces lack what needs tables of languages and a walk through all characters: ``FaceDescription/languages``
    /// and ``FaceDescription/coverage`` are empty, and so the verdict's `scanCost` is that of the names alone.
    ///
    /// - Parameter bytes: The whole file.
    /// - Returns: The verdict; the faces are empty if it is a refusal.
    package static func inspect(_ bytes: RawSpan) -> FontInspection {
        var inspection = FontInspection(format: nil, faces: [], findings: [], scanCost: 0)
        do throws(Violation) {
            try read(bytes, into: &inspection)
            inspection.scanCost = ScanCost.estimate(inspection.faces)
        } catch {
            inspection.faces = []
            inspection.findings.append(error.finding)
        }
        return inspection
    }

    private static func read(_ bytes: RawSpan, into inspection: inout FontInspection) throws(Violation) {
        guard bytes.byteCount <= FontLimits.fileSize else {
            throw .limit(
                Rule.fileSize, "The file has \(bytes.byteCount) bytes; \(FontLimits.fileSize) are allowed.")
        }
        var offsets = [0]
        switch Container(bytes) {
        case .refused(let reason):
            throw Violation(kind: .unrecognizedFormat, rule: Rule.format, message: "The file is \(reason).")
        case .single: break
        case .collection:
            inspection.format = .collection
            offsets = try TableDirectory.faceOffsets(ofCollection: bytes)
        }
        var patterns = 0
        for (index, offset) in offsets.enumerated() {
            let reader = try FaceReader(bytes, index: index, at: offset)
            inspection.faces.append(reader.face)
            if inspection.format == nil { inspection.format = reader.format }
            patterns += reader.face.namedInstances.count + 1
            guard patterns <= FontLimits.patterns else {
                throw .limit(
                    Rule.patterns, "The faces and named instances are more than \(FontLimits.patterns) together.")
            }
            if reader.isSymbol {
                inspection.findings.append(
                    .init(
                        kind: .warning, rule: Rule.characterMap,
                        message: "Face \(index) is a symbol font: its characters start at U+F000."))
            }
        }
    }
}
