internal import FontLibrary
internal import FontModel
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import ProviderManifests

/// Collects the state that decides whether a login has work to do, and fingerprints each part of it.
///
/// It checks the same things as a daemon, and in the same way: by the stamps of files and the names in directories. It
/// never relies on the times of directories alone, which some systems set back.
enum RestLook {
    /// The files that determine how fonts are validated.
    ///
    /// They are the daemon, its worker, the sanitizer, and the library cache of the dynamic linker, which package
    /// managers rewrite when they replace a library. If a library is replaced without that, the next daemon that starts
    /// for any reason notices it.
    static var judgesOfProcess: [String] {
        let program = try? FileSystem.resolved("/proc/self/exe")
        let directory = program.flatMap { $0.lastIndex(of: "/").map { index in String(program?[..<index] ?? "") } }
        return [program ?? "", "\(directory ?? "")/typecase-inspect", "/etc/ld.so.cache"] + Sanitizers.paths
    }

    /// The paths of the sanitizer, in the same places in which the worker looks for it.
    private enum Sanitizers {
        static let paths = ["/usr/bin/ots-sanitize", "/usr/local/bin/ots-sanitize"]
    }

    /// Returns the fingerprint of the files that validate fonts.
    ///
    /// Blocks.
    static func judges() -> String { stamps(of: judgesOfProcess) }

    /// Returns the fingerprint of the manifests, and of the places where Flatpak deploys its applications.
    ///
    /// Other directories in which manifests are searched for are not included. Desktops add directories to
    /// `$XDG_DATA_DIRS` that a login does not have yet, and directories without a manifest have no effect.
    ///
    /// Blocks.
    static func providers(_ manifests: ManifestSearch) -> String {
        var number = StateNumber()
        for directory in manifests.installations { number.add(directory) }
        for place in manifests.places() { number.add("\(place.path) \(place.stamp.words)") }
        return number.text
    }

    /// Returns the fingerprint of the files of the policy.
    ///
    /// Blocks.
    static func policy(in directories: [String]) -> String {
        var paths: [String] = []
        for directory in directories {
            let rules = "\(directory)/\(RightsService.directoryName)"
            paths += [directory, "\(directory)/\(DenyListService.fileName)", rules]
            paths += ((try? ConfinedDirectory(path: rules).names()) ?? []).map { "\(rules)/\($0)" }
        }
        return stamps(of: paths)
    }

    /// Returns the fingerprint of the contents of the published tree and of the store.
    static func tree(_ inventory: TreeInventory) -> String {
        var number = StateNumber()
        number.add("\(inventory.root != nil) \(inventory.foreign.count) \(inventory.staged.count)")
        for shard in inventory.shards { number.add("shard \(shard.name)") }
        for file in inventory.published {
            number.add("published \(file.shard.name) \(file.fileName) \(file.isHidden) \(file.stamp.words)")
        }
        for (digest, stamp) in inventory.stored { number.add("stored \(digest) \(stamp.words)") }
        for digest in inventory.sidecars { number.add("sidecar \(digest)") }
        for digest in inventory.stagedContents { number.add("staged \(digest)") }
        for digest in inventory.marks { number.add("mark \(digest)") }
        return number.text
    }

    /// Returns the fingerprint of the closed registry, and of the absence of notes about a login session.
    ///
    /// Blocks.
    static func registry(_ locations: FontLocations) -> String {
        let registry = locations.registry
        return stamps(of: [
            registry, "\(registry)-wal", "\(registry)-journal", locations.sessionNote, locations.leaseNote,
        ])
    }

    /// Returns the fingerprint of the stamps of files, including which of them do not exist.
    ///
    /// Blocks.
    static func stamps(of paths: [String]) -> String {
        var number = StateNumber()
        for path in paths {
            number.add("\(path) \((try? FileStatus(path: path, followsLinks: true))?.stamp.words ?? "-")")
        }
        return number.text
    }
}

/// A fingerprint of a set of lines, independent of their order.
///
/// It is the sum of Fowler, Noll and Vo's hashes, variant 1a. It need not withstand an attacker, because anybody who
/// can write the files can do what the daemon does.
private struct StateNumber {
    private var sum: UInt64 = 0

    var text: String { String(sum, radix: 16) }

    mutating func add(_ line: String) {
        // The constants of the FNV reference (Internet-Draft draft-eastlake-fnv).
        sum &+= line.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

extension FileStamp {
    /// The stamp as the words of a line.
    fileprivate var words: String { "\(inode) \(size) \(modificationNanoseconds) \(changeNanoseconds)" }
}
