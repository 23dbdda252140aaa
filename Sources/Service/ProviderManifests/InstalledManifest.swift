internal import Glibc
package import LinuxSystem
package import SystemPackage

/// A manifest that is installed on the machine.
package struct InstalledManifest: Sendable, Equatable {
    /// Where a manifest was found.
    package enum Origin: Sendable, Hashable {
        /// A directory of `$XDG_DATA_DIRS`.
        case dataDirectory
        /// The deployed files of an application in a Flatpak installation.
        case flatpak
    }

    /// The absolute path of the file.
    package let path: String
    /// Where the manifest was found.
    package let origin: Origin
    /// Whether root installed the manifest, and nobody else can have changed it or the target of its path.
    package let isAdministrators: Bool
    /// The content of the manifest.
    package let reading: ManifestReading

    /// The directory that the paths in the manifest are relative to: `assets/ID` beside the directory of the manifest.
    package var assetDirectory: String { Self.assetDirectory(ofManifest: path) }

    /// The directory of assets that belongs to a manifest.
    ///
    /// - Parameter path: The path of the manifest.
    /// - Returns: `../assets/ID`, relative to the directory of the manifest.
    package static func assetDirectory(ofManifest path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let id = (parts.last ?? "").hasSuffix(".json") ? parts[parts.count - 1].dropLast(5) : parts.last ?? ""
        let directory = parts.dropLast().joined(separator: "/")
        return (directory.isEmpty && parts.count == 1 ? "." : directory) + "/../assets/" + id
    }

    /// Reads the text of a manifest at a given path; if the text is too long, only its beginning.
    ///
    /// - Parameter path: The path; symbolic links are followed.
    /// - Returns: The bytes.
    /// - Throws: The error that occurred while reading.
    static func bytes(at path: String) throws(Errno) -> [UInt8] { try bytes(of: .reading(path)) }

    /// Creates a manifest from an open file that was found in a search.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: The absolute path of the file.
    ///   - origin: Where the file was found.
    ///   - administrators: The users who install files for all users: root, except in tests.
    /// - Throws: The error that occurred while reading.
    package init(
        _ file: OwnedFileDescriptor, path: String, origin: Origin, administrators: Set<UInt32> = [0]
    ) throws(Errno) {
        let status = try FileStatus(of: file)
        self.path = path
        self.origin = origin
        // A file that belongs to root proves nothing if the user could choose which file the path leads to.
        isAdministrators =
            status.isWritten(onlyBy: administrators) && FileSystem.isWritten(onlyBy: administrators, at: path)
        reading = ManifestReading(
            try Self.bytes(of: file), fileName: path.split(separator: "/").last.map(String.init))
    }

    private static func bytes(of file: OwnedFileDescriptor) throws(Errno) -> [UInt8] {
        switch try FileStatus(of: file).kind {
        case .regular: break
        case .directory: throw .isDirectory
        default: throw .invalidArgument
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        // One byte more than the limit is enough to reject the file.
        while bytes.count <= ManifestLimits.fileSize {
            let count = try retryingInterrupts { read(file.rawValue, &part, part.count) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
    }
}
