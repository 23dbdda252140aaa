internal import FontModel
internal import Localization
internal import class Fontconfig.FontconfigLayout
internal import InspectionClient
internal import LinuxSystem

/// Updates fontconfig's caches of directories whose files have changed.
///
/// The next program to start then need not scan these directories. As everywhere, a sandboxed worker parses the files.
struct CacheWarming: Sendable {
    /// The configuration for starting the worker.
    var workers: WorkerConfiguration

    /// Warms the caches of the directories of files, and of directories above them that are new or have changed.
    ///
    /// Directories that fontconfig does not scan are ignored.
    ///
    /// - Parameters:
    ///   - paths: The files, without links in their directories.
    ///   - output: The output for a warning about caches that are not updated, which only costs time.
    func warm(directoriesOf paths: [String], warning output: CommandOutput) async {
        let stale = Self.staleDirectories(of: paths)
        guard !stale.isEmpty else { return }
        let pool = FontInspector(
            configuration: workers, threads: BlockingThreads(name: "typecase-warm", maximumCount: 2))
        do throws(FontError) {
            _ = try await pool.warm(stale)
        } catch {
            output.warn(localized("fontconfig's cache is older than the directory; run 'fc-cache'."), about: stale[0])
        }
        await pool.shutdown()
    }

    /// The directories that programs would scan, spelled as in the configuration, each after its subdirectories.
    private static func staleDirectories(of paths: [String]) -> [String] {
        guard let layout = try? FontconfigLayout() else { return [] }
        var directories: Set<String> = []
        for root in layout.rootDirectories {
            guard let resolved = try? FileSystem.resolved(root) else { continue }
            for path in Set(paths.map(UserPlaces.parent)) where UserPlaces.contains(resolved, path) {
                var directory = path
                while UserPlaces.contains(resolved, directory) {
                    directories.insert(root + directory.dropFirst(resolved.count))
                    if directory == resolved { break }
                    directory = UserPlaces.parent(of: directory)
                }
            }
        }
        return directories.filter { UserPlaces.isDirectory($0) && layout.cacheFile(of: $0) == nil }
            .sorted { ($0.count, $0) > ($1.count, $1) }
    }
}
