internal import FontModel
internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The store for the originals of adopted fonts: one directory per run, with its manifest.
///
/// While a store is open, no other program changes it.
package final class AdoptionStore: Sendable {
    /// The directory of all runs.
    package let directory: String
    private let lock: OwnedFileDescriptor

    private static let manifestName = "manifest.json"

    /// Creates a store object, and the store itself if it does not exist.
    ///
    /// - Parameter directory: The directory of all runs.
    /// - Throws: An error if the store cannot be written, or if another program has opened it.
    package init(_ directory: String) throws(CommandFailure) {
        self.directory = directory
        do throws(Errno) {
            try FileSystem.makeDirectories(directory, mode: 0o700)
            lock = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(
                        AT_FDCWD, UserPlaces.joined(directory, "lock"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600
                    )
                })
        } catch {
            throw CommandFailure(
                .failure, code: .readOnly, localized("Cannot be written: %1.", "\(error)"), item: directory)
        }
        do throws(Errno) {
            try retryingInterrupts { typecase_lock_open_file(lock.rawValue) }
        } catch {
            throw CommandFailure(
                .failure, code: .busy,
                localized("Another 'typecase' command is adopting fonts or undoing an adoption. Wait until it ends."),
                item: directory)
        }
    }

    /// The names of the runs of a store.
    ///
    /// - Parameter directory: The directory of all runs.
    /// - Returns: The names, oldest first; none if there is no store.
    package static func runs(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter {
            (try? FileStatus(path: UserPlaces.joined(directory, "\($0)/\(manifestName)"))) != nil
        }.sorted { (number(of: $0), $0) < (number(of: $1), $1) }
    }

    /// The run to undo if none is named: the last one whose undo was interrupted, or else the last one.
    ///
    /// - Parameter directory: The directory of all runs.
    /// - Returns: The run's name; `nil` if there are no runs.
    package static func runToUndo(in directory: String) -> String? {
        let runs = runs(in: directory)
        return runs.last { (try? manifest(of: $0, in: directory))?.state == .undoing } ?? runs.last
    }

    /// Reads the manifest of a run.
    ///
    /// - Parameters:
    ///   - run: The run's name.
    ///   - directory: The directory of all runs.
    /// - Returns: The manifest.
    /// - Throws: An error if there is no such run, or if its manifest cannot be read.
    package static func manifest(of run: String, in directory: String) throws(CommandFailure) -> AdoptionManifest {
        let isName = !run.isEmpty && !run.hasPrefix(".") && !run.contains("/")
        let path = UserPlaces.joined(directory, "\(run)/\(manifestName)")
        guard isName, let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.notFound, code: .fileNotFound, localized("There is no such run."), item: run)
        }
        guard let manifest = try? JSONDecoder().decode(AdoptionManifest.self, from: data), manifest.version == 1 else {
            throw CommandFailure(
                .failure, code: .corrupt,
                localized("The manifest cannot be read. The original fonts are in the same directory."), item: path)
        }
        return manifest
    }

    /// Starts a run: makes its directory and writes its manifest durably.
    ///
    /// - Parameter manifest: The manifest of the run.
    /// - Returns: The run's name, which consists of the time and a number that is higher than those of all other runs.
    /// - Throws: An error if the directory or the manifest cannot be written.
    package func begin(_ manifest: AdoptionManifest) throws(CommandFailure) -> String {
        // Directories that other runs left behind count as well; only the owner of the lock makes any.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let run = "\(Self.date(at: time(nil)))-\((names.map(Self.number).max() ?? 0) + 1)"
        do throws(Errno) {
            try retryingInterrupts { mkdir(path(of: run), 0o700) }
            try FileMove.sync(directory: directory)
        } catch {
            throw CommandFailure(
                .failure, code: .readOnly, localized("Cannot be created: %1.", "\(error)"), item: path(of: run))
        }
        try write(manifest, of: run)
        return run
    }

    /// The directory of a run.
    package func path(of run: String) -> String { UserPlaces.joined(directory, run) }

    /// The path of an item's original while it is adopted.
    package func storedPath(of item: AdoptionItem, in run: String) -> String {
        UserPlaces.joined(path(of: run), item.storedName)
    }

    /// Whether a file was moved aside under an item's name, complete or not.
    func hasFile(of item: AdoptionItem, in run: String) -> Bool {
        (try? FileStatus(path: storedPath(of: item, in: run))) != nil
    }

    /// Removes the remains of an attempt that was killed.
    ///
    /// These are parts of copies, and incomplete files in the store whose originals are still where they were.
    ///
    /// - Parameters:
    ///   - manifest: The run's manifest.
    ///   - run: The run's name.
    func clearRemains(of manifest: AdoptionManifest, in run: String) {
        for directory in Set(manifest.items.map { UserPlaces.parent(of: $0.path) } + [path(of: run)]) {
            FileMove.removeParts(in: directory)
        }
        for item in manifest.items where hasFile(of: item, in: run) {
            let path = storedPath(of: item, in: run)
            guard !item.isWhole(at: path, rereading: true), let original = try? FileStatus(path: item.path),
                item.describes(original)
            else { continue }
            unlink(path)
        }
    }

    /// Replaces a run's manifest durably.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - run: The run's name.
    /// - Throws: An error if it cannot be written; the previous manifest is then still there.
    package func write(_ manifest: AdoptionManifest, of run: String) throws(CommandFailure) {
        let path = UserPlaces.joined(path(of: run), Self.manifestName)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let bytes = Array(try encoder.encode(manifest))
            let file = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(
                        AT_FDCWD, path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
                })
            var done = 0
            while done < bytes.count {
                done += try bytes.withUnsafeBytes { buffer in
                    try retryingInterrupts {
                        Glibc.write(file.rawValue, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                    }
                }
            }
            try retryingInterrupts { fsync(file.rawValue) }
            try retryingInterrupts { rename(path + ".new", path) }
            try FileMove.sync(directory: self.path(of: run))
        } catch {
            throw CommandFailure(.failure, code: .readOnly, localized("Cannot be written: %1.", "\(error)"), item: path)
        }
    }

    /// Deletes a run whose files are all back where they were.
    ///
    /// - Parameter run: The run's name.
    package func remove(_ run: String) {
        unlink(UserPlaces.joined(path(of: run), Self.manifestName))
        // The directory stays if it is not empty: such files are not ours.
        rmdir(path(of: run))
    }

    /// The number in the name of a run, which gives the order of runs even if the clock was wrong; 0 if there is none.
    private static func number(of run: String) -> Int {
        guard let mark = run.ranges(of: "Z-").last else { return 0 }
        return Int(run[mark.upperBound...]) ?? 0
    }

    /// A time in UTC, such as `2026-11-21T181607Z`.
    private static func date(at seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let date = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        return "\(date)T\(padded(parts.tm_hour))\(padded(parts.tm_min))\(padded(parts.tm_sec))Z"
    }
}
