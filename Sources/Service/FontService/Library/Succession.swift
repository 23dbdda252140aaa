internal import FontModel
internal import LinuxSystem
internal import Registry

/// The fonts of a provider that a new font of the same provider replaces.
struct Succession {
    /// The registrations that end, with their contents.
    var registrations: [(digest: FontDigest, id: FontIdentifier)] = []
    /// The sizes of their files in bytes.
    var sizes: [Int] = []
    /// The one replaced content that programs see.
    var published: FontDigest?
    /// Whether programs are to see the successor; `nil` if it replaces nothing.
    var isEnabled: Bool?
    /// The visibility of the replaced fonts; `nil` if there are none.
    var visibility: FontVisibility?
    /// Whether the user disabled the replaced fonts.
    var isDisabledByUser = false
    /// Why the successor is set aside, like all replaced registrations; `nil` if it is not.
    var departure: Departure?
    /// Whether a replaced registration was persistent.
    var isPersistent = false

    /// The contents.
    var digests: Set<FontDigest> { Set(registrations.map(\.digest)) }

    /// The age of a font compared with an earlier one that shares faces with it.
    private enum Age {
        case older, same, newer
    }

    /// Determines the registrations that a new font replaces.
    ///
    /// A font is replaced by one with the same faces, see ``Registry/FaceIdentity/isSameFont(as:)``. Other styles of
    /// its family, and other families, stay even if they have its PostScript names. Only `head.fontRevision` determines
    /// which of two fonts is newer. If the revisions are equal, they are two different fonts of one name, as in Core
    /// Text. The same applies if registered fonts are to be kept.
    ///
    /// - Parameters:
    ///   - candidate: The new font.
    ///   - options: The options of its registration.
    ///   - provider: The provider of the font.
    ///   - library: The library before the registration.
    /// - Throws: `Downgrade` if the provider has a newer font, `DuplicatedName` if its font cannot be replaced.
    init(
        of candidate: FontCandidate, _ options: RegistrationOptions, for provider: ProviderIdentifier,
        in library: PlannedLibrary
    ) throws(FontError) {
        if options.keepsRegistered { return }
        let faces = candidate.faces.map(FaceIdentity.init)
        let keys = Set(faces.map(\.postscriptName.fontNameKey))
        for digest in library.contents(named: keys) where digest != candidate.digest {
            // A font that was added in this round has no file yet that could be replaced: the two conflict.
            guard let entry = library.entries[digest], let content = entry.initial,
                let registration = entry.initialRegistrations.first(where: { $0.provider == provider }),
                let current = entry.registrations.first(where: { $0.id == registration.id })
            else { continue }
            // An enabled font is not replaced by one that is registered as disabled.
            if current.isEnabled, !options.isEnabled { continue }
            guard entry.faces.contains(where: { old in faces.contains { $0.isSameFont(as: old) } }),
                try Self.replaces(current, entry, faces, options)
            else { continue }
            if let lost = entry.faces.first(where: { old in !faces.contains { $0.isSameFont(as: old) } }) {
                guard current.isEnabled else { continue }
                throw FontError(
                    .duplicatedName,
                    "The registered font with this name also has other faces, such as '\(lost.postscriptName)', which "
                        + "would be lost. Remove the registered font first.", owner: provider.rawValue)
            }
            if current.isEnabled, let other = entry.registrations.first(where: { $0.isEnabled && $0.id != current.id })
            {
                throw FontError(
                    .duplicatedName,
                    "The registered font with this name also belongs to \(other.provider). Disable or remove that font "
                        + "first.",
                    owner: other.provider.rawValue)
            }
            add(current, content)
        }
        guard registrations.filter({ library.entries[$0.digest]?.isWanted == true }).count <= 1 else {
            throw FontError(
                .duplicatedName, "Several enabled fonts share names with this font. Remove all but one of them first.",
                owner: provider.rawValue)
        }
    }

    /// Returns whether a new font replaces a registration.
    private static func replaces(
        _ registration: RegistrationRecord, _ entry: PlannedLibrary.Entry, _ faces: [FaceIdentity],
        _ options: RegistrationOptions
    ) throws(FontError) -> Bool {
        if options.allowsDowngrade { return true }
        let (age, face, old) = compare(faces, with: entry.faces)
        let name = "'\(face?.postscriptName ?? "")'"
        switch age {
        case .newer: return true
        case .older:
            guard options.isEnabled else { return false }
            throw FontError(
                .downgrade,
                "\(name) is registered with the newer revision \(old?.revisionText ?? ""); this font has revision "
                    + "\(face?.revisionText ?? ""). Allow the downgrade, or remove the newer font first.",
                owner: registration.provider.rawValue, option: FontError.downgradeOption, kept: registration.id)
        case .same:
            guard registration.isDisabledByUser, options.isEnabled else { return false }
            throw FontError(
                .duplicatedName, "The user has disabled another font with the name \(name) and the same revision.",
                owner: registration.provider.rawValue, option: FontError.downgradeOption, kept: registration.id)
        }
    }

    /// Compares the faces that both have.
    ///
    /// The first older face determines the result.
    private static func compare(
        _ faces: [FaceIdentity], with others: [FaceIdentity]
    ) -> (age: Age, face: FaceIdentity?, old: FaceIdentity?) {
        var result: (age: Age, face: FaceIdentity?, old: FaceIdentity?) = (.same, faces.first, nil)
        for face in faces {
            guard let old = others.filter(face.isSameFont).max(by: { $0.revision < $1.revision }) else { continue }
            if face.revision < old.revision { return (.older, face, old) }
            if face.revision > old.revision { result.age = .newer }
            (result.face, result.old) = (face, old)
        }
        return result
    }

    private mutating func add(_ registration: RegistrationRecord, _ content: ContentRecord) {
        let isFirst = registrations.isEmpty
        registrations.append((content.digest, registration.id))
        sizes.append(content.size)
        // A provider that registers a new version is installed again, no matter what was recorded about it. Fonts that
        // the user removed stay removed.
        isEnabled = isEnabled == true || registration.departure?.wasEnabled ?? registration.isEnabled
        // A font that not all programs found is not published by its successor.
        visibility = visibility == .granted ? .granted : registration.visibility
        let keptAway = registration.departure.flatMap { $0.reason == .user ? $0 : nil }
        departure = isFirst || departure != nil ? keptAway : nil
        isDisabledByUser = isEnabled == false && (isDisabledByUser || registration.isDisabledByUser)
        isPersistent = isPersistent || registration.scope == .persistent
        if registration.isEnabled, case .published = content.place { published = content.digest }
    }
}
