internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Waits until something holds of the files below a directory, and looks whenever one of them has changed.
///
/// - Parameters:
///   - expectation: What is waited for, as a sentence that goes on after "that".
///   - root: The absolute path of the directory, which need not be there yet.
///   - limit: How long to wait: far longer than it takes on a machine that has much else to do.
///   - condition: Whether it holds.
/// - Throws: ``NeverHappened``, what the condition throws, and why nothing could be watched.
package func eventually(
    _ expectation: String, below root: String, within limit: Duration = .seconds(120),
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    let watch = try FileWatch(below: root)
    while true {
        // Before it is looked, so that no change falls in between.
        watch.addDirectories()
        if try await condition() { return }
        guard .now < end else { throw NeverHappened(expectation: expectation, limit: limit) }
        try await watch.waitForChange(until: end)
    }
}

/// The changes of all files below a directory.
private struct FileWatch: Sendable {
    private static let mask = UInt32(
        IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO)

    /// Waiting for a change blocks: a thread for each test that does.
    private static let threads = BlockingThreads(name: "file-watch", maximumCount: 64)

    private let root: String
    private let inotify: OwnedFileDescriptor

    init(below root: String) throws(Errno) {
        self.root = root
        inotify = OwnedFileDescriptor(
            adopting: try retryingInterrupts { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    }

    /// Watches what there is by now: the directories below the root, or the one in which that would be made.
    func addDirectories() {
        var top = root
        while !add(top), let slash = top.lastIndex(of: "/"), slash > top.startIndex { top = String(top[..<slash]) }
        if top == root { addDirectories(in: root) }
    }

    private func addDirectories(in directory: String) {
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != "..", entry.pointee.d_type == UInt8(DT_DIR) else { continue }
            if add("\(directory)/\(name)") { addDirectories(in: "\(directory)/\(name)") }
        }
    }

    private func add(_ directory: String) -> Bool {
        inotify_add_watch(inotify.rawValue, directory, Self.mask | UInt32(IN_ONLYDIR)) >= 0
    }

    /// Waits for a change, and takes it and all others that have come as seen.
    func waitForChange(until end: ContinuousClock.Instant) async throws {
        let left = max(.zero, end - .now)
        let milliseconds = Int32(clamping: left.components.seconds * 1000 + 1000)
        try await Self.threads.run { [inotify] in
            var source = pollfd(fd: inotify.rawValue, events: Int16(POLLIN), revents: 0)
            _ = try retryingInterrupts { poll(&source, 1, milliseconds) }
            var events = [UInt8](repeating: 0, count: 1 << 16)
            while read(inotify.rawValue, &events, events.count) > 0 {}
        }
    }
}
