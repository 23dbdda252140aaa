internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Synchronization
internal import SystemPackage

/// Asks `typecase-packages` which packages contain fonts, and caches the answers until the catalogs change.
///
/// The catalogs are read in a separate program, because the library for them depends on GLib.
final class PackageSearch: Sendable {
    /// The directories of the catalogs.
    ///
    /// Source: libappstream 0.16, `as-utils.c` and `as-pool.c`, which treats `app-info` as the old name of `swcatalog`.
    private static let directories = ["/usr/share", "/var/lib", "/var/cache"].flatMap { root in
        ["swcatalog", "app-info"].flatMap { name in
            ["xml", "xmls", "yaml"].map { "\(root)/\(name)/\($0)" }
        }
    }

    /// The most names in the cache.
    private static let maximumKnown = 10_000
    /// The timeout in seconds, enough to read the catalogs of a large distribution on a slow machine.
    private static let seconds = 30

    private let program: String
    private let arguments: [String]
    private let environment: [String: String]
    private let log: Logger
    /// Whether the last query failed; a persistent failure is reported only once.
    private let isFailing = Mutex(false)
    private let threads = BlockingThreads(name: "typecase-packages", maximumCount: 1)
    private let known = Mutex<(stamps: [FileStamp?], packages: [String: String?])>(([], [:]))

    /// Creates the search without running the program.
    ///
    /// - Parameters:
    ///   - program: The path of `typecase-packages`.
    ///   - directory: A directory of catalogs that replaces those of the system; `nil` for the system's catalogs.
    ///   - environment: The environment of the daemon.
    ///   - log: The log of failures.
    init(program: String, directory: String? = nil, environment: [String: String], log: Logger) {
        self.log = log
        self.program = program
        arguments = directory.map { [$0] } ?? []
        self.environment = environment.filter { ["HOME", "PATH", "XDG_CACHE_HOME"].contains($0.key) }
    }

    /// Returns the packages that contain fonts.
    ///
    /// - Parameter names: Full names, PostScript names or families.
    /// - Returns: The package of each font; `nil` if no package contains it, or this cannot be determined.
    func packages(ofFonts names: [String]) async -> [String?] {
        let keys = names.map(\.fontNameKey)
        let found = try? await threads.run { [self] in
            let stamps = (arguments.isEmpty ? Self.directories : arguments.map { "\($0)/yaml" })
                .map { (try? FileStatus(path: $0, followsLinks: true))?.stamp }
            // Without catalogs, there are no packages.
            guard stamps.contains(where: { $0 != nil }) else { return [String: String?]() }
            let packages = known.withLock { known in
                if known.stamps != stamps || known.packages.count > Self.maximumKnown { known = (stamps, [:]) }
                return known.packages
            }
            let missing = Set(keys).filter { packages[$0] == nil && !$0.isEmpty }
            guard !missing.isEmpty else { return packages }
            let new = try reporting { () throws(Errno) in try ask(for: missing.sorted()) }
            return known.withLock { known in
                known.packages.merge(new) { $1 }
                return known.packages
            }
        }
        return keys.map { found?[$0] ?? nil }
    }

    /// Runs a closure, and logs the first failure of a series.
    private func reporting<Value>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        do throws(Errno) {
            let value = try body()
            isFailing.withLock { $0 = false }
            return value
        } catch {
            let isNew = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isNew {
                log.warning(
                    "The fonts of packages cannot be looked up",
                    metadata: ["program": "\(program)", "error": "\(error)"])
            }
            throw error
        }
    }

    private func ask(for keys: [String]) throws(Errno) -> [String: String?] {
        let outcome = try SystemProgram.run(
            [program] + arguments, input: Array((keys.joined(separator: "\n") + "\n").utf8), environment: environment,
            outputLimit: keys.count * 256, seconds: Self.seconds)
        let lines = String(decoding: outcome.output, as: UTF8.self)
            .split(separator: "\n", maxSplits: keys.count, omittingEmptySubsequences: false)
        guard outcome.succeeded, lines.count == keys.count + 1 else { throw .ioError }
        return Dictionary(uniqueKeysWithValues: zip(keys, lines.map { $0.isEmpty ? nil : String($0) }))
    }
}
