internal import Adwaita
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A directory for files of this process, which is removed with the object.
///
/// It is in the user's cache and not in `/tmp`, because `/tmp` is often in memory.
final class TemporaryFiles: Sendable {
    /// The directory.
    let directory: String

    /// Creates a directory.
    ///
    /// Directories of processes that ended without removing them are removed.
    ///
    /// - Throws: The system's error if the directory cannot be made.
    init() throws(Errno) {
        let parent = Toolkit.cacheDirectory + "/typecase/settings"
        try FileSystem.makeDirectories(parent, mode: 0o700)
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        let directory = directory
        // There may be thousands of files.
        Task { @concurrent in Self.remove(directory) }
    }

    private static func removeAbandoned(in parent: String) {
        for name in (try? FileSystem.names(in: parent)) ?? [] {
            guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process != getpid(),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove("\(parent)/\(name)")
        }
    }

    private static func remove(_ directory: String) {
        for name in (try? FileSystem.names(in: directory)) ?? [] { unlink("\(directory)/\(name)") }
        rmdir(directory)
    }
}
