internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Synchronization
internal import SystemPackage

/// Asks `typecase-packages` which packages have fonts, and remembers the answers until the catalogs change.
///
/// A program of its own reads the catalogs: the library for it brings GLib along.
final class PackageSearch: Sendable {
    /// Where catalogs are.
    ///
    /// Source: libappstream 0.16, `as-utils.c` and `as-pool.c`; it takes `app-info` for the old name of `swcatalog`.
    private static let directories = ["/usr/share", "/var/lib", "/var/cache"].flatMap { root in
        ["swcatalog", "app-info"].flatMap { name in
            ["xml", "xmls", "yaml"].map { "\(root)/\(name)/\($0)" }
        }
    }

    /// The most names that are remembered.
    private static let maximumKnown = 10_000
    /// Seconds for reading the catalogs of a large distribution on a slow machine.
    private static let seconds = 30

    private let program: String
    private let arguments: [String]
    private let environment: [String: String]
    private let log: Logger
    /// Whether the last question failed: a failure that lasts is reported once.
    private let isFailing = Mutex(false)
    private let threads = BlockingThreads(name: "typecase-packages", maximumCount: 1)
    private let known = Mutex<(stamps: [FileStamp?], packages: [String: String?])>(([], [:]))

    /// Names the program; nothing is run.
    ///
    /// - Parameters:
    ///   - program: The path of `typecase-packages`.
    ///   - directory: A directory of catalogs in the place of the system's; `nil` for these.
    ///   - environment: The environment of the daemon.
    ///   - log: Where failures are reported.
    init(program: String, directory: String? = nil, environment: [String: String], log: Logger) {
        self.log = log
        self.program = program
        arguments = directory.map { [$0] } ?? []
        self.environment = environment.filter { ["HOME", "PATH", "XDG_CACHE_HOME"].contains($0.key) }
    }

    /// The packages that have fonts.
    ///
    /// - Parameter names: Full names, PostScript names or families.
    /// - Returns: The package of each; `nil` where none has it, or that cannot be found out.
    func packages(ofFonts names: [String]) async -> [String?] {
        let keys = names.map(\.fontNameKey)
        let found = try? await threads.run { [self] in
            let stamps = (arguments.isEmpty ? Self.directories : arguments.map { "\($0)/yaml" })
                .map { (try? FileStatus(path: $0, followsLinks: true))?.stamp }
            // No catalogs, no packages.
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

    /// Does something, and logs where it fails for the first time in a row.
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
