internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// Finds the package of the system that contains the program of a process.
///
/// A program belongs to no package if users other than root may have written it, if it is not where it seems to be, or
/// if it runs what others give it. The process is then known by the name of the program.
package final class PackageOwners: Sendable {
    /// The maximum number of programs in the cache.
    private static let maximumCount = 1000

    private let lists: PackageLists
    private let known = Mutex<[Program: String?]>([:])

    /// A program and the package lists in their current state.
    private struct Program: Hashable {
        var path: String
        var device: UInt64
        var stamp: FileStamp
        /// The time when a list was last added or removed: a program may exist before the list that contains it.
        var listsChange: Int64
    }

    /// Creates a search in the given lists.
    package init(lists: PackageLists = PackageLists()) { self.lists = lists }

    /// The package that the program of a process belongs to.
    ///
    /// Blocks if the program has not been looked up yet.
    ///
    /// - Returns: The name of the package and the path of the program; `nil` if it does not certainly belong to one.
    func owner(ofProgramOf process: ProcessHandle) -> (package: String, path: String)? {
        guard let (path, isDeleted, status) = try? process.executable(),
            status.kind == .regular, status.isWrittenByRootOnly, Self.mayBeOfAPackage(path),
            !Self.runsWhatItIsGiven(path),
            // The process may see another file at the path, because it may have its own mounts.
            let here = try? FileStatus(path: path, followsLinks: true), here.kind == .regular, here.isWrittenByRootOnly,
            isDeleted || here.device == status.device && here.stamp.inode == status.stamp.inode,
            let change = try? FileStatus(path: lists.directory, followsLinks: true).stamp.modificationNanoseconds
        else { return nil }
        let program = Program(path: path, device: here.device, stamp: here.stamp, listsChange: change)
        if let owner = known.withLock({ $0[program] }) { return owner.map { ($0, path) } }
        let owner = lists.owner(of: Self.names(of: path, here))
        known.withLock { known in
            if known.count >= Self.maximumCount { known.removeAll() }
            known[program] = .some(owner)
        }
        return owner.map { ($0, path) }
    }

    /// Whether packages install programs at a path.
    ///
    /// Reading all lists for a program that certainly belongs to none would delay its first call.
    ///
    /// Source: the Filesystem Hierarchy Standard 3.0, which keeps `/usr/local` and the rest for the administrator.
    private static func mayBeOfAPackage(_ path: String) -> Bool {
        ["/usr/", "/opt/", "/bin/", "/sbin/", "/lib"].contains { path.hasPrefix($0) }
            && !path.hasPrefix("/usr/local/")
    }

    /// The paths by which a package may list a file.
    ///
    /// Some packages list files by paths below `/bin` and similar directories, from before these became links.
    private static func names(of path: String, _ status: FileStatus) -> [String] {
        guard path.hasPrefix("/usr/") else { return [path] }
        let other = String(path.dropFirst("/usr".count))
        let there = try? FileStatus(path: other, followsLinks: true)
        let isSame = there?.device == status.device && there?.stamp.inode == status.stamp.inode
        return isSame ? [path, other] : [path]
    }

    /// Programs that run code or send calls given to them.
    ///
    /// Their packages are not responsible for what they do, and the fonts that they registered must not be removed with
    /// the packages.
    private static let carriers: Set = [
        // Shells.
        "sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "busybox", "env",
        // Languages.
        "python", "pypy", "perl", "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "luajit", "tclsh", "wish",
        "guile", "gjs", "gjs-console", "java", "mono", "mono-sgen", "dotnet", "R", "octave", "octave-cli", "julia",
        "beam.smp", "racket", "sbcl", "awk", "gawk", "mawk", "electron", "qml", "qmlscene",
        // Other systems' programs, and those of sandboxes.
        "wine", "wine-preloader", "bwrap", "xdg-dbus-proxy",
        // The bus at the command line.
        "busctl", "gdbus", "dbus-send", "qdbus", "qdbusviewer", "d-feet",
    ]

    /// Whether a program is one of these, in any version: `python3.11`, `wine64-preloader`, `ld-linux-x86-64.so.2`.
    private static func runsWhatItIsGiven(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        if carriers.contains(String(name)) || name.hasPrefix("ld-") || name.hasPrefix("qemu-") { return true }
        return carriers.contains(String(name.filter { !($0.isNumber || $0 == ".") }))
            || carriers.contains(String(name.prefix { !($0.isNumber || $0 == ".") }))
    }
}
