internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// Reports changes in directories on an event loop, using inotify.
///
/// Subdirectories are not watched.
///
/// Directories can be added and removed from any thread.
package final class DirectoryWatcher: Sendable {
    /// The reports of changes, for a single reader.
    ///
    /// The stream ends when the watcher is released. A reader that falls behind by more than 256 reports receives an
    /// overflow report in place of the missed ones.
    package let reports: AsyncStream<DirectoryReport>

    private let loop: EventLoop
    private let inotify: OwnedFileDescriptor
    private let watches = Mutex(Watches())
    private let continuation: AsyncStream<DirectoryReport>.Continuation
    // Only used on the loop.
    private nonisolated(unsafe) var source: EventSource?

    private struct Watches {
        var directories: [Int32: WatchedDirectory] = [:]
        var identifiers: [WatchedDirectory: Int32] = [:]
        private var lastParent = ""

        /// Splits a path; neighbours that are added one after another share the string of their parent.
        mutating func directory(at path: String) -> WatchedDirectory {
            let directory = WatchedDirectory(path: path)
            guard directory.parent == lastParent else {
                lastParent = directory.parent
                return directory
            }
            return WatchedDirectory(parent: lastParent, name: directory.name)
        }
    }

    private static let mask =
        UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE)
        | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
    private static let maximumReports = 256

    /// Creates a watcher that watches no directory yet.
    ///
    /// - Throws: The system's error, if the user has no more inotify instances or descriptors.
    package init(on loop: EventLoop) async throws(Errno) {
        self.loop = loop
        inotify = OwnedFileDescriptor(
            adopting: try retryingInterrupts { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        (reports, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maximumReports))
        let failure = await loop.run { [self] in start() }
        if let failure { throw failure }
    }

    private func start() -> Errno? {
        do throws(Errno) {
            // The handler does not retain the watcher, so releasing the watcher ends it.
            source = try loop.addSource(inotify.rawValue, events: .readable) { [weak self] _ in self?.read() }
            return nil
        } catch {
            return error
        }
    }

    deinit {
        continuation.finish()
        // The descriptor must outlive its source.
        loop.execute { [source = SourceBox(source), inotify] in
            source.value?.cancel()
            withExtendedLifetime(inotify) {}
        }
    }

    /// Starts to watch a directory.
    ///
    /// Changes from now on are reported.
    ///
    /// - Parameters:
    ///   - path: The path of the directory. If the directory is already watched under another name, the new name
    ///     replaces the old one in reports.
    ///   - includesModifications: Whether to report each write to a file, not only when a written file is closed.
    /// - Throws: The system's error; `noSpace` means that the user has too many watches.
    package func add(_ path: String, includingModifications includesModifications: Bool = false) throws(Errno) {
        let mask = Self.mask | (includesModifications ? UInt32(IN_MODIFY) : 0)
        // Added under the lock, so that a change cannot be read before its directory is known.
        let failure = watches.withLock { watches -> Errno? in
            do throws(Errno) {
                let identifier = try retryingInterrupts {
                    inotify_add_watch(inotify.rawValue, path.fileSystemRepresentation, mask)
                }
                if let former = watches.directories[identifier] { watches.identifiers[former] = nil }
                let directory = watches.directory(at: path)
                watches.directories[identifier] = directory
                watches.identifiers[directory] = identifier
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Stops watching a directory, if it is watched.
    package func remove(_ path: String) {
        watches.withLock { watches in
            guard let identifier = watches.identifiers.removeValue(forKey: WatchedDirectory(path: path)) else { return }
            watches.directories[identifier] = nil
            // Fails if the directory, and with it the watch, no longer exists.
            inotify_rm_watch(inotify.rawValue, identifier)
        }
    }

    /// The watched directories, in no particular order.
    package var directories: [String] { watches.withLock { $0.identifiers.keys.map(\.path) } }

    // MARK: On the loop

    private func read() {
        var batch = ChangeBatch()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
        defer { buffer.deallocate() }
        // Reads until nothing is left, so that simultaneous changes are reported together.
        while let count = try? retryingInterrupts({
            Glibc.read(inotify.rawValue, buffer.baseAddress, buffer.count)
        }), count > 0 {
            watches.withLock { watches in
                ChangeBatch.forEachEvent(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) { event, name in
                    note(event, name, in: &watches, &batch)
                }
            }
        }
        if !batch.changes.isEmpty { tell(.changes(batch.changes)) }
        if batch.hasOverflow { tell(.overflow) }
    }

    private func note(
        _ event: inotify_event, _ name: String?, in watches: inout Watches, _ batch: inout ChangeBatch
    ) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            batch.hasOverflow = true
            return
        }
        // An unknown directory was removed while its events were still queued.
        guard let directory = watches.directories[event.wd] else { return }
        let kinds = DirectoryChange.Kinds(rawValue: event.mask)
        if event.mask & UInt32(IN_IGNORED) != 0 || kinds.contains(.directoryMoved) {
            watches.directories[event.wd] = nil
            watches.identifiers[directory] = nil
            if kinds.contains(.directoryMoved) { inotify_rm_watch(inotify.rawValue, event.wd) }
        }
        batch.add(kinds, to: name, in: directory.path)
    }

    private func tell(_ report: DirectoryReport) {
        // The stream always keeps the newest report, so if an older one was dropped, the reader eventually learns of
        // it.
        if case .dropped = continuation.yield(report) { continuation.yield(.overflow) }
    }
}

/// The path of a directory, in two parts, to save memory.
///
/// The names of a hundred neighbouring directories are short enough to need no heap memory of their own. The complete
/// paths would occupy memory all over the heap for as long as the directories are watched.
private struct WatchedDirectory: Hashable {
    /// The path up to and including the last slash.
    let parent: String
    let name: String

    init(parent: String, name: String) { (self.parent, self.name) = (parent, name) }

    init(path: String) {
        let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        self.init(parent: String(path[..<end]), name: String(path[end...]))
    }

    var path: String { parent + name }
}

/// The changes that happened in one turn of the loop.
private struct ChangeBatch {
    private(set) var changes: [DirectoryChange] = []
    var hasOverflow = false
    private var positions: [Key: Int] = [:]

    private struct Key: Hashable {
        let directory: String
        let entry: String?
    }

    private static let known: DirectoryChange.Kinds = [
        .modified, .attributes, .written, .movedFrom, .movedTo, .created, .deleted, .directoryDeleted, .directoryMoved,
        .isDirectory,
    ]

    mutating func add(_ kinds: DirectoryChange.Kinds, to entry: String?, in directory: String) {
        let kinds = kinds.intersection(Self.known)
        guard !kinds.subtracting(.isDirectory).isEmpty else { return }
        let key = Key(directory: directory, entry: entry)
        if let position = positions[key] {
            changes[position].kinds.formUnion(kinds)
        } else {
            positions[key] = changes.count
            changes.append(DirectoryChange(directory: directory, entry: entry, kinds: kinds))
        }
    }

    /// Calls a closure for each event that inotify returned: an event is followed by a name padded with NUL bytes.
    static func forEachEvent(in bytes: UnsafeRawBufferPointer, _ body: (inotify_event, String?) -> Void) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += headerSize
            let end = min(offset + Int(event.len), bytes.count)
            let name = bytes[offset..<end].prefix { $0 != 0 }
            body(event, name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
            offset = end
        }
    }
}
