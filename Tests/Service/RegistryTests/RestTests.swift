import FontModel
import Foundation
import Testing

@testable import Registry

@Suite struct `A registry at rest` {
    @Test func `has all of its connections, opened ahead of the first query, and answers as before`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        await registry.openConnections()
        // The one that writes, those that read, that for lists, and that for single names.
        let log = scratch.registryPath + "-wal"
        let count = 1 + RegistryLimits.readers + 1 + 1
        #expect(try openCount(of: log) == count)
        registry.connection.returnMemory()
        #expect(try await registry.faces.page(FaceFilter()).faces.count == 1)
        try await registry.register(2, [face("B")])
        #expect(try await registry.faces.page(FaceFilter()).faces.count == 2)
        #expect(try openCount(of: log) == count)
        try registry.close()
        await registry.openConnections()
        #expect(try openCount(of: log) == 0)
    }

    @Test func `knows where the published fonts were found, whatever the numbers of the directory are`() async throws {
        let scratch = try ScratchDirectory()
        var registry = try scratch.open()
        #expect(try await registry.publishedRoot() == nil)
        let roots = [
            PublishedRoot(fileSystem: .max, inode: 1 << 63, seenNanoseconds: 1),
            PublishedRoot(fileSystem: 0, inode: 2, seenNanoseconds: .max),
        ]
        for root in roots {
            let generation = try await registry.generation()
            _ = try await registry.commit([.setPublishedRoot(root)])
            #expect(try await registry.generation() == generation)
            try registry.close()
            registry = try scratch.open()
            #expect(try await registry.publishedRoot() == root)
        }
    }

    /// How often this process has a file open.
    private func openCount(of path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
        }
    }
}
