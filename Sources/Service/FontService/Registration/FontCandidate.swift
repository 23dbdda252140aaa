package import FontLibrary
package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import Registry

/// A font that was offered, copied, sealed and examined, and can be registered.
package struct FontCandidate: Sendable {
    /// The bytes, which are both examined and published.
    package let bytes: FontMove.Bytes
    /// The container and outline format.
    package let format: FontFormat
    /// The faces, in the order of their indexes.
    package let faces: [FaceDescription]
    /// The time that fontconfig needs to scan the file, in microseconds.
    package let scanCost: Int
    /// The validators that examined the font, with their versions.
    package let opinions: [Opinion]
    /// The findings that are not a reason to refuse the font.
    package let warnings: [RegistrationWarning]
    /// Why web browsers will not show the font; `nil` if no reason is known.
    package let browserConcern: String?
    /// The position among the fonts of its call, from 0.
    package var position = 0
    /// The file of a shard that contains the bytes already and keeps its name; `nil` for bytes that have to be
    /// published.
    var found: FoundFile?

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - memory: The examined bytes.
    ///   - inspection: The worker's report on them.
    /// - Throws: The refusal, if the worker refused the font.
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

    /// Returns the same font with its bytes on the disk.
    ///
    /// - Parameter font: The staged bytes.
    /// - Returns: The candidate, which does not keep the bytes in memory.
    package func staged(as font: StagedFont) -> FontCandidate { FontCandidate(self, staged: font) }

    /// Returns the same font with a position among the fonts of a call.
    ///
    /// - Parameter position: The position, from 0.
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
    /// Creates the error for the provider of a refused font.
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
    /// Creates the error for a caller that requests a font which is out of use.
    init(_ refusal: ContentRefusal) {
        switch refusal.kind {
        case .invalid: self.init(.invalidFontData, "The font is out of use: \(refusal.reason)")
        case .denied: self.init(.denied, "The font is out of use: \(refusal.reason)")
        }
    }
}
