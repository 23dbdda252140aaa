internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Where the originals of adopted fonts are kept: a directory per run, with its manifest.
///
/// As long as a store is open no other program changes it.
package final class AdoptionStore: Sendable {
    /// The directory of all runs.
    package let directory: String
    private let lock: OwnedFileDescriptor

    private static let manifestName = "manifest.json"

    /// Opens the store, making it where it is not there.
    ///
    /// - Parameter directory: The directory of all runs.
    /// - Throws: That it cannot be written, or that another program has it open.
    package init(_ directory: String) throws(CommandFailure) {
        self.directory = directory
        do throws(Errno) {
            try UserPlaces.makeDirectories(directory)
            lock = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(
                        AT_FDCWD, UserPlaces.joined(directory, "lock"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600
                    )
                })
        } catch {
            throw CommandFailure(.failure, code: "ReadOnly", "Cannot be written: \(error).", item: directory)
        }
        do throws(Errno) {
            try retryingInterrupts { typecase_lock_open_file(lock.rawValue) }
        } catch {
            throw CommandFailure(
                .failure, code: "Busy", "Another typecase adopts fonts, or takes that back, at this moment.",
                item: directory)
        }
    }

    /// The names of the runs of a store.
    ///
    /// - Parameter directory: The directory of all runs.
    /// - Returns: The names, oldest first; none where there is no store.
    package static func runs(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter {
            (try? FileStatus(path: UserPlaces.joined(directory, "\($0)/\(manifestName)"))) != nil
        }.sorted()
    }

    /// Reads the manifest of a run.
    ///
    /// - Parameters:
    ///   - run: The run's name.
    ///   - directory: The directory of all runs.
    /// - Returns: The manifest.
    /// - Throws: That there is no such run, or that its manifest cannot be read.
    package static func manifest(of run: String, in directory: String) throws(CommandFailure) -> AdoptionManifest {
        let isName = !run.isEmpty && !run.hasPrefix(".") && !run.contains("/")
        let path = UserPlaces.joined(directory, "\(run)/\(manifestName)")
        guard isName, let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.notFound, code: "FileNotFound", "There is no such run.", item: run)
        }
        guard let manifest = try? JSONDecoder().decode(AdoptionManifest.self, from: data), manifest.version == 1 else {
            throw CommandFailure(
                .failure, code: "Corrupt", "The manifest cannot be read; the fonts are beside it.", item: path)
        }
        return manifest
    }

    /// Starts a run: makes its directory and writes its manifest, durably.
    ///
    /// - Parameter manifest: What is about to be done.
    /// - Returns: The run's name, made of the time.
    /// - Throws: What kept it from being written.
    package func begin(_ manifest: AdoptionManifest) throws(CommandFailure) -> String {
        let name = Self.name(at: time(nil))
        var run = name
        var number = 1
        while true {
            do throws(Errno) {
                try retryingInterrupts { mkdir(path(of: run), 0o700) }
                try FileMove.sync(directory: directory)
                break
            } catch {
                guard error == .fileExists else {
                    throw CommandFailure(.failure, code: "ReadOnly", "Cannot be made: \(error).", item: path(of: run))
                }
                number += 1
                run = "\(name)-\(number)"
            }
        }
        try write(manifest, of: run)
        return run
    }

    /// The directory of a run.
    package func path(of run: String) -> String { UserPlaces.joined(directory, run) }

    /// The path that an item has while it is adopted.
    package func storedPath(of item: AdoptionItem, in run: String) -> String {
        UserPlaces.joined(path(of: run), item.storedName)
    }

    /// Writes a run's manifest in place of the one before, durably.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - run: The run's name.
    /// - Throws: What kept it from being written; the one before is still there then.
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
            throw CommandFailure(.failure, code: "ReadOnly", "Cannot be written: \(error).", item: path)
        }
    }

    /// Forgets a run whose files are all back where they were.
    ///
    /// - Parameter run: The run's name.
    package func remove(_ run: String) {
        unlink(UserPlaces.joined(path(of: run), Self.manifestName))
        // Stays where something is in it: then it is not ours.
        rmdir(path(of: run))
    }

    private static func name(at seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let date = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        return "\(date)T\(padded(parts.tm_hour))\(padded(parts.tm_min))\(padded(parts.tm_sec))"
    }
}
