import FontModel
import Foundation
import Registry
import Testing

@Suite struct `A commit` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `stores all that it is given`() async throws {
        let stamp = FileStamp(
            inode: .max, size: 1000, modificationNanoseconds: 1_700_000_000_123_456_789, changeNanoseconds: 5)
        var record = content(1)
        record.stamp = stamp
        let second = RegistrationRecord(
            id: id("two"), provider: press, digest: digest(1), scope: .session, isEnabled: false, userInfo: "mark",
            sessionToken: "boot-1", sequence: 7)
        _ = try await registry.commit([
            upsert(foundry), upsert(press), .insertContent(record, faces: [richFace(), richFace(index: 1)]),
            .insertRegistration(registration("one", of: 1)), .insertRegistration(second),
        ])
        #expect(try await registry.contents.record(digest(1)) == record)
        #expect(try await registry.contents.records([digest(9), digest(1)]) == [record])
        #expect(try await registry.registrations.record(id("two")) == second)
        #expect(
            try await registry.registrations.records([id("two"), id("none"), id("one")]).map(\.id) == [
                id("two"), id("one"),
            ])
        #expect(try await registry.registrations.records(of: digest(1)).map(\.id) == [id("one"), id("two")])
        let read = try #require(try await registry.faces.face(id("two"), index: 1, includingCoverage: true))
        #expect(read.face == richFace(index: 1))
        #expect(read.userInfo == "mark" && read.scope == .session && !read.isEnabled)
        var withoutCoverage = richFace()
        withoutCoverage.coverage = CharacterCoverage()
        #expect(try await registry.faces.face(id("one"))?.face == withoutCoverage)
        #expect(try await registry.faces.face(id("one"), index: 2) == nil)
    }

    @Test func `changes places, stamps, scopes and states`() async throws {
        try await registry.register(1, [face("A")])
        let stamp = FileStamp(inode: 7, size: 8, modificationNanoseconds: 9, changeNanoseconds: 10)
        _ = try await registry.commit([
            .setPlace(digest(1), .quarantined(reason: "altered"), stamp: stamp), .setEnabled(id("font1"), false),
            .setScope(id("font1"), .session, sessionToken: "boot"), .setUserInfo(id("font1"), "mark"),
        ])
        var expected = content(1, place: .quarantined(reason: "altered"))
        expected.stamp = stamp
        #expect(try await registry.contents.record(digest(1)) == expected)
        let record = try #require(try await registry.registrations.record(id("font1")))
        #expect(record.userInfo == "mark")
        #expect(record.scope == .session && record.sessionToken == "boot" && !record.isEnabled)
        _ = try await registry.commit([.setStamp(digest(1), nil), .setPlace(digest(1), .stored, stamp: nil)])
        #expect(try await registry.contents.record(digest(1)) == content(1, place: .stored))
    }

    static let failures: [RegistryMutation] = [
        .insertRegistration(registration("font1", of: 1)),
        .insertRegistration(registration("new", of: 99)),
        .insertRegistration(registration("new", of: 1, by: provider("org.example.Unknown"))),
        .insertContent(content(1), faces: []),
        .insertContent(content(5), faces: [face("A"), face("B")]),
        .insertContent(content(5), faces: (0...FontLimits.faces).map { face("A", index: $0) }),
        .deleteContent(digest(1)), .deleteContent(digest(9)), .deleteRegistration(id("none")),
        .setEnabled(id("none"), true), .setScope(id("none"), .session, sessionToken: nil),
        .setUserInfo(id("none"), nil),
        .setPlace(digest(9), .stored, stamp: nil), .setStamp(digest(9), nil),
        .insertRegistration(registration("new", of: 1, userInfo: String(repeating: "x", count: 1025))),
    ]

    @Test(arguments: failures)
    func `leaves nothing where one step contradicts what is stored`(_ failure: RegistryMutation) async throws {
        let generation = try await registry.register(1, [face("A")])
        let error = await #expect(throws: RegistryError.self) {
            _ = try await registry.commit([
                upsert(press), .insertContent(content(2), faces: [face("B")]),
                .insertRegistration(registration("font2", of: 2, by: press)),
                .change(.added, id("font2"), press, .provider), .setEnabled(id("font1"), false),
                .setPublicationPending(true), failure,
            ])
        }
        #expect(error?.code == .failed)
        #expect(try await registry.generation() == generation)
        #expect(try await registry.providers.all().map(\.provider.id) == [foundry])
        #expect(try await registry.contents.all() == [content(1)])
        #expect(try await registry.registrations.record(id("font2")) == nil)
        #expect(try await registry.registrations.record(id("font1"))?.isEnabled == true)
        #expect(try await registry.isPublicationPending() == false)
        #expect(try await registry.changes(since: generation).changes.isEmpty)
        #expect(try await registry.faces.match([FontDescriptor(name: "B")]) == [nil])
    }

    @Test func `removes a content with its faces once nobody registers it`() async throws {
        try await registry.register(1, [richFace()])
        _ = try await registry.commit([.deleteRegistration(id("font1")), .deleteContent(digest(1))])
        #expect(try await registry.contents.record(digest(1)) == nil)
        #expect(try await registry.faces.page(FaceFilter()).faces.isEmpty)
        #expect(try await registry.faces.nameHolders(postscriptNames: ["Rich-Variable", "Rich-Thin"]).isEmpty)
        #expect(try await registry.faces.families().families.isEmpty)
        try await registry.register(1, [richFace()])
    }

    @Test func `grows the generation by one if a change is among its steps, else not`() async throws {
        let start = try await registry.generation()
        #expect(try await registry.commit([]) == start)
        #expect(try await registry.commit([upsert(foundry), .setPublicationPending(true)]) == start)
        let changes = (1...3).map { RegistryMutation.change(.added, id("font\($0)"), foundry, .provider) }
        #expect(try await registry.commit(changes) == start + 1)
        #expect(try registry.commitBlocking(changes) == start + 2)
        #expect(try await registry.generation() == start + 2)
        try await registry.registerSystem([face("S")])
        #expect(try await registry.generation() == start + 2)
    }

    @Test func `from many tasks at once numbers each generation once`() async throws {
        let start = try await registry.generation()
        let registry = registry
        let generations = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for number in 1...50 { group.addTask { try await registry.register(number, [face("F\(number)")]) } }
            return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(generations == Set(start + 1...start + 50))
    }

    @Test func `is carried out even where its task is cancelled`() async throws {
        let registry = registry
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await registry.register(1, [face("A")])
        }
        #expect(try await task.value == registry.generation())
        #expect(try await registry.registrations.record(id("font1")) != nil)
    }

    @Test func `keeps the mark of a pending publication across openings`() async throws {
        #expect(try await registry.isPublicationPending() == false)
        _ = try await registry.commit([.setPublicationPending(true), upsert(foundry)])
        try registry.close()
        let again = try scratch.open()
        #expect(try await again.isPublicationPending())
        _ = try await again.commit([.setPublicationPending(false)])
        #expect(try await again.isPublicationPending() == false)
    }

    @Test func `brings a provider up to date`() async throws {
        _ = try await registry.commit([upsert(foundry)])
        let renamed = ProviderRecord(id: foundry, kind: "application", displayName: String(repeating: "é", count: 300))
        _ = try await registry.commit([.upsertProvider(renamed)])
        let stored = try #require(try await registry.providers.all().first)
        #expect(stored.provider.kind == "application")
        #expect(stored.provider.displayName == String(repeating: "é", count: 127))
    }

    @Test func `forgets a provider only where it has no registrations`() async throws {
        try await registry.register(1, [face("A")])
        _ = try await registry.commit([upsert(press), .deleteProviderIfUnused(press), .deleteProviderIfUnused(foundry)])
        #expect(try await registry.providers.all().map(\.provider.id) == [foundry])
        _ = try await registry.commit([.deleteRegistration(id("font1")), .deleteProviderIfUnused(foundry)])
        #expect(try await registry.providers.all().isEmpty)
        _ = try await registry.commit([.deleteProviderIfUnused(foundry)])
    }

    @Test func `cuts names and texts that are too long, at characters`() async throws {
        var long = face("P" + String(repeating: "x", count: 400), family: String(repeating: "漢", count: 200))
        long.licence = String(repeating: "licence ", count: 1000)
        long.weight = .nan
        try await registry.register(1, [long])
        let stored = try #require(try await registry.faces.face(id("font1")))
        #expect(stored.face.postscriptName.utf8.count == 255)
        #expect(stored.face.family == String(repeating: "漢", count: 85))
        #expect(stored.face.licence.utf8.count == 4096)
        #expect(stored.face.weight == 400)
        #expect(
            try await registry.faces.match([FontDescriptor(name: stored.face.postscriptName)]).first??.id == id("font1")
        )
    }

    @Test func `no commit writes a long log back, and when that is asked for the file holds everything`() async throws {
        // Some 30 pages each, so that SQLite by itself would have written the log back twice.
        for number in 1...80 { try await registry.register(number, [face("Face\(number)")]) }
        let alone = try ScratchDirectory()
        let copy: () throws -> Registry = {
            try? FileManager.default.removeItem(atPath: alone.registryPath)
            try FileManager.default.copyItem(atPath: scratch.registryPath, toPath: alone.registryPath)
            return try alone.open()
        }
        let before = try copy()
        #expect(try await before.faces.page(FaceFilter()).faces.isEmpty)
        try before.close()

        await registry.writeLogBack()
        let after = try copy()
        #expect(try await after.faces.page(FaceFilter()).faces.count == 80)
        try after.close()
        try registry.close()
    }
}
