package import FontModel
package import InspectionProtocol
package import LinuxSystem

/// A font that was offered, copied, sealed and examined, and is ready to be registered.
package struct FontCandidate: Sendable {
    /// The bytes: the ones examined and the ones published.
    package let memory: SealedMemory
    /// The container and outline format.
    package let format: FontFormat
    /// The faces, in the order of their indexes.
    package let faces: [FaceDescription]
    /// What fontconfig needs to scan the file, in microseconds.
    package let scanCost: Int

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - memory: The bytes that were examined.
    ///   - inspection: What the worker found in them.
    /// - Throws: The refusal, where the worker refused the font.
    package init(memory: SealedMemory, inspection: FontInspection) throws(FontError) {
        if let refusal = inspection.refusal { throw FontError(refusal) }
        guard let format = inspection.format, !inspection.faces.isEmpty else {
            throw FontError(.invalidFontData, "The font has no usable face.")
        }
        self.memory = memory
        self.format = format
        faces = inspection.faces
        scanCost = inspection.scanCost
    }
}

extension FontError {
    /// The error that a refused font's provider gets.
    init(_ finding: FontInspection.Finding) {
        let code: Code =
            switch finding.kind {
            case .unrecognizedFormat: .unrecognizedFormat
            case .limit: .exceededResourceLimit
            case .invalid, .warning: .invalidFontData
            }
        self.init(code, "\(finding.rule): \(finding.message)")
    }
}
