internal import FontLibrary
internal import FontModel
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import ProviderManifests

/// Looks at what decides whether a login has something to do, and tells each part of it from any other state of it by
/// one number.
///
/// It is looked for whatever a daemon would look for, and with the same eyes: by the stamps of files and the names in
/// directories, never by the times of directories alone, which some systems set back.
enum RestLook {
    /// The files that decide how fonts are judged.
    ///
    /// They are the daemon, its worker, the sanitizer, and the list of libraries that the dynamic linker keeps, which
    /// package managers have written anew when they replace one of them. A library that is replaced without that is
    /// noticed by the next daemon that starts, for whatever reason.
    static var judgesOfProcess: [String] {
        let program = try? FileSystem.resolved("/proc/self/exe")
        let directory = program.flatMap { $0.lastIndex(of: "/").map { index in String(program?[..<index] ?? "") } }
        return [program ?? "", "\(directory ?? "")/typecase-inspect", "/etc/ld.so.cache"] + Sanitizers.paths
    }

    /// Where the sanitizer is, as the worker looks for it.
    private enum Sanitizers {
        static let paths = ["/usr/bin/ots-sanitize", "/usr/local/bin/ots-sanitize"]
    }

    /// The files that judge fonts.
    ///
    /// Blocks.
    static func judges() -> String { stamps(of: judgesOfProcess) }

    /// The manifests, and where Flatpak deploys its applications.
    ///
    /// Not where else they are looked for: desktops add directories to `$XDG_DATA_DIRS` that a login does not have yet,
    /// and those without a manifest decide nothing.
    ///
    /// Blocks.
    static func providers(_ manifests: ManifestSearch) -> String {
        var number = StateNumber()
        for directory in manifests.installations { number.add(directory) }
        for place in manifests.places() { number.add("\(place.path) \(place.stamp.words)") }
        return number.text
    }

    /// The files of the policy.
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

    /// What lies in the published tree and in the store.
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

    /// The registry as it was closed, and that nothing is noted of a login session.
    ///
    /// Blocks.
    static func registry(_ locations: FontLocations) -> String {
        let registry = locations.registry
        return stamps(of: [
            registry, "\(registry)-wal", "\(registry)-journal", locations.sessionNote, locations.leaseNote,
        ])
    }

    /// The stamps of files, and which of them are not there.
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

/// A number for a set of lines, in whatever order they come: the sum of Fowler, Noll and Vo's hashes, variant 1a, of
/// which nobody is asked to withstand an attacker: whoever can write the files can do what the daemon does.
private struct StateNumber {
    private var sum: UInt64 = 0

    var text: String { String(sum, radix: 16) }

    mutating func add(_ line: String) {
        // The constants of the FNV reference (Internet-Draft draft-eastlake-fnv).
        sum &+= line.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

extension FileStamp {
    /// The stamp as words of a line.
    fileprivate var words: String { "\(inode) \(size) \(modificationNanoseconds) \(changeNanoseconds)" }
}
