internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the refreshers of the machine: `typecase/refreshers/NAME.conf` in the data directories, installed by packages.
///
/// A file of the same name in the administrator's configuration replaces a package's file. A file without a group, such
/// as an empty file or a link to `/dev/null`, disables the refresher. Such a file also works in the user's
/// configuration. Other files there are ignored, because sandboxed applications may be able to write there.
package struct RefresherFiles: Sendable {
    private static let parts = ["typecase", "refreshers"]
    private static let ending = ".conf"
    /// The maximum number of bytes of a file.
    private static let largestFile = 64 << 10

    private let directories: [String]
    private let userConfiguration: String?

    /// Creates a reader for the directories that the environment specifies.
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - administration: The directory of the administrator's configuration.
    package init(environment variables: [String: String], administration: String = "/etc") {
        let data = BaseDirectories.list(variables["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
        directories = [administration] + data
        userConfiguration =
            BaseDirectories.directory(variables["XDG_CONFIG_HOME"])
            ?? BaseDirectories.directory(variables["HOME"]).map { $0 + "/.config" }
    }

    /// Reads the refreshers.
    ///
    /// Blocks.
    ///
    /// - Returns: The refreshers, sorted by name, and the faults of invalid files, by path.
    package func all() -> (refreshers: [Refresher], faults: [String: String]) {
        var found: [String: Refresher] = [:]
        var seen: Set<String> = []
        var faults: [String: String] = [:]
        if let userConfiguration {
            for name in Self.names(in: userConfiguration) {
                let content = Result { () throws(Refresher.Fault) in
                    try Self.content(of: Self.path(userConfiguration, name))
                }
                if case .success(nil) = content { seen.insert(name) }
            }
        }
        for directory in directories {
            for name in Self.names(in: directory) where seen.insert(name).inserted {
                let path = Self.path(directory, name)
                do throws(Refresher.Fault) {
                    guard let refresher = try Self.content(of: path) else { continue }
                    // A user who can write to the file could call any method with the service's identity.
                    guard FileSystem.isWritten(onlyBy: [0, geteuid()], at: path) else {
                        throw Refresher.Fault(message: "others than root and you can change or replace it")
                    }
                    found[name] = refresher
                } catch {
                    faults[path] = error.message
                }
            }
        }
        return (found.sorted { $0.key < $1.key }.map(\.value), faults)
    }

    private static func path(_ directory: String, _ name: String) -> String {
        ([directory] + parts + [name]).joined(separator: "/")
    }

    private static func names(in directory: String) -> [String] {
        let names = (try? FileSystem.names(in: ([directory] + parts).joined(separator: "/"))) ?? []
        return names.filter { $0.hasSuffix(ending) }
    }

    /// The refresher in a file; `nil` if the file disables a refresher.
    private static func content(of path: String) throws(Refresher.Fault) -> Refresher? {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try OwnedFileDescriptor.reading(path).contents(limit: largestFile)
        } catch {
            throw Refresher.Fault(message: "it cannot be read: \(error)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let file = KeyFile(text), file.groups.isEmpty { return nil }
        return try Refresher(text)
    }
}
