package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The state of a file that is evidence of an installed provider.
enum InstalledFileState: Sendable {
    /// The file exists.
    case present
    /// The file exists, but on a different file system than before.
    case remounted
    /// The file has been removed.
    case absent
    /// The file is on a medium that cannot be reached.
    case unreachable
}

extension InstallationEvidence.File {
    /// Creates the evidence for the file at a path, with the file's medium; `nil` if there is no file.
    package init?(at path: String) {
        do throws(Errno) {
            _ = try FileStatus(path: path, followsLinks: true)
            let directory = Self.directory(of: path)
            self.init(
                path: path, mountPoint: try FileSystem.mountPoint(of: directory),
                fileSystem: try FileSystem.identity(of: directory))
        } catch {
            return nil
        }
    }

    /// Whether the file exists on the same file system as before.
    ///
    /// Blocks.
    package var isPresent: Bool { state == .present }

    /// The parent directory of a path.
    ///
    /// The parent is examined, because a file system that is mounted at the path itself, such as a snap, is mounted and
    /// unmounted together with the file.
    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The current state of the file.
    ///
    /// If the medium is present without the file, the file has been removed. If the mount point is now an empty
    /// directory, is missing, or has another medium, or if the system cannot read it, it is unknown whether the file
    /// still exists.
    var state: InstalledFileState {
        do throws(Errno) {
            _ = try FileStatus(path: path, followsLinks: true)
            return try FileSystem.identity(of: Self.directory(of: path)) == fileSystem ? .present : .remounted
        } catch .noSuchFileOrDirectory, .notDirectory {
            // The system itself is always present, even if it was replaced.
            guard !["/", "/usr"].contains(mountPoint) else { return .absent }
            let identity = try? FileSystem.identity(of: mountPoint)
            return identity == fileSystem ? .absent : .unreachable
        } catch {
            return .unreachable
        }
    }
}
