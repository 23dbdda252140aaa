import FontModel
import Foundation
import Registry
import Testing

@Suite struct `A registry that another process changes` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [RegistryJournalMode.writeAheadLog, .rollback])
    func `is read as it was committed last`(mode: RegistryJournalMode) async throws {
        let writer = try scratch.open(mode)
        try await writer.register(1, [face("A")])
        let reader = try Registry.openForReading(at: scratch.registryPath, journalMode: mode)
        #expect(try await reader.faces.page(FaceFilter()).faces.count == 1)
        let before = try await reader.generation()
        try await writer.register(2, [face("B")])
        #expect(try await reader.faces.page(FaceFilter()).faces.count == 2)
        #expect(try await reader.generation() > before)
        #expect(try await reader.generation() == writer.generation())
        try reader.close()
        try await writer.register(3, [face("C")])
        try writer.close()
    }

    @Test(arguments: [RegistryJournalMode.writeAheadLog, .rollback])
    func `is not changed by a reader`(mode: RegistryJournalMode) async throws {
        let writer = try scratch.open(mode)
        try await writer.register(1, [face("A")])
        let reader = try Registry.openForReading(at: scratch.registryPath, journalMode: mode)
        let error = await #expect(throws: RegistryError.self) {
            _ = try await reader.commit([.setPublicationPending(true)])
        }
        #expect(error?.code == .readOnly)
        #expect(try await !writer.isPublicationPending())
    }

    @Test func `is read where its last writer has closed it`() async throws {
        let writer = try scratch.open()
        try await writer.register(1, [face("A")])
        try writer.close()
        let reader = try Registry.openForReading(at: scratch.registryPath)
        #expect(try await reader.faces.page(FaceFilter()).faces.count == 1)
        try reader.close()
        let next = try scratch.open()
        try await next.register(2, [face("B")])
    }

    @Test func `is not made by a reader, nor read before it is complete`() throws {
        let missing = #expect(throws: RegistryError.self) { try Registry.openForReading(at: scratch.registryPath) }
        #expect(missing?.code == .readOnly)
        #expect(try scratch.names().isEmpty)
        try Data().write(to: URL(filePath: scratch.registryPath))
        let empty = #expect(throws: RegistryError.self) { try Registry.openForReading(at: scratch.registryPath) }
        #expect(empty?.code == .newerSchema)
        try Data("no database, whatever its name".utf8).write(to: URL(filePath: scratch.registryPath))
        let damaged = #expect(throws: RegistryError.self) { try Registry.openForReading(at: scratch.registryPath) }
        #expect(damaged?.code == .damaged)
    }

    @Test func `can be one in memory that starts empty`() async throws {
        let registry = try Registry.temporary()
        #expect(try await registry.faces.page(FaceFilter()).faces.isEmpty)
        try await registry.register(1, [face("A")])
        #expect(try await registry.faces.page(FaceFilter()).faces.count == 1)
        #expect(try await Registry.temporary().faces.page(FaceFilter()).faces.isEmpty)
    }
}
