internal import Glibc
package import LinuxSystem
package import SystemPackage

/// A manifest that is on the machine.
package struct InstalledManifest: Sendable, Equatable {
    /// Where manifests are.
    package enum Origin: Sendable, Hashable {
        /// A directory of `$XDG_DATA_DIRS`.
        case dataDirectory
        /// What an installation of Flatpak has deployed of an application.
        case flatpak
    }

    /// The absolute path of the file.
    package let path: String
    /// Where it was found.
    package let origin: Origin
    /// Whether root put it there, and nobody else can have changed it, or chosen what its path leads to.
    package let isAdministrators: Bool
    /// What it says.
    package let reading: ManifestReading

    /// The directory that its paths are below: `assets/ID` beside the directory of the manifest.
    package var assetDirectory: String { Self.assetDirectory(ofManifest: path) }

    /// The directory of assets that belongs to a manifest.
    ///
    /// - Parameter path: The path of the manifest.
    /// - Returns: `../assets/ID` seen from the directory of the manifest.
    package static func assetDirectory(ofManifest path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let id = (parts.last ?? "").hasSuffix(".json") ? parts[parts.count - 1].dropLast(5) : parts.last ?? ""
        let directory = parts.dropLast().joined(separator: "/")
        return (directory.isEmpty && parts.count == 1 ? "." : directory) + "/../assets/" + id
    }

    /// The text of a manifest that somebody names; of one that is too long the beginning.
    ///
    /// - Parameter path: The path; symbolic links are followed.
    /// - Returns: The bytes.
    /// - Throws: What kept it from being read.
    static func bytes(at path: String) throws(Errno) -> [UInt8] { try bytes(of: .reading(path)) }

    /// Reads an opened file that was found in a search.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Its absolute path.
    ///   - origin: Where it was found.
    ///   - administrators: Who installs what counts for all users: root, for whom tests have another.
    /// - Throws: What kept it from being read.
    package init(
        _ file: OwnedFileDescriptor, path: String, origin: Origin, administrators: Set<UInt32> = [0]
    ) throws(Errno) {
        let status = try FileStatus(of: file)
        self.path = path
        self.origin = origin
        // A file of root's says nothing where the user has chosen that it is the one.
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
        // One more than allowed is enough to refuse it.
        while bytes.count <= ManifestLimits.fileSize {
            let count = try retryingInterrupts { read(file.rawValue, &part, part.count) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes
    }
}
