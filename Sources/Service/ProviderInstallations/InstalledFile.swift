package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// What has become of a file that showed that a provider is installed.
enum InstalledFileState: Sendable {
    /// It is there.
    case present
    /// It is there, on another file system than it was.
    case remounted
    /// It has been removed.
    case absent
    /// It is on a medium that cannot be reached.
    case unreachable
}

extension InstallationEvidence.File {
    /// The file at a path, with the medium that it is on; `nil` where there is none.
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

    /// Whether it is there, on the file system that it was on.
    ///
    /// Blocks.
    package var isPresent: Bool { state == .present }

    /// The directory of a path: what is mounted at the path itself, as snaps are, comes and goes with it.
    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// What has become of it.
    ///
    /// A file is removed where its medium is there without it. Where the medium was mounted there is now an empty
    /// directory, nothing or another medium, or the system cannot read what is there: then nobody knows.
    var state: InstalledFileState {
        do throws(Errno) {
            _ = try FileStatus(path: path, followsLinks: true)
            return try FileSystem.identity(of: Self.directory(of: path)) == fileSystem ? .present : .remounted
        } catch .noSuchFileOrDirectory, .notDirectory {
            // The system itself is always there, whatever it was replaced by.
            guard !["/", "/usr"].contains(mountPoint) else { return .absent }
            let identity = try? FileSystem.identity(of: mountPoint)
            return identity == fileSystem ? .absent : .unreachable
        } catch {
            return .unreachable
        }
    }
}
