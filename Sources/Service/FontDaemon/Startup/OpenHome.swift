internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
internal import Registry
internal import SystemPackage
internal import Systemd

/// The registry and the tree of a home, and what this daemon may do with them.
///
/// A home that cannot be changed is still served: the daemon can read its contents, or at least the system's fonts.
struct OpenHome: Sendable {
    /// The possible kinds of access.
    enum Access: Sendable {
        /// Full access.
        case changing(HomeClaim)
        /// Read access to a home that another daemon changes.
        case following(HomeRefusal)
        /// Read access to a copy of the registry, because the registry itself cannot be locked.
        ///
        /// The second value is the stamp of the copied file.
        case copied(HomeRefusal, FileStamp)
        /// Read access to the system's fonts alone, with a registry in memory.
        ///
        /// The second value is the reason if the home contains a registry that cannot be read.
        case bare(HomeRefusal, unreadable: FontError?)
    }

    let locations: FontLocations
    let tree: FontTree
    let registry: Registry
    let access: Access
    /// Whether several machines may use the home.
    let isShared: Bool
    /// The lost registry that was replaced by a new one; `nil` if there is none.
    private(set) var lostRegistry: LostRegistry?

    /// Whether registry and tree may disagree, because the last daemon was killed or the registry is lost.
    private(set) var isRepairDue = false

    /// Why this daemon cannot change the fonts; `nil` if it can.
    var refusal: HomeRefusal? {
        switch access {
        case .changing: nil
        case .following(let refusal), .copied(let refusal, _), .bare(let refusal, _): refusal
        }
    }

    /// Whether the registry is that of the home.
    var hasRegistry: Bool {
        if case .bare = access { false } else { true }
    }

    /// The stamp of the file from which the registry was copied; `nil` if the registry is not a copy.
    var copiedFile: FileStamp? {
        if case .copied(_, let stamp) = access { stamp } else { nil }
    }

    /// Why the registered fonts are not known; `nil` if they are.
    var unreadable: FontError? {
        if case .bare(_, let unreadable) = access { unreadable } else { nil }
    }

    /// Opens a home with the best possible access.
    ///
    /// Blocks while the registry is opened.
    ///
    /// - Parameters:
    ///   - environment: The environment that names the home's directories and the session bus.
    ///   - traits: The properties of the machine and the home.
    ///   - threads: The threads that run queries of the registry.
    ///   - log: The log of failures that no caller receives.
    /// - Returns: The home.
    /// - Throws: Why nothing can be served at all.
    static func open(
        environment: [String: String], traits: HomeTraits, threads: BlockingThreads, log: Logger
    ) throws(FontError) -> OpenHome {
        let locations = try FontLocations(environment: environment).settled()
        let bus =
            environment["DBUS_SESSION_BUS_ADDRESS"]
            ?? BaseDirectories.directory(environment["XDG_RUNTIME_DIR"]).map { "unix:path=\($0)/bus" }
        var home: OpenHome
        do throws(HomeRefusal) {
            let claim = try HomeClaim(locations, bus: bus, traits: traits)
            home = try openForChanging(locations, claim, Sharing(locations, traits), threads, log)
        } catch {
            home = try openForReading(locations, error, Sharing(locations, traits), threads, log)
        }
        let note = locations.lostRegistryNote
        if let path = Registry.damagedFile(besides: locations.registry) {
            home.lostRegistry = .damaged(keptAs: path)
        } else if (try? FileStatus(path: note)) != nil {
            home.lostRegistry = .deleted(note: note)
        }
        return home
    }

    /// The parts of a home that several machines may use.
    private struct Sharing {
        /// Whether the registry or the fonts may be shared.
        let isShared: Bool
        /// The journal mode that the registry requires.
        let journalMode: RegistryJournalMode

        init(_ locations: FontLocations, _ traits: HomeTraits) {
            isShared = locations.claimedDirectories.contains(where: traits.mayBeShared)
            // A write-ahead log needs memory shared with all processes that have the file open, which is not possible
            // over a network.
            journalMode = traits.mayBeShared(locations.stateDirectory) ? .rollback : .writeAheadLog
        }
    }

