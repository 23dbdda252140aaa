package import FontLibrary
package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import Registry

/// A font that was offered, copied, sealed and examined, and is ready to be registered.
package struct FontCandidate: Sendable {
    /// The bytes: the ones examined and the ones published.
    package let bytes: FontMove.Bytes
    /// The container and outline format.
    package let format: FontFormat
    /// The faces, in the order of their indexes.
    package let faces: [FaceDescription]
    /// What fontconfig needs to scan the file, in microseconds.
    package let scanCost: Int
    /// Who was heard on the font, and in which version.
    package let opinions: [Opinion]
    /// What was found that is no reason to refuse the font.
    package let warnings: [RegistrationWarning]
    /// Why web browsers will not show the font; `nil` where they will, as far as is known.
    package let browserConcern: String?
    /// Which of its call's fonts it is, from 0.
    package var position = 0
    /// The file of a shard that has the bytes already, and keeps its name; `nil` for bytes that have to be published.
    var found: FoundFile?

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
        bytes = .memory(memory)
        self.format = format
        faces = inspection.faces
        scanCost = inspection.scanCost
        opinions = inspection.opinions
        warnings = RegistrationWarning.warnings(of: inspection.findings)
        browserConcern = inspection.browserConcern?.message
    }

    private init(_ candidate: FontCandidate, staged font: StagedFont) {
        bytes = .staged(font)
        format = candidate.format
        faces = candidate.faces
        scanCost = candidate.scanCost
        opinions = candidate.opinions
        warnings = candidate.warnings
        browserConcern = candidate.browserConcern
        position = candidate.position
        found = candidate.found
    }

    /// The same font with its bytes on the disk.
    ///
    /// - Parameter font: Where they were written to.
    /// - Returns: The candidate, which holds no memory of the bytes.
    package func staged(as font: StagedFont) -> FontCandidate { FontCandidate(self, staged: font) }

    /// The same font as one of several of a call.
    ///
    /// - Parameter position: Which of them, from 0.
    /// - Returns: The candidate.
    package func at(_ position: Int) -> FontCandidate {
        var candidate = self
        candidate.position = position
        return candidate
    }

    /// The SHA-256 of the bytes.
    package var digest: FontDigest {
        switch bytes {
        case .memory(let memory): memory.digest
        case .staged(let font): font.digest
        }
    }

    /// The families of the faces in all languages.
    var families: [String] {
        faces.flatMap { face in
            [face.typographicFamily, face.family].compactMap(\.self)
                + face.names.filter { $0.kind == .family || $0.kind == .typographicFamily }.map(\.value)
        }
    }

    /// The PostScript names of the faces.
    var postscriptNames: [String] { faces.map(\.postscriptName) }

    /// The PostScript names of the faces' named instances.
    var instanceNames: [String] { faces.flatMap { $0.namedInstances.compactMap(\.postscriptName) } }
    /// The full names of the faces and of their named instances, as `fontNameKey`.
    var fullNames: [String] {
        faces.map(FaceIdentity.init).flatMap { $0.fullNames.union($0.instanceFullNames) }
    }

    /// The number of bytes.
    package var size: Int {
        switch bytes {
        case .memory(let memory): memory.size
        case .staged(let font): font.size
        }
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

extension FontError {
    /// The error that whoever wants a font gets that is out of use.
    init(_ refusal: ContentRefusal) {
        switch refusal.kind {
        case .invalid: self.init(.invalidFontData, "The font is out of use: \(refusal.reason)")
        case .denied: self.init(.denied, "The font is out of use: \(refusal.reason)")
        }
    }
}
