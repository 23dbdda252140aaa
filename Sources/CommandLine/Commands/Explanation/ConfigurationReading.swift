internal import class Fontconfig.FontconfigLayout
internal import FoundationEssentials
internal import LinuxSystem
internal import Synchronization

/// What fontconfig's configuration says of a name, read while something else is under way.
final class ConfigurationReading: Sendable {
    /// What it says.
    struct Findings: Sendable {
        /// Which of its files have a rule for the name.
        var filesWithName: [String] = []
        /// The pattern that keeps published fonts from programs, where there is one.
        var rejection: String?
    }

    private let layout = Mutex<FontconfigLayout?>(nil)

    /// Reads it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - published: Where the service publishes fonts.
    /// - Returns: What it says; nothing where it cannot be read.
    func read(for name: String, published: String) async -> Findings {
        let findings = try? await FontconfigProgram.threads.run { [self] in
            let files = layout.withLock { layout in
                layout = try? FontconfigLayout()
                return layout?.configurationFiles ?? []
            }
            return Findings(
                filesWithName: files.filter { Self.mentions(name, inFile: $0) },
                rejection: FontSelectionRules(files: files).pattern(hiding: "\(published)/00/0.ttf"))
        }
        return findings ?? Findings()
    }

    /// The directories whose caches are out of date; none where the configuration could not be read.
    ///
    /// - Parameter directories: Absolute paths; those that are no directories are left out.
    /// - Returns: Those that programs have to scan.
    func staleDirectories(among directories: [String]) -> [String] {
        layout.withLock { layout in
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
