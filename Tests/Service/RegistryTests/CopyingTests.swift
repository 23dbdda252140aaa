import FontModel
import Foundation
import Glibc
import Registry
import Testing

@Suite struct `A copy of a registry that cannot be locked` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [RegistryJournalMode.writeAheadLog, .rollback])
    func `tells what there was, and keeps telling it`(mode: RegistryJournalMode) async throws {
        let writer = try scratch.open(mode)
        try await writer.register(1, [face("A")])
        let generation = try await writer.generation()
        try writer.close()
        let copy = try Registry.copyForReading(at: scratch.registryPath)
        #expect(try await copy.registry.generation() == generation)
        let next = try scratch.open(mode)
        try await next.register(2, [face("B")])
        try next.close()
        #expect(try await copy.registry.faces.page(FaceFilter()).faces.map(\.face.postscriptName) == ["A"])
        let newer = try Registry.copyForReading(at: scratch.registryPath)
        #expect(newer.stamp != copy.stamp)
        #expect(try await newer.registry.faces.page(FaceFilter()).faces.count == 2)
    }

    @Test func `is not changed`() async throws {
        try scratch.open().close()
        let copy = try Registry.copyForReading(at: scratch.registryPath).registry
        let error = await #expect(throws: RegistryError.self) {
            _ = try await copy.commit([.setPublicationPending(true)])
        }
        #expect(error?.code == .readOnly)
        #expect(try await !copy.isPublicationPending())
    }

    @Test func `is not made where a log holds the latest commits`() async throws {
        let writer = try scratch.open()
        try await writer.register(1, [face("A")])
        let error = #expect(throws: RegistryError.self) { _ = try Registry.copyForReading(at: scratch.registryPath) }
        #expect(error?.code == .busy)
        try writer.close()
    }

    @Test func `is not made of more than fits into memory`() throws {
        try scratch.open().close()
        // Takes no room on the disk.
        try #require(truncate(scratch.registryPath, off_t(RegistryLimits.copySize) + 4096) == 0)
        let error = #expect(throws: RegistryError.self) { _ = try Registry.copyForReading(at: scratch.registryPath) }
        #expect(error?.code == .failed)
        #expect(error?.message.contains("\(RegistryLimits.copySize)") == true)
    }

    @Test func `is not made of what is no registry`() throws {
        let missing = #expect(throws: RegistryError.self) { _ = try Registry.copyForReading(at: scratch.registryPath) }
        #expect(missing?.code == .readOnly)
        for count in [0, 50, 5000] {
            try Data(repeating: 7, count: count).write(to: URL(filePath: scratch.registryPath))
            let damaged = #expect(throws: RegistryError.self) {
                _ = try Registry.copyForReading(at: scratch.registryPath)
            }
            #expect(damaged?.code == .damaged, "\(count) bytes")
        }
    }
}
