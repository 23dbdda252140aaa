internal import LinuxSystem

/// The refreshers of the machine: `typecase/refreshers/NAME.conf` in the directories of data, where packages put them.
///
/// A file of the same name in the administrator's configuration takes its place, and an empty one there or in the user's
/// turns it off. The user's own configuration has none but that: applications in sandboxes may write there.
package struct RefresherFiles: Sendable {
    private static let parts = ["typecase", "refreshers"]
    private static let ending = ".conf"

    private let directories: [String]
    private let userConfiguration: String?

    /// Says where to look.
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

    /// Reads them.
    ///
    /// Blocks.
    ///
    /// - Returns: The refreshers in the order of their names, and what is wrong with the files that are none, by their
    ///   paths.
    package func all() -> (refreshers: [Refresher], faults: [String: String]) {
        var texts: [String: (path: String, text: String)] = [:]
        var faults: [String: String] = [:]
        for directory in directories {
            for (name, path) in Self.files(in: directory)
            where texts[name] == nil && faults[path] == nil {
                guard let text = Self.text(of: path) else {
                    faults[path] = "it cannot be read, or is too large"
                    continue
                }
                texts[name] = (path, text)
            }
        }
        if let userConfiguration {
            for (name, path) in Self.files(in: userConfiguration) where Self.text(of: path) == "" { texts[name] = nil }
        }
        let refreshers = texts.sorted { $0.key < $1.key }.compactMap { _, file -> Refresher? in
            guard !file.text.isEmpty else { return nil }
            do throws(Refresher.Fault) {
                return try Refresher(file.text)
            } catch {
                faults[file.path] = error.message
                return nil
            }
        }
        return (refreshers, faults)
    }

    private static func files(in directory: String) -> [String: String] {
        let directory = ([directory] + parts).joined(separator: "/")
        let names = (try? FileSystem.names(in: directory)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(ending) }.map { ($0, "\(directory)/\($0)") })
    }

    /// The text of a file; `nil` where it is none that can be read.
    private static func text(of path: String) -> String? { (try? SmallFile(path: path).read()) ?? nil }
}
