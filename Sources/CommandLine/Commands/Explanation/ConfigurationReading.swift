internal import class Fontconfig.FontconfigLayout
internal import FoundationEssentials
internal import LinuxSystem
internal import Synchronization

/// fontconfig's configuration, which is loaded while something else is under way.
final class ConfigurationReading: Sendable {
    /// What it says of a name.
    struct Findings: Sendable {
        /// Which of its files have a rule for the name.
        var filesWithName: [String] = []
        /// The pattern that keeps published fonts from programs, where there is one.
        var rejection: String?
    }

    private let layout = Mutex<FontconfigLayout?>(nil)

    /// Loads it.
    func load() async {
        try? await FontconfigProgram.threads.run { [self] in withLayout { _ in } }
    }

    /// Lends the configuration, loaded where it is not yet; `nil` where it cannot be.
    private func withLayout<Result: Sendable>(_ body: (FontconfigLayout?) -> Result) -> Result {
        layout.withLock { layout in
            if layout == nil { layout = try? FontconfigLayout() }
            return body(layout)
        }
    }

    /// Reads its files.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - published: Where the service publishes fonts.
    /// - Returns: What they say; nothing where the configuration could not be loaded.
    func findings(for name: String, published: String) -> Findings {
        let files = withLayout { $0?.configurationFiles ?? [] }
        return Findings(
            filesWithName: files.filter { Self.mentions(name, inFile: $0) },
            rejection: FontSelectionRules(files: files).pattern(hiding: "\(published)/00/0.ttf"))
    }

    /// The directories whose caches are out of date; none where the configuration could not be loaded.
    ///
    /// - Parameter directories: Absolute paths; those that are no directories are left out.
    /// - Returns: Those that programs have to scan.
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
