internal import FontModel
internal import Glibc
package import LinuxSystem
package import Logging
package import Registry
internal import Systemd
internal import SystemPackage

/// Keeps the list of denied fonts up to date with the deny-list files.
///
/// A file that cannot be read does not lift any denial. The entries from the last time it could be read completely stay
/// in force, even after restarts. Entries that can still be read are added.
package actor DenyListService {
    /// The name of the file in each directory of the policy.
    package static let fileName = "denied-fonts"

    private let directories: [String]
    private let registry: Registry
    private let denials: FontDenials
    private let threads: BlockingThreads
    private let log: Logger
    private var known: [String: [DenialRecord]]?
    private var reading: Task<Void, Never>?

    /// The problems that prevent reading files completely, in the order of the directories.
    package private(set) var failures: [String] = []

    /// Creates the service; nothing is read before ``refresh()``.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths of the directories of the policy.
    ///   - registry: Stores the entries of the files.
    ///   - denials: Receives the denied fonts.
    ///   - threads: The thread pool that reads files.
    ///   - log: The log for failures.
    package init(
        directories: [String], registry: Registry, denials: FontDenials, threads: BlockingThreads, log: Logger
    ) {
        self.directories = directories
        self.registry = registry
        self.denials = denials
        self.threads = threads
        self.log = log
    }

    /// Reads the files and updates the denied fonts.
    ///
    /// Readings run one after the other, so that the last one determines the result.
    package func refresh() async {
        let task = Task { [earlier = reading] in
            await earlier?.value
            await self.readFiles()
        }
        reading = task
        await task.value
    }

    private func readFiles() async {
        let paths = directories.map { "\($0)/\(Self.fileName)" }
        let texts = await withReading { paths.map(Self.read) }
        var now: [String: [DenialRecord]] = [:]
        var found: [String] = []
        let before = await remembered()
        for (path, text) in zip(paths, texts) {
            let old = before[path] ?? []
            switch text {
            case .success(nil): break
            case .success(let text?):
                let list = DenyList(text)
                now[path] = list.denials
                guard let line = list.damagedLines.first else { continue }
                let others = list.damagedLines.count - 1
                found.append(
                    "\(path): line \(line)\(others > 0 ? " and \(others) more" : "") make no sense; each needs a SHA-256 "
                        + "of 64 hexadecimal digits.")
                let known = Set(list.denials.map(\.digest))
                now[path] = list.denials + old.filter { !known.contains($0.digest) }
            case .failure(let errno):
                now[path] = old
                found.append("\(path) cannot be read (\(errno)); what it said before stays in force.")
            }
        }
        for failure in found where !failures.contains(failure) {
            log.report(
                .denyListDamaged, .error, "A list of denied fonts is not sound", metadata: ["error": "\(failure)"])
        }
        failures = found
        denials.replace(with: paths.flatMap { now[$0] ?? [] })
        await remember(now, instead: before)
    }

    private func withReading(
        _ work: @escaping @Sendable () -> [Result<String?, Errno>]
    ) async -> [Result<String?, Errno>] {
        (try? await threads.run(work)) ?? directories.map { _ in .failure(.resourceBusy) }
    }

    private func remembered() async -> [String: [DenialRecord]] {
        if let known { return known }
        let found = (try? await registry.contents.denials()) ?? [:]
        known = found
        return found
    }

    /// Stores the entries for the time when a file cannot be read.
    private func remember(_ now: [String: [DenialRecord]], instead before: [String: [DenialRecord]]) async {
        known = now
        let sources = Set(now.keys).union(before.keys).filter { Set(now[$0] ?? []) != Set(before[$0] ?? []) }
        guard !sources.isEmpty else { return }
        do throws(RegistryError) {
            _ = try await registry.commit(sources.sorted().map { .replaceDenials(source: $0, now[$0] ?? []) })
        } catch {
            log.warning("The lists of denied fonts were not taken down", metadata: ["error": "\(error)"])
        }
    }

    /// The text of a file; `nil` if the file does not exist.
    private static func read(_ path: String) -> Result<String?, Errno> {
        do throws(Errno) {
            let file: OwnedFileDescriptor
            do throws(Errno) {
                file = try .reading(path)
            } catch .noSuchFileOrDirectory {
                return .success(nil)
            }
            guard try FileStatus(of: file).kind == .regular else { return .failure(.invalidArgument) }
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 64 << 10)
            while bytes.count <= DenyList.maximumSize {
                let count = try retryingInterrupts { Glibc.read(file.rawValue, &part, part.count) }
                if count == 0 { return .success(String(decoding: bytes, as: UTF8.self)) }
                bytes += part[..<count]
            }
            return .failure(.fileTooLarge)
        } catch {
            return .failure(error)
        }
    }
}
