internal import FontModel
internal import LinuxSystem
internal import Registry

/// What a new font of a provider's takes the place of, among the provider's own.
struct Succession {
    /// The registrations that end, with their contents.
    var registrations: [(digest: FontDigest, id: FontIdentifier)] = []
    /// The sizes of their files in bytes.
    var sizes: [Int] = []
    /// The one content of them that programs see.
    var published: FontDigest?
    /// Whether programs shall see the successor; `nil` where it succeeds nothing.
    var isEnabled: Bool?
    /// Which programs find what is succeeded; `nil` where nothing is.
    var visibility: FontVisibility?
    /// Whether the user took what ends out of use.
    var isDisabledByUser = false
    /// Why the successor is set aside as all that ends is; `nil` where it is not.
    var departure: Departure?
    /// Whether something ends that was there for good.
    var isPersistent = false

    /// The contents.
    var digests: Set<FontDigest> { Set(registrations.map(\.digest)) }

    /// How a font compares with an earlier one that has faces of it.
    private enum Age {
        case older, same, newer
    }

    /// Finds out what registering new bytes takes the place of.
    ///
    /// A font is replaced by one with the same faces, see ``Registry/FaceIdentity/isSameFont(as:)``: other styles of its
    /// family, and other families, that have its PostScript names stay. `head.fontRevision` alone says which of the two
    /// is the newer one. Where it says nothing, they are two fonts of one name, as they are for Core Text. So they are as
    /// well where what is registered is to stay.
    ///
    /// - Parameters:
    ///   - candidate: The new font.
    ///   - options: How it is to be registered.
    ///   - provider: Whose it is.
    ///   - library: The library as it is before.
    /// - Throws: `Downgrade` where the provider has a newer one, `DuplicatedName` where what it has cannot be replaced.
    init(
        of candidate: FontCandidate, _ options: RegistrationOptions, for provider: ProviderIdentifier,
        in library: PlannedLibrary
    ) throws(FontError) {
        if options.keepsRegistered { return }
        let faces = candidate.faces.map(FaceIdentity.init)
        let keys = Set(faces.map(\.postscriptName.fontNameKey))
        for digest in library.contents(named: keys) where digest != candidate.digest {
            // One that came in this very round has no file yet that could be replaced: the two clash.
            guard let entry = library.entries[digest], let content = entry.initial,
                let registration = entry.initialRegistrations.first(where: { $0.provider == provider }),
                let current = entry.registrations.first(where: { $0.id == registration.id })
            else { continue }
            // Nothing that programs see changes for a font that they are not to see.
            if current.isEnabled, !options.isEnabled { continue }
            guard entry.faces.contains(where: { old in faces.contains { $0.isSameFont(as: old) } }),
                try Self.replaces(current, entry, faces, options)
            else { continue }
            if let lost = entry.faces.first(where: { old in !faces.contains { $0.isSameFont(as: old) } }) {
                guard current.isEnabled else { continue }
                throw FontError(
                    .duplicatedName,
                    "The registered font of this name has other faces too, such as '\(lost.postscriptName)', which would "
                        + "be lost. Remove it first.", owner: provider.rawValue)
            }
            if current.isEnabled, let other = entry.registrations.first(where: { $0.isEnabled && $0.id != current.id })
            {
                throw FontError(
                    .duplicatedName,
                    "The registered font of this name belongs to \(other.provider) too. Disable or remove that one first.",
                    owner: other.provider.rawValue)
            }
            add(current, content)
        }
        guard registrations.filter({ library.entries[$0.digest]?.isWanted == true }).count <= 1 else {
            throw FontError(
                .duplicatedName, "Several enabled fonts have names of this one. Remove all but one of them first.",
                owner: provider.rawValue)
        }
    }

    /// Whether a new font takes the place of a registration.
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
                "\(name) is registered in a newer revision, \(old?.revisionText ?? ""); this is "
                    + "\(face?.revisionText ?? ""). Allow the downgrade, or remove the newer one first.",
                owner: registration.provider.rawValue, option: FontError.downgradeOption, kept: registration.id)
        case .same:
            guard registration.isDisabledByUser, options.isEnabled else { return false }
            throw FontError(
                .duplicatedName, "The user has disabled another font of the name \(name) and revision.",
                owner: registration.provider.rawValue, option: FontError.downgradeOption, kept: registration.id)
        }
    }

    /// Compares the faces that are the same; the first that is older decides.
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
        // A provider that brings a new version is there again, whatever was found of it; what the user removed stays
        // removed.
        isEnabled = isEnabled == true || registration.departure?.wasEnabled ?? registration.isEnabled
        // One that not everybody found is not published by its successor.
        visibility = visibility == .granted ? .granted : registration.visibility
        let keptAway = registration.departure.flatMap { $0.reason == .user ? $0 : nil }
        departure = isFirst || departure != nil ? keptAway : nil
        isDisabledByUser = isEnabled == false && (isDisabledByUser || registration.isDisabledByUser)
        isPersistent = isPersistent || registration.scope == .persistent
        if registration.isEnabled, case .published = content.place { published = content.digest }
    }
}
