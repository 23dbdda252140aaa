internal import FontModel
internal import Registry

/// The library during planning: the part that the plan concerns, with the decisions of its requests so far.
struct PlannedLibrary {
    /// A font that has a name.
    enum NameOwner: Equatable {
        /// A system font, by its path.
        case system(path: String)
        /// An enabled registered font.
        case font(FontDigest, ProviderIdentifier)
    }

    /// The fonts and bytes that a provider has registered.
    struct Usage: Equatable, Sendable {
        var fonts: Int
        var bytes: Int
        /// The allowance; `nil` for the default.
        var allowance: FontAllowance?
    }

    private(set) var entries: [FontDigest: Entry] = [:]
    /// The digests, in the order in which the plan first used them.
    private(set) var order: [FontDigest] = []
    private var digests: [FontIdentifier: FontDigest] = [:]
    /// The contents, by the keys of their faces' names.
    private var contentsByName: [String: [FontDigest]] = [:]
    /// The holders of PostScript names, by the names' keys.
    var names: [String: [NameOwner]] = [:]
    /// The holders of PostScript names of named instances, by the names' keys.
    var instanceNames: [String: [NameOwner]] = [:]
    /// The holders of full names, by the names' keys.
    var fullNames: [String: [NameOwner]] = [:]
    /// The holders of full names of named instances, by the names' keys.
    var instanceFullNames: [String: [NameOwner]] = [:]
    /// Some of the visible faces of the plan's families, by the families' keys.
    var siblings: [String: [FamilyMember]] = [:]
    /// The system faces of these families, and of families that look like them, by the families' keys.
    var systemFaces: [String: [SystemFace]] = [:]
    /// The faces of these families in enabled fonts, by the families' keys.
    var familyFaces: [String: [ProviderIdentifier: [FontDigest: [FaceIdentity]]]] = [:]
    /// The fonts and bytes of the providers that the plan registers for.
    var usage: [ProviderIdentifier: Usage] = [:]
    /// The number of fonts of all programs.
    var programFonts = 0
    /// The files with such names that belong to the user and can be replaced: their paths without symbolic links.
    var userFiles: [String: String] = [:]
    /// The entry in ``userFiles`` for a file that no longer exists.
    ///
    /// No path is empty.
    static let goneFile = ""
    /// The directories of the user's own fonts.
    ///
    /// These fonts count as system fonts except in messages.
    var userDirectories: [String] = []

    /// Creates an empty library.
    init() {}

    /// Creates a library from the registry's snapshot.
    init(_ snapshot: LibrarySnapshot) {
        (names, instanceNames) = Self.owners(snapshot.nameHolders)
        (fullNames, instanceFullNames) = Self.owners(snapshot.fullNameHolders)
        siblings = snapshot.siblings
        systemFaces = snapshot.systemFaces
        familyFaces = Self.familyFaces(snapshot.familyHolders)
        for content in snapshot.contents {
            load(content.record, registrations: content.registrations, faces: content.faces)
        }
    }

    /// Returns the faces of families, by provider and content.
    static func familyFaces(
        _ holders: [String: [FamilyHolder]]
    ) -> [String: [ProviderIdentifier: [FontDigest: [FaceIdentity]]]] {
        holders.mapValues { holders in
            holders.reduce(into: [:]) { $0[$1.provider, default: [:]][$1.digest, default: []].append($1.face) }
        }
    }

    /// Returns the holders of names of faces and of named instances, by the names' keys.
    private static func owners(
        _ holders: [NameHolder]
    ) -> (faces: [String: [NameOwner]], instances: [String: [NameOwner]]) {
        var owners: (faces: [String: [NameOwner]], instances: [String: [NameOwner]]) = ([:], [:])
        for holder in holders {
            let owner: NameOwner =
                if holder.source == .typecase, let digest = holder.digest, let provider = holder.provider {
                    .font(digest, provider)
                } else {
                    .system(path: holder.path ?? "")
                }
            if holder.isInstance {
                owners.instances[holder.key, default: []].append(owner)
            } else {
                owners.faces[holder.key, default: []].append(owner)
            }
        }
        return owners
    }

