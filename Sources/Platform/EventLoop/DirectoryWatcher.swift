internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// Learns of changes in directories from inotify, on an event loop.
///
/// It does not look into subdirectories.
///
/// Directories can be added and removed from any thread.
package final class DirectoryWatcher: Sendable {
    /// What happened, for one reader.
    ///
    /// It ends with the watcher. A reader that falls behind by more than 256 reports gets an overflow instead of what
    /// it missed.
    package let reports: AsyncStream<DirectoryReport>

    private let loop: EventLoop
    private let inotify: OwnedFileDescriptor
    private let watches = Mutex(Watches())
    private let continuation: AsyncStream<DirectoryReport>.Continuation
    // Only touched on the loop.
    private nonisolated(unsafe) var source: EventSource?

    private struct Watches {
        var directories: [Int32: WatchedDirectory] = [:]
        var identifiers: [WatchedDirectory: Int32] = [:]
        private var lastParent = ""

        /// The parts of a path, of which the first is shared with that of the path before: neighbours come together.
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

    /// Starts a watcher, of no directory yet.
    ///
    /// - Throws: What the system said where it has no more inotify instances or descriptors for the user.
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
            // The handler does not keep the watcher, so that letting go of it ends it.
            source = try loop.addSource(inotify.rawValue, events: .readable) { [weak self] _ in self?.read() }
            return nil
        } catch {
            return error
        }
    }

    deinit {
        continuation.finish()
        // The descriptor has to outlive its source.
        loop.execute { [source = SourceBox(source), inotify] in
            source.value?.cancel()
            withExtendedLifetime(inotify) {}
        }
    }

    /// Starts to watch a directory.
    ///
    /// Changes from now on are told.
    ///
    /// - Parameters:
    ///   - path: A directory. Another name of one that is watched already replaces the name in reports.
    ///   - includesModifications: Whether to tell of each writing to a file, and not only of its end.
    /// - Throws: What the system said: `noSpace` stands for too many watches of the user.
    package func add(_ path: String, includingModifications includesModifications: Bool = false) throws(Errno) {
        let mask = Self.mask | (includesModifications ? UInt32(IN_MODIFY) : 0)
        // Under the lock, so that a change cannot be read before its directory is known.
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

    /// Stops watching a directory.
    ///
    /// Nothing happens where it is not watched.
    package func remove(_ path: String) {
        watches.withLock { watches in
            guard let identifier = watches.identifiers.removeValue(forKey: WatchedDirectory(path: path)) else { return }
            watches.directories[identifier] = nil
            // Fails where the directory is gone, and the watch with it.
            inotify_rm_watch(inotify.rawValue, identifier)
        }
    }

    /// The directories that are watched, in no order.
    package var directories: [String] { watches.withLock { $0.identifiers.keys.map(\.path) } }

    // MARK: On the loop

    private func read() {
        var batch = ChangeBatch()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
        defer { buffer.deallocate() }
        // Until there is nothing more: what happened together is told together.
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
        // Unknown: removed, with events still on the way.
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
        // The newest report is always kept, so where something older had to go, the reader learns of that in the end.
        if case .dropped = continuation.yield(report) { continuation.yield(.overflow) }
    }
}

/// The path of a directory, in two parts: the names of a hundred directories in one place are short enough to need no
/// memory of their own, where the paths would lie all over the heap for as long as they are watched.
private struct WatchedDirectory: Hashable {
    /// All up to the last slash, and that as well.
    let parent: String
    let name: String

    init(parent: String, name: String) { (self.parent, self.name) = (parent, name) }

    init(path: String) {
        let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        self.init(parent: String(path[..<end]), name: String(path[end...]))
    }

    var path: String { parent + name }
}

/// What happened in one turn.
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

    /// Goes through what inotify wrote: each event, and behind it a name that is filled up with NUL.
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
