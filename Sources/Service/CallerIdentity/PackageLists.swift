internal import CLinux
internal import LinuxSystem
internal import SystemPackage

/// The file lists of installed packages, as stored by dpkg: `NAME.list` or `NAME:ARCHITECTURE.list`, a path per line.
///
/// They are read directly: running dpkg would take a process and as much time.
package struct PackageLists: Sendable {
    /// The directory of dpkg's lists.
    package static let usualDirectory = "/var/lib/dpkg/info"

    /// The maximum size of a list in bytes: that of the kernel's headers has 2 MiB.
    private static let maximumSize = 32 << 20
    private static let suffix = ".list"

    /// The directory with the lists.
    package let directory: String

    /// Creates a reader of the lists in a directory.
    package init(directory: String = PackageLists.usualDirectory) { self.directory = directory }

    /// The path of a package's list.
    ///
    /// Blocks.
    ///
    /// - Parameter package: The name of the package; `_` stands for any character that is not allowed in a provider id.
    /// - Returns: An absolute path; `nil` if the package is not installed.
    package func list(of package: String) -> String? {
        let plain = "\(package)\(Self.suffix)"
        if (try? FileStatus(path: "\(directory)/\(plain)"))?.kind == .regular { return "\(directory)/\(plain)" }
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        return names.first { $0.hasSuffix(Self.suffix) && ProcessHandle.plain(Self.package(of: $0)) == package }
            .map { "\(directory)/\($0)" }
    }

    /// The first existing file in a list that is removed with the package, rather than kept as configuration.
    ///
    /// Blocks.
    package func firstFile(of list: String) -> String? {
        guard let bytes = Self.read(list) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let path = String(decoding: line, as: UTF8.self)
            guard !path.hasPrefix("/etc/"), !path.hasPrefix("/var/") else { continue }
            if (try? FileStatus(path: path))?.kind == .regular { return path }
        }
        return nil
    }

    /// Finds the package that a file belongs to.
    ///
    /// Blocks: with 1,000 packages, about 10 ms for a program in one of them, and 30 ms for a file in none.
    ///
    /// - Parameter paths: The paths by which the file may be listed.
    /// - Returns: The name of the package; `nil` if the file belongs to none, or the lists cannot be read.
    func owner(of paths: [String]) -> String? {
        let name = paths.first?.split(separator: "/").last.map { "\($0)\(Self.suffix)" } ?? ""
        guard let names = try? ConfinedDirectory(path: directory).names() else { return nil }
        let patterns = paths.map { Array("\n\($0)\n".utf8) }
        // Most programs that are applications have the name of their package.
        var ordered = names.contains(name) ? [name] : []
        ordered += names.filter { !Self.rarelyHasPrograms($0) } + names.filter(Self.rarelyHasPrograms)
        for file in ordered where file.hasSuffix(Self.suffix) {
            guard let bytes = Self.read("\(directory)/\(file)") else { continue }
            let isListed = patterns.contains { typecase_contains(bytes, bytes.count, $0, $0.count) == 1 }
            if isListed { return String(Self.package(of: file)) }
        }
        return nil
    }

    /// Whether a list belongs to a package that accompanies others, as two of three do; these lists are searched last.
    private static func rarelyHasPrograms(_ file: String) -> Bool {
        let package = package(of: file)
        return package.hasPrefix("lib") || ["-dev", "-doc", "-data", "-common"].contains(where: package.hasSuffix)
    }

    private static func package(of file: String) -> Substring {
        file.dropLast(suffix.count).prefix { $0 != ":" }
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = try? OwnedFileDescriptor.reading(path) else { return nil }
        return try? BoundedFile.bytes(of: file, limit: maximumSize)
    }
}