    private static func openForChanging(
        _ locations: FontLocations, _ claim: HomeClaim, _ sharing: Sharing, _ threads: BlockingThreads, _ log: Logger
    ) throws(HomeRefusal) -> OpenHome {
        do throws(FontError) {
            // From here on, anything may change, however this daemon ends.
            try RestNote.remove(from: locations)
            // Check before the tree creates the store: a home without a store never had fonts.
            let hasStore = (try? FileStatus(path: locations.store)) != nil
            let hasRegistry = (try? FileStatus(path: locations.registry)) != nil
            let wasInterrupted = Registry.wasInterrupted(at: locations.registry)
            let tree = try FontTree(locations: locations)
            let (registry, condition) = try openRegistry(of: locations, sharing.journalMode, threads)
            if case .damaged(let path) = condition {
                log.report(
                    .registryRebuilt, .error, "The registry was damaged and is rebuilt from the store",
                    metadata: ["set-aside": "\(path)"])
            } else if condition == .created, hasStore, !hasRegistry {
                noteLostRegistry(locations, log)
            }
            discardStagedFonts(of: tree, log)
            removeEmptyRoot(of: tree, registry, log)
            var home = OpenHome(
                locations: locations, tree: tree, registry: registry, access: .changing(claim),
                isShared: sharing.isShared)
            home.isRepairDue = wasInterrupted || (condition != .opened && hasStore)
            return home
        } catch {
            claim.release()
            throw HomeRefusal(opening: error)
        }
    }

    /// Records that the registry was deleted, until the user has seen it and removes the note.
    private static func noteLostRegistry(_ locations: FontLocations, _ log: Logger) {
        log.warning("The registry was deleted, and with it the rights that the user granted")
        do throws(Errno) {
            try SmallFile(path: locations.lostRegistryNote).replace(
                with: "The registry was deleted: typecase status\n", isDurable: true)
        } catch {
            log.warning("It could not be recorded that the registry was deleted", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the staged fonts of unfinished batches.
    private static func discardStagedFonts(of tree: FontTree, _ log: Logger) {
        do throws(FontError) {
            // This must precede the first batch, whose fonts would otherwise be removed as leftovers.
            let count = try tree.discardStagedFonts()
            if count > 0 { log.notice("Removed fonts of unfinished batches", metadata: ["fonts": "\(count)"]) }
        } catch {
            log.warning("Fonts of unfinished batches stay until the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the directories of an unfinished first batch.
    ///
    /// Once fonts were published, the directories stay, because sessions with one or two fonts would otherwise create
    /// and remove them again and again. Also, if fonts are expected, an empty directory means that the user has removed
    /// them.
    private static func removeEmptyRoot(of tree: FontTree, _ registry: Registry, _ log: Logger) {
        do {
            if try !registry.contents.hasEverPublished() { try tree.removeEmptyRoot() }
        } catch {
            log.warning("Directories without fonts stay until the next start", metadata: ["error": "\(error)"])
        }
    }

    private static func openRegistry(
        of locations: FontLocations, _ journalMode: RegistryJournalMode, _ threads: BlockingThreads
    ) throws(FontError) -> (Registry, RegistryCondition) {
        do throws(RegistryError) {
            // The daemon exits and restarts many times a day. Checking everything that it closed itself would take
            // longer than all other work that a call then waits for.
            return try Registry.open(
                at: locations.registry, journalMode: journalMode, trustsCleanClose: true, threads: threads)
        } catch {
            throw FontError(error)
        }
    }

    private static func openForReading(
        _ locations: FontLocations, _ refusal: HomeRefusal, _ sharing: Sharing, _ threads: BlockingThreads,
        _ log: Logger
    ) throws(FontError) -> OpenHome {
        func home(_ registry: Registry, _ access: Access) -> OpenHome {
            OpenHome(
                locations: locations, tree: FontTree(unchecked: locations), registry: registry, access: access,
                isShared: sharing.isShared)
        }
        var obstacle: RegistryError
        do throws(RegistryError) {
            let registry = try Registry.openForReading(
                at: locations.registry, journalMode: sharing.journalMode, threads: threads)
            return home(registry, .following(refusal))
        } catch {
            obstacle = error
        }
        if refusal.lacksLocks {
            do throws(RegistryError) {
                let (registry, stamp) = try Registry.copyForReading(at: locations.registry, threads: threads)
                return home(registry, .copied(refusal, stamp))
            } catch {
                obstacle = error
            }
        }
        log.notice("The registry cannot be read", metadata: ["error": "\(obstacle)"])
        do throws(RegistryError) {
            return home(
                try Registry.temporary(threads: threads),
                .bare(refusal, unreadable: unreadable(locations.registry, obstacle, refusal)))
        } catch {
            throw FontError(error)
        }
    }

    /// Why the registered fonts are not known; `nil` if there are none because no registry exists yet.
    private static func unreadable(
        _ registry: String, _ obstacle: RegistryError, _ refusal: HomeRefusal
    ) -> FontError? {
        // A registry that is being created is empty, whichever process creates it.
        guard let status = try? FileStatus(path: registry), status.stamp.size > 0 else { return nil }
        let error = FontError(obstacle)
        // The code `busy` would mean that the problem will resolve itself.
        return FontError(
            refusal.lacksLocks ? .readOnly : error.code,
            "It is not known which fonts are registered: \(error.message). \(refusal.error.message)")
    }
}
