internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// Tells which package of the system the program of a process belongs to.
///
/// A program that anybody but root may have written, that is not where it seems to be, or that runs what others give it
/// belongs to none: the process is known by the name of the program then.
package final class PackageOwners: Sendable {
    /// The most programs that are remembered.
    private static let maximumCount = 1000

    private let lists: PackageLists
    private let known = Mutex<[Program: String?]>([:])

    /// A program as it is, and the lists as they are.
    private struct Program: Hashable {
        var path: String
        var device: UInt64
        var stamp: FileStamp
        /// When a list came or went last: a program may be there before the list that has it.
        var listsChange: Int64
    }

    /// Says where to look.
    package init(lists: PackageLists = PackageLists()) { self.lists = lists }

    /// The package that the program of a process belongs to.
    ///
    /// Blocks where the program has not been looked for yet.
    ///
    /// - Returns: The name of the package and the path of the program; `nil` where it belongs to none for certain.
    func owner(ofProgramOf process: ProcessHandle) -> (package: String, path: String)? {
        guard let (path, isDeleted, status) = try? process.executable(),
            status.kind == .regular, status.isWrittenByRootOnly, Self.mayBeOfAPackage(path),
            !Self.runsWhatItIsGiven(path),
            // What the process sees at the path may be another file: it may have mounts of its own.
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

    /// Whether packages put programs where one is: reading all lists for what is of none for certain would hold up its
    /// first call.
    ///
    /// Source: the Filesystem Hierarchy Standard 3.0, which keeps `/usr/local` and the rest for the administrator.
    private static func mayBeOfAPackage(_ path: String) -> Bool {
        ["/usr/", "/opt/", "/bin/", "/sbin/", "/lib"].contains { path.hasPrefix($0) }
            && !path.hasPrefix("/usr/local/")
    }

    /// The paths by which a package may list a file: of those that were below `/bin` and such before these became links.
    private static func names(of path: String, _ status: FileStatus) -> [String] {
        guard path.hasPrefix("/usr/") else { return [path] }
        let other = String(path.dropFirst("/usr".count))
        let there = try? FileStatus(path: other, followsLinks: true)
        let isSame = there?.device == status.device && there?.stamp.inode == status.stamp.inode
        return isSame ? [path, other] : [path]
    }

    /// Programs that run, or call for, whatever they are given: what they do is not their packages' doing, and what they
    /// have registered is not to leave with them.
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

    /// Whether a program is such a one, of whatever version: `python3.11`, `wine64-preloader`, `ld-linux-x86-64.so.2`.
    private static func runsWhatItIsGiven(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        if carriers.contains(String(name)) || name.hasPrefix("ld-") || name.hasPrefix("qemu-") { return true }
        return carriers.contains(String(name.filter { !($0.isNumber || $0 == ".") }))
            || carriers.contains(String(name.prefix { !($0.isNumber || $0 == ".") }))
    }
}
