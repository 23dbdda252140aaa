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
        /// Reading the system's fonts alone: the registry is one in memory.
        case bare(HomeRefusal)
    }

    let locations: FontLocations
    let tree: FontTree
    let registry: Registry
    let access: Access
    /// Whether several machines may have the home.
    let isShared: Bool

    /// Why the fonts cannot be changed from here; `nil` where they can.
    var refusal: HomeRefusal? {
        switch access {
        case .changing: nil
        case .following(let refusal), .bare(let refusal): refusal
        }
    }

    /// Whether the registry is that of the home.
    var hasRegistry: Bool {
        if case .bare = access { false } else { true }
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
        let locations = try FontLocations(environment: environment)
        let bus =
            environment["DBUS_SESSION_BUS_ADDRESS"] ?? environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
        do throws(HomeRefusal) {
            return try openForChanging(
                locations, try HomeClaim(locations, bus: bus, traits: traits),
                isShared: traits.mayBeShared(locations.stateDirectory), threads, log)
        } catch {
            return try openForReading(
                locations, error, isShared: traits.mayBeShared(locations.stateDirectory), threads, log)
        }
    }

    private static func openForChanging(
        _ locations: FontLocations, _ claim: HomeClaim, isShared: Bool, _ threads: BlockingThreads, _ log: Logger
    ) throws(HomeRefusal) -> OpenHome {
        do throws(FontError) {
            let tree = try FontTree(locations: locations)
            let (registry, condition) = try openRegistry(of: locations, isShared: isShared, threads)
            if case .damaged(let path) = condition {
                log.report(
                    .registryRebuilt, .error, "The registry was damaged and is rebuilt from the store",
                    metadata: ["set-aside": "\(path)"])
            }
            discardStagedFonts(of: tree, log)
            return OpenHome(
                locations: locations, tree: tree, registry: registry, access: .changing(claim), isShared: isShared)
        } catch {
            claim.lease?.release()
            throw HomeRefusal(error: error, isHeldHere: false, isClaimed: true)
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

    private static func openRegistry(
        of locations: FontLocations, isShared: Bool, _ threads: BlockingThreads
    ) throws(FontError) -> (Registry, RegistryCondition) {
        // A write-ahead log needs memory that is shared with whoever else has the file open, which a network cannot give.
        do throws(RegistryError) {
            return try Registry.open(
                at: locations.registry, journalMode: isShared ? .rollback : .writeAheadLog, threads: threads)
        } catch {
            throw FontError(error)
        }
    }

    private static func openForReading(
        _ locations: FontLocations, _ refusal: HomeRefusal, isShared: Bool, _ threads: BlockingThreads, _ log: Logger
    ) throws(FontError) -> OpenHome {
        let tree = FontTree(unchecked: locations)
        do throws(RegistryError) {
            let registry = try Registry.openForReading(
                at: locations.registry, journalMode: isShared ? .rollback : .writeAheadLog, threads: threads)
            return OpenHome(
                locations: locations, tree: tree, registry: registry, access: .following(refusal), isShared: isShared)
        } catch {
            log.notice("The registry cannot be read", metadata: ["error": "\(error)"])
        }
        do throws(RegistryError) {
            return OpenHome(
                locations: locations, tree: tree, registry: try Registry.temporary(threads: threads),
                access: .bare(refusal),
                isShared: isShared)
        } catch {
            throw FontError(error)
        }
    }
}
