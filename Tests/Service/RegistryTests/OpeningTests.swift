import FontModel
import Foundation
import GRDB
@testable import Registry
import Testing

@Suite struct `Opening a registry` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `the connection that writes syncs fully and keeps a write-ahead log`() throws {
        let (registry, condition) = try Registry.open(at: scratch.registryPath)
        #expect(condition == .created)
        #expect(try registry.connection.synchronousLevel() == 2)
        #expect(try registry.connection.journalModeInUse() == "wal")
    }

    @Test func `without shared memory the journal is truncated, and a log left by another run is taken over`()
        async throws
    {
        let first = try scratch.open()
        try await first.register(1, [face("A")])
        try first.close()
        let (second, condition) = try Registry.open(at: scratch.registryPath, journalMode: .rollback)
        #expect(condition == .opened)
        #expect(try second.connection.journalModeInUse() == "truncate")
        #expect(try second.connection.synchronousLevel() == 2)
        try await second.register(2, [face("B")])
        #expect(try scratch.names() == ["registry.sqlite", "registry.sqlite-journal"])
        #expect(try await second.faces.page(FaceFilter()).faces.count == 2)
        try second.close()
        let third = try scratch.open()
        #expect(try third.connection.journalModeInUse() == "wal")
        #expect(try await third.faces.page(FaceFilter()).faces.count == 2)
    }

    @Test func `without shared memory others may read between the commits`() async throws {
        let first = try scratch.open(.rollback)
        try await first.register(1, [face("A")])
        let second = try Registry.openForReading(at: scratch.registryPath, journalMode: .rollback)
        try await first.register(2, [face("B")])
        #expect(try await second.faces.page(FaceFilter()).faces.count == 2)
        #expect(try scratch.names() == ["registry.sqlite", "registry.sqlite-journal"])
    }

    @Test func `the files are for the user alone`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        let names = try scratch.names()
        #expect(names == ["registry.sqlite", "registry.sqlite-shm", "registry.sqlite-wal"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `a file that others could read is restricted when it is opened`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        try registry.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.registryPath)
        _ = try scratch.open()
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.registryPath)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `what was committed is there after closing, and after a crash`() async throws {
        let registry = try scratch.open()
        let generation = try await registry.register(1, [richFace()])
        // The files as a kill would leave them: the log not written back.
        let copy = try ScratchDirectory()
        for name in try scratch.names() {
            try FileManager.default.copyItem(atPath: scratch.path + "/" + name, toPath: copy.path + "/" + name)
        }
        try registry.close()
        for path in [scratch.registryPath, copy.registryPath] {
            let (again, condition) = try Registry.open(at: path)
            #expect(condition == .opened)
            #expect(try await again.generation() == generation)
            #expect(try await again.registrations.record(id("font1")) == registration("font1", of: 1))
        }
    }

    @Test func `a registry that nothing was committed to counts as created each time`() throws {
        try scratch.open().close()
        let (registry, condition) = try Registry.open(at: scratch.registryPath)
        #expect(condition == .created)
        _ = try registry.commitBlocking([upsert(foundry)])
        try registry.close()
        #expect(try Registry.open(at: scratch.registryPath).1 == .opened)
    }

    @Test func `a registry with which a change was begun stands for no lost one any more`() async throws {
        let registry = try scratch.open()
        #expect(try await registry.isNew())
        let generation = try await registry.generation()
        _ = try await registry.commit([.setBegun])
        #expect(try await registry.generation() == generation)
        #expect(try await !registry.isNew())
        try registry.close()
        let (again, condition) = try Registry.open(at: scratch.registryPath)
        #expect(condition == .opened)
        #expect(try await !again.isNew())
    }

    @Test func `a directory that cannot be written says so`() throws {
        // Not even root can make a file in the kernel's own file system.
        let error = #expect(throws: RegistryError.self) { try Registry.open(at: "/sys/kernel/registry.sqlite") }
        #expect(error?.code == .readOnly)
    }

    @Test func `a missing directory says that it cannot be written`() throws {
        let error = #expect(throws: RegistryError.self) {
            try Registry.open(at: scratch.path + "/none/registry.sqlite")
        }
        #expect(error?.code == .readOnly)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anything"))
    func `a file and directory that became read-only say so and stay as they are`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        try registry.close()
        let bytes = try Data(contentsOf: URL(filePath: scratch.registryPath))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: scratch.registryPath)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: scratch.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.path) }
        let error = #expect(throws: RegistryError.self) { try scratch.open() }
        #expect(error?.code == .readOnly)
        #expect(try Data(contentsOf: URL(filePath: scratch.registryPath)) == bytes)
    }

    @Test func `a registry that cannot be made leaves nothing behind`() throws {
        let error = #expect(throws: RegistryError.self) {
            try Registry.open(at: scratch.registryPath, maximumSize: 16 << 10)
        }
        #expect(error?.code == .storageFull)
        #expect(try scratch.names().isEmpty)
        #expect(try Registry.open(at: scratch.registryPath).1 == .created)
    }

    @Test func `closing writes the log back, readers or not`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        _ = try await registry.faces.page(FaceFilter())
        try registry.close()
        let log = try? FileManager.default.attributesOfItem(atPath: scratch.registryPath + "-wal")[.size]
        #expect(log as? Int ?? 0 == 0)
        let error = await #expect(throws: RegistryError.self) { try await registry.generation() }
        #expect(error?.code == .failed)
    }

    @Test func `a registry at its size limit says that storage is full and keeps what it has`() async throws {
        let (registry, _) = try Registry.open(at: scratch.registryPath, maximumSize: 256 << 10)
        try await registry.register(1, [face("A")])
        var failure: RegistryError?
        for number in 2..<2000 where failure == nil {
            let faces = (0..<20).map { face("F\(number)-\($0)", index: $0, characters: "\(number)") }
            do {
                try await registry.register(number, faces)
            } catch let error as RegistryError {
                failure = error
                #expect(try await registry.contents.record(digest(number)) == nil)
                #expect(try await registry.generation() == registry.changes(since: 0).changes.last?.generation)
            }
        }
        #expect(failure?.code == .storageFull)
        #expect(try await registry.faces.match([FontDescriptor(name: "A")]).first??.id == id("font1"))
        // What makes room is still possible.
        _ = try await registry.commit([.deleteRegistration(id("font1")), .deleteContent(digest(1))])
    }
}
