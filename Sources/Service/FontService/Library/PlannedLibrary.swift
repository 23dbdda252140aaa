internal import FontModel
internal import Registry

/// The library as a plan makes it: what there is of what the plan is about, with what its requests have decided so far.
struct PlannedLibrary {
    /// The holders of a name.
    enum NameOwner: Equatable {
        /// A font of the system, by its path.
        case system(path: String)
        /// An enabled font of ours.
        case font(FontDigest, ProviderIdentifier)
    }

    /// How much a provider has registered.
    struct Usage: Equatable, Sendable {
        var fonts: Int
        var bytes: Int
        /// How much it may have; `nil` for what is usual.
        var allowance: FontAllowance?
    }

    private(set) var entries: [FontDigest: Entry] = [:]
    /// The digests in the order in which the plan came to them.
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
    /// Some of the visible faces of the families that the plan is about, by the families' keys.
    var siblings: [String: [FamilyMember]] = [:]
    /// The system's faces of these families, by the families' keys.
    var systemFaces: [String: [SystemFace]] = [:]
    /// The faces that these families have in enabled fonts, by the families' keys.
    var familyFaces: [String: [ProviderIdentifier: [FontDigest: [FaceIdentity]]]] = [:]
    /// The fonts and bytes of the providers that the plan registers for.
    var usage: [ProviderIdentifier: Usage] = [:]
    /// How many fonts all programs have.
    var programFonts = 0
    /// The files among the holders of names that are the user's own, and can be replaced: their paths without symbolic
    /// links.
    var userFiles: [String: String] = [:]
    /// What ``userFiles`` has for a file that is not there any more; no path is empty.
    static let goneFile = ""
    /// The directories of the user's own fonts, which are among the system's for all but what is said of them.
    var userDirectories: [String] = []

    /// A library of nothing.
    init() {}

    /// The registry's snapshot.
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

    /// The faces of families by who has them.
    static func familyFaces(
        _ holders: [String: [FamilyHolder]]
    ) -> [String: [ProviderIdentifier: [FontDigest: [FaceIdentity]]]] {
        holders.mapValues { holders in
            holders.reduce(into: [:]) { $0[$1.provider, default: [:]][$1.digest, default: []].append($1.face) }
        }
    }

    /// The holders of names of faces and of named instances, by the names' keys.
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

    /// Takes in a content that the registry knows; what is said of its names is known already.
    mutating func load(_ content: ContentRecord, registrations: [RegistrationRecord], faces: [FaceIdentity]) {
        guard entries[content.digest] == nil else { return }
        store(Entry(initial: content, initialRegistrations: registrations, faces: faces), content.digest)
    }

    /// Finds a registration; one of another provider is answered exactly like one that does not exist.
    func find(_ id: FontIdentifier, for requester: Requester) throws(FontError) -> (FontDigest, Entry, Int) {
        guard let digest = digests[id], let entry = entries[digest],
            let position = entry.registrations.firstIndex(where: { $0.id == id }),
            requester.mayChange(registrationsOf: entry.registrations[position].provider)
        else { throw FontError(.notRegistered, "No font is registered under this id.") }
        return (digest, entry, position)
    }

    /// The contents that have a face of one of the names, given by their keys.
    func contents(named keys: Set<String>) -> [FontDigest] {
        var seen: Set<FontDigest> = []
        return keys.sorted().flatMap { contentsByName[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// Counts a font that comes or leaves.
    ///
    /// - Parameters:
    ///   - count: 1 or -1.
    ///   - size: Its size in bytes.
    ///   - provider: Whose it is.
    mutating func count(_ count: Int, ofSize size: Int, of provider: ProviderIdentifier) {
        usage[provider, default: Usage(fonts: 0, bytes: 0)].fonts += count
        usage[provider, default: Usage(fonts: 0, bytes: 0)].bytes += count * size
        if provider != .user { programFonts += count }
    }

    /// Keeps an entry and makes the names it holds follow from whether it is enabled.
    mutating func update(_ digest: FontDigest, _ entry: Entry) {
        store(entry, digest)
        updateSiblings(digest, entry)
        updateFamilies(digest, entry)
        // All of them: what one of two providers of a font may do beside it, the other has not agreed to.
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

    /// Whether a font has a face of one of a face's families.
    func has(_ owner: NameOwner, familyOf face: FaceIdentity) -> Bool {
        face.style.families.contains { family in
            switch owner {
            case .system(let path): systemFaces[family]?.contains { $0.path == path } == true
            case .font(let digest, let provider): familyFaces[family]?[provider]?[digest] != nil
            }
        }
    }

    /// Makes the faces of the families of a content follow from who has it enabled.
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
