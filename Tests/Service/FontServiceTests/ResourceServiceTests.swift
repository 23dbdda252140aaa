import FontModel
import LinuxSystem
import ProviderManifests
import TestSupport
import Testing

@testable import FontService

/// Resources of manifests: fetched once, held, and never other bytes than the manifest declares.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ResourceServiceTests {
    @Test func `An access fetches what is missing once, and the next finds it`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([
            fixture.declared("font", tags: ["one", "both"]),
            fixture.declared(repeating: "two", size: 5000, tags: ["two", "both"]),
        ])
        let holder = ResourceService.Holder(connection: ":1.1", handle: "early")
        #expect(try await !fixture.service.beginIfThere(holder, tags: ["one"], of: fixture.caller))
        #expect(fixture.server.requests.isEmpty, "a conditional access never fetches")
        #expect(try await fixture.begin("early", ["one"]) == 1, "the handle of a refused one can be used")
        #expect(try await fixture.begin("both", ["both"]) == 1)
        #expect(try await fixture.begin("again", ["both", "one"]) == 0)
        #expect(fixture.server.requests.map { $0.split(separator: " ")[1] } == ["/font", "/bytes/5000/two"])
        let there = ResourceService.Holder(connection: ":1.2", handle: "there")
        #expect(try await fixture.service.beginIfThere(there, tags: ["both"], of: fixture.caller))
        let file = try await fixture.service.open("oneboth-font", for: ":1.2")
        #expect(try file.digest == SealedMemory(bytes: fixture.font).digest)
        let error = await #expect(throws: FontError.self) {
            try await fixture.service.open("oneboth-font", for: ":1.3")
        }
        #expect(error?.code == .assetNotFound, "another connection holds nothing")
    }

    @Test func `Two programs that want one file cause one download, which outlives the first`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([fixture.declared("late/1", tags: ["one"])])
        let first = Task { try await fixture.begin("a", ["one"], connection: ":1.1") }
        let second = Task { try await fixture.begin("a", ["one"], connection: ":1.2") }
        try await eventually("the server was asked") { !fixture.server.requests.isEmpty }
        first.cancel()
        await fixture.service.endAll(of: ":1.1")
        #expect(try await second.value == 1)
        await #expect(throws: FontError.self) { try await first.value }
        #expect(fixture.server.requests.count == 1)
        #expect(fixture.stored.count == 1)
    }

    @Test func `A program that gives up while it alone waits leaves nothing behind`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([fixture.declared("stall", tags: ["one"])])
        let task = Task { try await fixture.begin("a", ["one"]) }
        try await eventually("the server was asked") { !fixture.server.requests.isEmpty }
        task.cancel()
        let error = await #expect(throws: FontError.self) { try await task.value }
        #expect(error?.code == .cancelledByUser)
        #expect(fixture.stored.isEmpty)
        #expect(await fixture.service.holds.isEmpty)
    }

    @Test func `Other bytes are an error that names both checksums, and are not kept`() async throws {
        let fixture = try await ResourceFixture()
        let declared = try SealedMemory(bytes: [1, 2, 3]).digest
        try fixture.install([fixture.declared("font", tags: ["one"], digest: declared)])
        let error = await #expect(throws: FontError.self) { try await fixture.begin("a", ["one"]) }
        #expect(error?.code == .invalidFontData)
        #expect(error?.message.contains(declared.hexadecimal) == true)
        #expect(try error?.message.contains(SealedMemory(bytes: fixture.font).digest.hexadecimal) == true)
        #expect(fixture.stored.isEmpty)
        #expect(await fixture.service.holds.isEmpty)
        try fixture.install([fixture.declared("font", tags: ["one"])])
        #expect(try await fixture.begin("a", ["one"]) == 1, "the handle of a failed access can be used")
    }

    @Test func `Hostile servers are typed errors, and others are served meanwhile`() async throws {
        let fixture = try await ResourceFixture()
        let size = fixture.font.count
        let paths = [
            "circle", "announced/\(size * 10)", "understated", "endless", "status/404", "gibberish", "nowhere",
        ]
        let resources =
            try paths.enumerated().map { try fixture.declared($1, tags: ["bad\($0)"], size: size) }
            + [fixture.declared("font", tags: ["good"])]
        try fixture.install(resources)
        let codes = await withTaskGroup(of: (String, FontError.Code?).self) { group in
            for (path, tag) in paths.enumerated().map({ ($1, "bad\($0)") }) + [("font", "good")] {
                group.addTask {
                    do throws(FontError) {
                        _ = try await fixture.begin(tag, [tag])
                        return (path, nil)
                    } catch {
                        return (path, error.code)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
        }
        let expected: [String: FontError.Code?] = [
            "circle": .downloadFailed, "announced/\(size * 10)": .exceededResourceLimit,
            "understated": .invalidFontData, "endless": .exceededResourceLimit, "status/404": .fileNotFound,
            "gibberish": .downloadFailed, "nowhere": .downloadFailed, "font": nil,
        ]
        #expect(codes == expected)
        #expect(fixture.stored.count == 1, "only the good one is kept")
        #expect(await fixture.service.holds.count == 1)
    }

    @Test func `A connection that breaks at any tenth is an error that leaves nothing behind`() async throws {
        let fixture = try await ResourceFixture()
        let tenths = Array(1...9)
        try fixture.install(tenths.map { try fixture.declared("until/\($0 * 10)", tags: ["t\($0)"]) })
        let codes = await withTaskGroup(of: FontError.Code?.self) { group in
            for tenth in tenths {
                group.addTask {
                    do throws(FontError) {
                        _ = try await fixture.begin("\(tenth)", ["t\(tenth)"])
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .downloadFailed, count: tenths.count))
        #expect(fixture.stored.isEmpty)
        #expect(await fixture.service.holds.isEmpty)
    }

    @Test func `Handles are used once, and tags have to be declared`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([fixture.declared("font", tags: ["one"])])
        func code(_ body: () async throws(FontError) -> Void) async -> FontError.Code? {
            do throws(FontError) {
                try await body()
                return nil
            } catch {
                return error.code
            }
        }
        _ = try await fixture.begin("a", ["one"])
        func beginning(_ handle: String, _ tag: String) async -> FontError.Code? {
            await code { () async throws(FontError) in _ = try await fixture.begin(handle, [tag]) }
        }
        func ending(_ handle: String) async -> FontError.Code? {
            await code { () async throws(FontError) in try await fixture.end(handle) }
        }
        #expect(await beginning("a", "one") == .requestReused)
        #expect(await ending("never") == .assetNotFound)
        try await fixture.end("a")
        #expect(await ending("a") == .requestReused)
        #expect(await beginning("a", "one") == .requestReused)
        #expect(await beginning("b", "none") == .assetNotFound)
        #expect(await fixture.service.holds.isEmpty)
        #expect(!fixture.publisher.work.kinds.contains(.resources), "nothing keeps the process")
    }

    @Test func `A provider that is removed while its file downloads leaves nothing behind`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([fixture.declared("late/1", tags: ["one"])])
        let task = Task { try await fixture.begin("a", ["one"]) }
        try await eventually("the server was asked") { !fixture.server.requests.isEmpty }
        fixture.uninstall()
        let error = await #expect(throws: FontError.self) { try await task.value }
        #expect(error?.code == .assetNotFound)
        #expect(fixture.stored.isEmpty)
    }

    @Test func `The removal of a provider does not fail another one that waits for the same file`() async throws {
        let fixture = try await ResourceFixture()
        let resource = try fixture.declared("late/1", tags: ["one"])
        let other = try fixture.caller("org.example.Other")
        try fixture.install([resource])
        try fixture.install([resource], of: "org.example.Other")
        let first = Task { try await fixture.begin("a", ["one"]) }
        try await eventually("the server was asked") { !fixture.server.requests.isEmpty }
        let second = Task { try await fixture.begin("a", ["one"], connection: ":1.2", of: other) }
        try await eventually("both want it") { await fixture.service.holds[resource.digest] == 2 }
        fixture.uninstall()
        #expect(try await second.value == 1)
        let error = await #expect(throws: FontError.self) { try await first.value }
        #expect(error?.code == .assetNotFound)
        #expect(fixture.stored == [resource.digest.hexadecimal])
        // The second was fetched in the name of the one that is there.
        #expect(fixture.server.requests.count == 2)
    }

    @Test func `A fetched file that no manifest declares any more is told of when it goes`() async throws {
        let fixture = try await ResourceFixture()
        let resources = try ["gone", "new"].map { try fixture.declared(repeating: $0, size: 1000, tags: [$0]) }
        try fixture.install(resources)
        _ = try await fixture.begin("gone", ["gone"])
        try await fixture.end("gone")
        try fixture.install([resources[1]])
        try fixture.publisher.home.scratch.write(
            #"{"version": 1, "rules": [], "resources": {"bytes": 1000, "free-bytes": 0}}"#,
            to: "policy/policy.d/50-space.json")
        await fixture.rights.refresh()
        _ = try await fixture.begin("new", ["new"])
        #expect(fixture.evictions.all == ["\(resources[0].digest) request false"])
        #expect(fixture.stored == [resources[1].digest.hexadecimal])
    }

    @Test func `A draft that a crash has left goes once it is old, and one that is being written stays`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([fixture.declared("font", tags: ["one"])])
        _ = try await fixture.begin("a", ["one"])
        try fixture.writeDraft(".old", hoursAgo: 2)
        try fixture.writeDraft(".new", hoursAgo: 0)
        #expect(fixture.entryCount == 1)
        #expect(!fixture.hasDraft(".old") && fixture.hasDraft(".new"))
    }

    @Test func `Where space is low, what nobody holds goes, by priority and then by use`() async throws {
        let fixture = try await ResourceFixture()
        let names = ["held", "kept", "old", "new", "more"]
        let resources = try names.map { try fixture.declared(repeating: $0, size: 1000, tags: [$0]) }
        try fixture.install(resources)
        try fixture.publisher.home.scratch.write(
            #"{"version": 1, "rules": [], "resources": {"bytes": 4000, "free-bytes": 0}}"#,
            to: "policy/policy.d/50-space.json")
        await fixture.rights.refresh()
        try await fixture.service.setPreservationPriority(0.7, tags: ["kept"], of: fixture.caller)
        for name in names.prefix(4) { _ = try await fixture.begin(name, [name]) }
        for name in ["kept", "old", "new"] { try await fixture.end(name) }
        // The times of the last use, farther apart than any file system's clock ticks.
        for (age, resource) in resources.prefix(4).reversed().enumerated() where resource.tags != ["held"] {
            try fixture.age(resource.digest, by: age + 1)
        }
        _ = try await fixture.begin("more", ["more"])
        func stored(_ name: String) throws -> Bool {
            let resource = try #require(resources.first { $0.tags == [name] })
            return fixture.stored.contains(resource.digest.hexadecimal)
        }
        #expect(try names.filter(stored) == ["held", "kept", "new", "more"], "the oldest of the lowest priority goes")
        #expect(fixture.evictions.all == ["\(resources[2].digest) org.example.Foundry false"])
        for name in ["again1", "again2"] { _ = try await fixture.begin(name, [name == "again1" ? "kept" : "new"]) }
        let error = await #expect(throws: FontError.self) { try await fixture.begin("full", ["old"]) }
        #expect(error?.code == .storageFull, "what somebody holds is never evicted")
        #expect(try names.filter(stored) == ["held", "kept", "new", "more"])
    }

    @Test func `prefetch, purge and reset drive what is there, and never take what is held`() async throws {
        let fixture = try await ResourceFixture()
        try fixture.install([
            fixture.declared(repeating: "one", size: 100, tags: ["one"], policy: "initial"),
            fixture.declared(repeating: "two", size: 100, tags: ["two"], policy: "prefetch"),
            fixture.declared(repeating: "three", size: 100, tags: ["three"]),
            fixture.declared("status/404", tags: ["four"]),
        ])
        var filter = ResourceFilter()
        let all = try await fixture.management.perform(.prefetch, filter)
        #expect(all.fetched == 3)
        #expect(all.failures.map(\.resource.file.text) == ["four-status404"], "one failure does not end the others")
        _ = try await fixture.begin("held", ["three"])
        filter.tags = ["two"]
        #expect(try await fixture.management.perform(.purge, filter).purged == 1)
        let reset = try await fixture.management.perform(.reset, ResourceFilter())
        #expect((reset.purged, reset.held, reset.fetched) == (1, 1, 1))
        let states = try await fixture.management.list(ResourceFilter()).map(\.state)
        #expect(states == [.fetched, .absent, .fetched, .absent])
        #expect(await !fixture.management.fetchUnasked { false }.isComplete)
        let questions = EventLog()
        let stopped = await fixture.management.fetchUnasked {
            questions.add("asked")
            return false
        }
        #expect(!stopped.isComplete && questions.all.count == 1, "nothing is asked for what is not fetched then")
        #expect(try await fixture.management.list(ResourceFilter())[1].state == .absent, "not over a metered network")
        #expect(await fixture.management.fetchUnasked { true }.isComplete)
        #expect(try await fixture.management.list(ResourceFilter())[1].state == .fetched)
    }
}
