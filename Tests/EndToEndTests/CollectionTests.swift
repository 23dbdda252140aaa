internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import TestSupport
internal import Testing

/// Groups of fonts, with the real daemon and the real command.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CollectionTests {
    @Test("A collection is enabled and disabled as one, keeps fonts that are upgraded, and goes without its fonts")
    func life() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["One", "Two", "Three"] { _ = try await daemon.register(makeFont(family), by: .user) }
            #expect(try await daemon.typecase("collection", "create", "My Work", "One", "Two").succeeded)
            #expect(try await daemon.typecase("collection", "create", "My Work").termination == .exited(1))
            #expect(try await daemon.typecase("collection", "disable", "My Work").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Three"])
            #expect(try await daemon.typecase("collection", "disable", "My Work").termination == .exited(2))

            var newer = FontBuilder(family: "One")
            newer.revision = 9
            newer.characters = " ABC"
            let path = try daemon.home.scratch.write(newer.build(), to: "given/one.ttf")
            #expect(try await daemon.typecase("install", path).succeeded)
            try await daemon.restart()
            #expect(try await daemon.typecase("collection", "enable", "My Work").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["One", "Three", "Two"])

            #expect(try await daemon.typecase("undo").succeeded, "enabling is a change")
            #expect(try await !daemon.fontconfigFamilies().contains("Two"))
            #expect(try await daemon.typecase("collection", "remove", "My Work", "Two").succeeded)
            let list = try await daemon.typecase("collection", "list")
            #expect(list.standardOutput.split(separator: "\n").last?.contains("My Work") == true)
            let wrong = try await daemon.typecase("collection", "enable", "My Wrok")
            #expect(wrong.termination == .exited(3) && wrong.standardError.contains("My Work"))
            #expect(try await daemon.typecase("collection", "remove", "My Work").succeeded)
            #expect(try await daemon.list(by: .user).count == 3)
        }
    }

    @Test("Each change of a collection is told, by whom ever it was made")
    func told() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("One"), by: .user)
            var changes = try await daemon.management.collectionsChanged().makeAsyncIterator()
            for command in [
                ["create", "Work"], ["add", "Work", "One"], ["remove", "Work", "One"], ["remove", "Work"],
            ] {
                #expect(try await daemon.typecase(["collection"] + command).succeeded)
                #expect(try await changes.next() != nil)
            }
            #expect(try await daemon.typecase("undo").succeeded)
            #expect(try await changes.next() != nil)
        }
    }

    @Test("A collection is made the same on another machine")
    func exported() async throws {
        let scratch = try ScratchDirectory()
        try await RunningDaemon.run { daemon in
            for family in ["One", "Two"] { _ = try await daemon.register(makeFont(family), by: .user) }
            #expect(try await daemon.typecase("collection", "create", "Work", "One").succeeded)
            let exported = try await daemon.typecase(
                "collection", "export", "Work", "-o", scratch["work.json"], "--fonts", scratch["fonts"])
            #expect(exported.succeeded, "\(exported.standardError)")
            #expect(try await daemon.typecase("apply", scratch["work.json"]).termination == .exited(2))
        }
        try await RunningDaemon.run { daemon in
            let applied = try await daemon.typecase("apply", scratch["work.json"])
            #expect(applied.succeeded, "\(applied.standardError)")
            #expect(try await daemon.fontconfigFamilies() == ["One"])
            let work = try #require(
                try await daemon.management.listCollections(filter: ["name": BusVariant("Work")]).first)
            #expect(try work["count"]?.converted(to: UInt32.self) == 1)
            #expect(try await daemon.typecase("apply", scratch["work.json"]).termination == .exited(2))
        }
    }

    @Test("Names that are none, fonts that are not there and too much are refused")
    func refusals() async throws {
        try await RunningDaemon.run { daemon in
            for name in ["", " x", "a\nb", String(repeating: "x", count: 10_000)] {
                let error = await #expect(throws: BusError.self) {
                    try await daemon.management.createCollection(name: name, options: [:])
                }
                #expect(error?.typecaseName == "InsufficientInfo", "\(name.prefix(10))")
            }
            for name in ["Inner", "Outer"] { try await daemon.management.createCollection(name: name, options: [:]) }
            for (collection, member) in [("Outer", "Inner"), ("Outer", "Outer")] {
                let nested = try await daemon.typecase("collection", "add", collection, member)
                #expect(nested.termination == .exited(3), "collections have fonts alone: \(nested)")
                #expect(
                    nested.standardError.contains("There is no font with this id or name"), "\(nested.standardError)")
            }
            let list = try await daemon.management.listCollections(filter: [:])
            #expect(try list.map { try $0["count"]?.converted(to: UInt32.self) } == [0, 0])
            try await daemon.management.createCollection(name: "宋体 مجموعة", options: [:])
            let results = try await daemon.management.changeCollection(
                name: "宋体 مجموعة", ids: ["nobody"], add: true, options: [:])
            #expect(results.map { $0.text("error") } == ["org.typecase.Error.NotRegistered"])
            let error = await #expect(throws: BusError.self) {
                _ = try await daemon.management.setCollectionEnabled(name: "other", enabled: true, options: [:])
            }
            #expect(error?.typecaseName == "NotRegistered")
        }
    }
}