    /// The library as it would be if the system had no fonts.
    var withoutSystemFonts: PlannedLibrary {
        func withoutSystem(_ owners: [NameOwner]) -> [NameOwner] {
            owners.filter {
                if case .system = $0 { false } else { true }
            }
        }
        var library = self
        library.systemFaces = [:]
        library.names = names.mapValues(withoutSystem)
        library.instanceNames = instanceNames.mapValues(withoutSystem)
        library.fullNames = fullNames.mapValues(withoutSystem)
        library.instanceFullNames = instanceFullNames.mapValues(withoutSystem)
        return library
    }

    /// Adds a content of the registry.
    ///
    /// The holders of its names are known already.
    mutating func load(_ content: ContentRecord, registrations: [RegistrationRecord], faces: [FaceIdentity]) {
        guard entries[content.digest] == nil else { return }
        store(Entry(initial: content, initialRegistrations: registrations, faces: faces), content.digest)
    }

    /// Finds a registration.
    ///
    /// If it belongs to another provider, the error is the same as for a registration that does not exist.
    func find(_ id: FontIdentifier, for requester: Requester) throws(FontError) -> (FontDigest, Entry, Int) {
        guard let digest = digests[id], let entry = entries[digest],
            let position = entry.registrations.firstIndex(where: { $0.id == id }),
            requester.mayChange(registrationsOf: entry.registrations[position].provider)
        else { throw FontError(.notRegistered, "No font is registered under this id.") }
        return (digest, entry, position)
    }

    /// Returns the contents that have a face with one of the names, given by their keys.
    func contents(named keys: Set<String>) -> [FontDigest] {
        var seen: Set<FontDigest> = []
        return keys.sorted().flatMap { contentsByName[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// Updates the counts for a font that is added or removed.
    ///
    /// - Parameters:
    ///   - count: 1 or -1.
    ///   - size: The font's size in bytes.
    ///   - provider: The font's provider.
    mutating func count(_ count: Int, ofSize size: Int, of provider: ProviderIdentifier) {
        usage[provider, default: Usage(fonts: 0, bytes: 0)].fonts += count
        usage[provider, default: Usage(fonts: 0, bytes: 0)].bytes += count * size
        if provider != .user { programFonts += count }
    }

    /// Stores an entry and updates the holders of its names, depending on whether it is enabled.
    mutating func update(_ digest: FontDigest, _ entry: Entry) {
        store(entry, digest)
        updateSiblings(digest, entry)
        updateFamilies(digest, entry)
        // All enabled registrations are listed: if one provider of a font allows another font beside it, its other
        // provider has not agreed to that.
        let current = entry.registrations.filter(\.isEnabled).map { NameOwner.font(digest, $0.provider) }
        func update(_ owners: inout [NameOwner]) {
            owners.removeAll {
                if case .font(digest, _) = $0 { true } else { false }
            }
            owners += current
        }
        for key in Set(entry.postscriptNames.map(\.fontNameKey)) { update(&names[key, default: []]) }
        for key in entry.instanceKeys { update(&instanceNames[key, default: []]) }
        for face in entry.faces {
            for key in face.fullNames { update(&fullNames[key, default: []]) }
            for key in face.instanceFullNames { update(&instanceFullNames[key, default: []]) }
        }
    }

    private mutating func store(_ entry: Entry, _ digest: FontDigest) {
        if let before = entries[digest] {
            for registration in before.registrations { digests[registration.id] = nil }
        } else {
            order.append(digest)
            for key in Set(entry.postscriptNames.map(\.fontNameKey)) { contentsByName[key, default: []].append(digest) }
        }
        entries[digest] = entry
        for registration in entry.registrations { digests[registration.id] = digest }
    }

    /// Returns whether a font has a face in one of a face's families.
    func has(_ owner: NameOwner, familyOf face: FaceIdentity) -> Bool {
        face.style.families.contains { family in
            switch owner {
            case .system(let path): systemFaces[family]?.contains { $0.path == path } == true
            case .font(let digest, let provider): familyFaces[family]?[provider]?[digest] != nil
            }
        }
    }

    /// Updates the faces of a content's families, depending on the providers that have it enabled.
    mutating func updateFamilies(_ digest: FontDigest, _ entry: Entry) {
        for family in entry.families {
            let faces = entry.faces.filter { $0.style.families.contains(family) }
            for provider in familyFaces[family].map({ Array($0.keys) }) ?? [] {
                familyFaces[family]?[provider]?[digest] = nil
            }
            for registration in entry.registrations where registration.isEnabled {
                familyFaces[family, default: [:]][registration.provider, default: [:]][digest] = faces
            }
        }
    }
}
