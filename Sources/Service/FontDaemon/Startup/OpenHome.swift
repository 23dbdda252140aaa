internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// The registry and the tree of a home, and what may be done with them from here.
///
/// A home that cannot be changed is served all the same: what it holds can be read, or at least the system's fonts.
struct OpenHome: Sendable {
    /// What may be done.
    enum Access: Sendable {
        /// Everything.
        case changing(HomeClaim)
        /// Reading what another daemon changes.
        case following(HomeRefusal)
        /// Reading a copy of the registry, which itself cannot be locked; with the stamp of the file that was copied.
        case copied(HomeRefusal, FileStamp)
        /// Reading the system's fonts alone: the registry is one in memory. With the reason where there is a registry in
        /// the home that cannot be read.
        case bare(HomeRefusal, unreadable: FontError?)
    }

    let locations: FontLocations
    let tree: FontTree
    let registry: Registry
    let access: Access
    /// Whether several machines may have the home.
    let isShared: Bool
    /// Where a damaged registry is kept, in whose place a new one is; `nil` where there is none.
    private(set) var lostRegistry: String?

    /// Whether registry and tree may disagree, as the last daemon was killed or the registry is lost.
    private(set) var isRepairDue = false

    /// Why the fonts cannot be changed from here; `nil` where they can.
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

    /// The file that the registry was copied from; `nil` where the registry is no copy.
    var copiedFile: FileStamp? {
        if case .copied(_, let stamp) = access { stamp } else { nil }
    }

    /// Why it is not known what is registered; `nil` where it is.
    var unreadable: FontError? {
        if case .bare(_, let unreadable) = access { unreadable } else { nil }
    }

    /// Opens a home as well as it can be.
    ///
    /// Blocks while the registry is opened.
    ///
    /// - Parameters:
    ///   - environment: Where the home's directories and the session bus are.
    ///   - traits: What the machine and the home are like.
    ///   - threads: Where the registry runs queries.
    ///   - log: Where failures are reported that no caller learns of.
    /// - Returns: The home.
    /// - Throws: Why there is nothing to serve at all.
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
        home.lostRegistry = Registry.damagedFile(besides: locations.registry)
        return home
    }

    /// What several machines may have of a home.
    private struct Sharing {
        /// Whether it is the registry or the fonts.
        let isShared: Bool
        /// How the registry has to be kept.
        let journalMode: RegistryJournalMode

        init(_ locations: FontLocations, _ traits: HomeTraits) {
            isShared = locations.claimedDirectories.contains(where: traits.mayBeShared)
            // A write-ahead log needs memory that is shared with whoever else has the file open, which a network cannot
            // give.
            journalMode = traits.mayBeShared(locations.stateDirectory) ? .rollback : .writeAheadLog
        }
    }

    private static func openForChanging(
        _ locations: FontLocations, _ claim: HomeClaim, _ sharing: Sharing, _ threads: BlockingThreads, _ log: Logger
    ) throws(HomeRefusal) -> OpenHome {
        do throws(FontError) {
            // From here on anything may become another, however this daemon ends.
            try RestNote.remove(from: locations)
            // Asked before the tree makes it: a home without a store never had fonts.
            let hasStore = (try? FileStatus(path: locations.store)) != nil
            let wasInterrupted = Registry.wasInterrupted(at: locations.registry)
            let tree = try FontTree(locations: locations)
            let (registry, condition) = try openRegistry(of: locations, sharing.journalMode, threads)
            if case .damaged(let path) = condition {
                log.report(
                    .registryRebuilt, .error, "The registry was damaged and is rebuilt from the store",
                    metadata: ["set-aside": "\(path)"])
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

    /// Removes what batches have left that did not come to their end.
    private static func discardStagedFonts(of tree: FontTree, _ log: Logger) {
        do throws(FontError) {
            // Before the first batch, whose fonts would be taken for left ones.
            let count = try tree.discardStagedFonts()
            if count > 0 { log.notice("Removed fonts of unfinished batches", metadata: ["fonts": "\(count)"]) }
        } catch {
            log.warning("Fonts of unfinished batches stay until the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the directories of a first batch that did not come to its end.
    ///
    /// Once fonts were published they stay, as sessions with a font or two would make and remove them over and over; and
    /// where fonts should be, an empty directory says that the user has removed them.
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
            // The daemon leaves and comes back many times a day: to check all that it has closed itself would take longer
            // than everything else that a call waits for then.
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

    /// Why it is not known what is registered; `nil` where nothing is, as there is no registry yet.
    private static func unreadable(
        _ registry: String, _ obstacle: RegistryError, _ refusal: HomeRefusal
    ) -> FontError? {
        // One that is just being made is empty, whoever makes it.
        guard let status = try? FileStatus(path: registry), status.stamp.size > 0 else { return nil }
        let error = FontError(obstacle)
        // Busy would say that it gets better by itself.
        return FontError(
            refusal.lacksLocks ? .readOnly : error.code,
            "It is not known which fonts are registered: \(error.message). \(refusal.error.message)")
    }
}
