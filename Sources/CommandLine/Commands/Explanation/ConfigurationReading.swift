internal import class Fontconfig.FontconfigLayout
internal import FoundationEssentials
internal import LinuxSystem
internal import Synchronization

/// The configuration of fontconfig, which is loaded while other work is in progress.
final class ConfigurationReading: Sendable {
    /// What the configuration contains about a name.
    struct Findings: Sendable {
        /// The files of the configuration that have a rule for the name.
        var filesWithName: [String] = []
        /// The pattern that hides published fonts from programs, if there is one.
        var rejection: String?
    }

    private let layout = Mutex<FontconfigLayout?>(nil)

    /// Loads the configuration.
    func load() async {
        try? await FontconfigProgram.threads.run { [self] in withLayout { _ in } }
    }

    /// Calls a closure with the configuration, which is loaded first if necessary.
    ///
    /// The closure receives `nil` if the configuration cannot be loaded.
    private func withLayout<Result: Sendable>(_ body: (FontconfigLayout?) -> Result) -> Result {
        layout.withLock { layout in
            if layout == nil { layout = try? FontconfigLayout() }
            return body(layout)
        }
    }

    /// Searches the files of the configuration for a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - published: The directory in which the service publishes fonts.
    /// - Returns: The findings; empty if the configuration could not be loaded.
    func findings(for name: String, published: String) -> Findings {
        let files = withLayout { $0?.configurationFiles ?? [] }
        return Findings(
            filesWithName: files.filter { Self.mentions(name, inFile: $0) },
            rejection: FontSelectionRules(files: files).pattern(hiding: "\(published)/00/0.ttf"))
    }

    /// The directories whose caches are out of date; none if the configuration could not be loaded.
    ///
    /// - Parameter directories: Absolute paths; paths that are not directories are left out.
    /// - Returns: The directories that programs have to scan.
    func staleDirectories(among directories: [String]) -> [String] {
        withLayout { layout in
            guard let layout else { return [] }
            return directories.filter { UserPlaces.isDirectory($0) && layout.cacheFile(of: $0) == nil }
        }
    }

    /// Whether a configuration file has a rule for a name.
    private static func mentions(_ name: String, inFile path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        let text = String(decoding: data, as: UTF8.self).lowercased()
        return ["family", "string"].contains { text.contains("<\($0)>\(name.lowercased())</\($0)>") }
    }
}
