internal import FontModel
internal import Registry

/// The rule that a provider must not have a face of a new font enabled already, in different bytes.
struct DuplicateRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        guard let arrival = font.arrival else { return }
        for face in font.entry.faces {
            for owner in library.names[face.postscriptName.fontNameKey] ?? [] {
                guard case .font(let digest, font.provider) = owner, digest != font.digest,
                    !font.predecessors.contains(digest), let entry = library.entries[digest],
                    let registration = entry.registrations.first(where: {
                        $0.isEnabled && $0.provider == font.provider
                    }),
                    let kept = entry.faces.first(where: face.isSameFont)
                else { continue }
                let format = entry.candidate?.format ?? entry.initial?.format
                let isOtherFormat = format.map { $0 != arrival.candidate.format } ?? false
                throw FontError(
                    .duplicatedName, Self.duplicate(face, of: kept, isOtherFormat ? format : nil),
                    owner: font.provider.rawValue,
                    option: arrival.options.keepsRegistered ? nil : FontError.downgradeOption,
                    kept: registration.id, keptFormat: isOtherFormat ? format : nil)
            }
        }
    }

    private static func duplicate(_ face: FaceIdentity, of kept: FaceIdentity, _ format: FontFormat?) -> String {
        let name = "'\(face.postscriptName)' is already registered"
        if let format {
            return "\(name) as \(format.title), revision \(kept.revisionText). The registered font is kept."
        }
        if face.revision == kept.revision {
            return "\(name) in another build of the same revision, \(kept.revisionText). The registered font is kept."
        }
        let age = face.revision < kept.revision ? "newer" : "older"
        return "\(name) with the \(age) revision \(kept.revisionText); this font has revision \(face.revisionText). "
            + "The registered font is kept."
    }
}

extension FaceIdentity {
    /// The revision in the usual notation, such as 1.500.
    var revisionText: String {
        let thousandths = (Int(revision) * 1000 + (revision < 0 ? -32_768 : 32_768)) / 65_536
        let fraction = String(abs(thousandths) % 1000)
        let sign = thousandths < 0 ? "-" : ""
        return "\(sign)\(abs(thousandths) / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}

extension FontFormat {
    /// The common name.
    fileprivate var title: String {
        switch self {
        case .truetype: "TrueType"
        case .cff, .cff2: "OpenType (CFF)"
        case .collection: "a collection"
        }
    }
}
