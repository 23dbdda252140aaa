import EventLoop
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

/// A directory that is removed after the test.
private final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/typecase-watcher-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["a", "b", "c"] { unlink(path + "/" + name) }
        rmdir(path + "/sub")
        rmdir(path)
    }

    func write(_ name: String) throws {
        let file = try FileDescriptor.open(
            FilePath(path + "/" + name), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll("x".utf8) }
    }
}

@Suite struct WatcherTests {
    /// Gathers reports until the wanted change is among them.
    private func changes(
        in watcher: DirectoryWatcher, until isLast: (DirectoryChange) -> Bool
    ) async -> [DirectoryChange] {
        var all: [DirectoryChange] = []
        for await report in watcher.reports {
            guard case .changes(let changes) = report else { continue }
            all += changes
            if changes.contains(where: isLast) { break }
        }
        return all
    }

    private func with(_ body: (ScratchDirectory, DirectoryWatcher, EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test loop")
        try await body(try ScratchDirectory(), try await DirectoryWatcher(on: loop), loop)
        await loop.stop()
    }

    @Test func `writing, renaming and deleting are told by entry`() async throws {
        try await with { directory, watcher, _ in
            try watcher.add(directory.path)
            #expect(watcher.directories == [directory.path])
            try directory.write("a")
            #expect(rename(directory.path + "/a", directory.path + "/b") == 0)
            #expect(unlink(directory.path + "/b") == 0)
            let all = await changes(in: watcher) { $0.entry == "b" && $0.kinds.contains(.deleted) }
            func kinds(_ entry: String) -> DirectoryChange.Kinds {
                all.filter { $0.entry == entry && $0.directory == directory.path }
                    .reduce(into: []) { $0.formUnion($1.kinds) }
            }
            #expect(kinds("a") == [.created, .written, .movedFrom])
            #expect(kinds("b") == [.movedTo, .deleted])
        }
    }

    @Test func `what happens in one turn of the loop comes together, once for each entry`() async throws {
        try await with { directory, watcher, loop in
            try watcher.add(directory.path)
            // On the loop, so that it cannot look in between.
            try await loop.run {
                Result {
                    for _ in 0..<50 {
                        try directory.write("a")
                        try directory.write("b")
                    }
                }
            }.get()
            var iterator = watcher.reports.makeAsyncIterator()
            guard case .changes(let changes)? = await iterator.next() else {
                Issue.record("expected changes")
                return
            }
            #expect(changes.map(\.entry) == ["a", "b"])
            #expect(changes.allSatisfy { $0.kinds == [.created, .written] })
        }
    }

    @Test func `a removed directory is not told of any more`() async throws {
        try await with { directory, watcher, _ in
            try watcher.add(directory.path)
            watcher.remove(directory.path)
            #expect(watcher.directories.isEmpty)
            try directory.write("a")
            try watcher.add(directory.path)
            try directory.write("b")
            let all = await changes(in: watcher) { $0.entry == "b" && $0.kinds.contains(.written) }
            #expect(all.allSatisfy { $0.entry == "b" })
        }
    }

    @Test func `a deleted directory tells so and is forgotten`() async throws {
        try await with { directory, watcher, _ in
            let path = directory.path + "/sub"
            #expect(mkdir(path, 0o700) == 0)
            try watcher.add(path)
            #expect(rmdir(path) == 0)
            let all = await changes(in: watcher) { $0.kinds.contains(.directoryDeleted) }
            #expect(all.last?.entry == nil)
            #expect(all.last?.directory == path)
            try await eventually("nothing is watched any more") { watcher.directories.isEmpty }
        }
    }

    @Test func `a directory that is not there is refused`() async throws {
        try await with { directory, watcher, _ in
            #expect(throws: Errno.noSuchFileOrDirectory) { try watcher.add(directory.path + "/missing") }
            try directory.write("a")
            #expect(throws: Errno.notDirectory) { try watcher.add(directory.path + "/a") }
        }
    }

    @Test func `a reader that falls behind learns that it missed something`() async throws {
        try await with { directory, watcher, loop in
            try watcher.add(directory.path)
            for _ in 0..<300 {
                try directory.write("a")
                // Each turn makes a report of its own.
                await loop.run {}
                await settled(loop)
            }
            var hasOverflow = false
            var iterator = watcher.reports.makeAsyncIterator()
            for _ in 0..<256 where await iterator.next() == .overflow { hasOverflow = true }
            #expect(hasOverflow)
        }
    }
}
