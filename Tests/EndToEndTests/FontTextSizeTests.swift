internal import BusInterface
internal import DBus
internal import DynamicType
internal import EventLoop
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing
@testable internal import Typecase

/// Fonts of the client library follow the user's text size by themselves, with the real service and without.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontTextSizeTests {
    /// A cache with one font among its resources.
    private func makeCache(
        _ manager: FontManager, _ home: ScratchHome, follows: Bool = true
    ) throws -> FontCache {
        try home.scratch.write(makeFont("Followed"), to: "resources/Followed-Regular.ttf")
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [home.scratch["resources"]]
        configuration.scope = .session
        configuration.followsTextSize = follows
        return FontCache(configuration, manager: manager)
    }

    private let descriptor = NamedAppFont("Followed-Regular")

    private func choose(_ category: ContentSizeCategory, _ daemon: RunningDaemon) async throws {
        try await daemon.management.setTextSize(application: "", category: category.rawValue, options: [:])
    }

    /// Waits for a category, whatever comes before it.
    private func wait(
        for category: ContentSizeCategory, _ iterator: inout AsyncStream<ContentSizeCategory>.Iterator
    ) async {
        while let next = await iterator.next(isolation: #isolation), next != category {}
    }

    @Test("The first font has the user's size at once, and follows each change; what opted out does not")
    func following() async throws {
        try await RunningDaemon.run { daemon in
            try await choose(.extraExtraExtraLarge, daemon)
            let manager = daemon.fontManager
            let cache = try makeCache(manager, daemon.home)
            let text = try await Font(descriptor: descriptor, size: 17, cache: cache)
            let capped = try await Font(descriptor: descriptor, size: 17, maximum: .factor(1.2), cache: cache)
            let tab = try await Font(descriptor: descriptor, size: 17, textStyle: nil, cache: cache)
            let body = try await Font(descriptor: descriptor, size: FontSize(preferredFor: .body), cache: cache)
            // The published vector and table for body.
            #expect([text, capped, tab, body].map(\.pointSize) == [22, 20.4, 17, 23])
            #expect(text.pointSize(with: TextTraits(maximumCategory: .extraLarge)) == 19)
            #expect(try await manager.contentSizeCategory() == .extraExtraExtraLarge)

            var categories = manager.contentSizeCategories().makeAsyncIterator()
            #expect(await categories.next() == .extraExtraExtraLarge)
            try await choose(.small, daemon)
            #expect(await categories.next() == .small)
            #expect([text, capped, tab, body].map(\.pointSize) == [15, 15, 17, 15])
            // What the application says comes first.
            cache.traits = TextTraits(category: .large, displayScale: 2)
            #expect(text.pointSize == 17)
            cache.traits.category = nil
            #expect(text.pointSize == 15)
            #expect(cache.effectiveTraits == TextTraits(category: .small, displayScale: 2))

            let still = try await Font(
                descriptor: descriptor, size: 17, cache: makeCache(manager, daemon.home, follows: false))
            #expect(still.pointSize == 17)
        }
    }

    @Test("The first font believes the note of a service that runs on its bus, and no other, and hears of changes")
    func note() async throws {
        try await RunningDaemon.run { daemon in
            let home = daemon.home
            try home.scratch.write(makeFont("Followed"), to: "resources/Followed-Regular.ttf")
            let words = ["font", home.scratch["resources"], "Followed-Regular", "", "process"]
            func size(_ variables: [String: String] = [:]) async throws -> String {
                try await ClientProgram.run([words], environment: daemon.environment.merging(variables) { $1 })[0]
            }
            let path = "\(home.runtimeDirectory)/typecase/\(TextSizeNote.fileName)"
            #expect(try await size() == "Followed-Regular 12.0")
            let noted = try #require(LivingNote.read(path).flatMap(TextSizeNote.init))
            #expect(noted.category == .large)
            try await choose(.accessibilityMedium, daemon)
            #expect(LivingNote.read(path).flatMap(TextSizeNote.init)?.category == .accessibilityMedium)
            let chosen = try await size()
            #expect(chosen != "Followed-Regular 12.0")

            // A note that says something else shows that it is believed, and that the service is heard all the same.
            let other = LivingNote(path: path)
            let address = daemon.bus.address
            try other.replace(with: TextSizeNote(category: .small, busAddress: address).text)
            let small = try FontMetrics(forTextStyle: .body).scaledSize(for: FontSize(12))
                .pointSize(for: TextTraits(category: .small))
            let answers = try await ClientProgram.run(
                [words, ["follow-text-size", "accessibility-medium"]], environment: daemon.environment)
            #expect(answers[0] == "Followed-Regular \(small)")
            #expect(answers[1].hasPrefix("accessibility-medium "))
            // The same directory, from wherever the program is; the specification has relative ones ignored.
            let relative = String(repeating: "../", count: 64) + home.runtimeDirectory.dropFirst()
            #expect(try await size(["XDG_RUNTIME_DIR": relative]) == chosen)
            try other.replace(with: TextSizeNote(category: .small, busAddress: "unix:path=/nowhere").text)
            #expect(try await size() == chosen)
        }
    }

    @Test("Distances follow the user's size, also in an application that has no fonts of its own")
    func distances() async throws {
        try await RunningDaemon.run { daemon in
            try await choose(.accessibilityMedium, daemon)
            let manager = daemon.fontManager
            let cache = try makeCache(manager, daemon.home)
            let margin = { FontMetrics(forTextStyle: .body).scaledValue(for: 22, cache: cache) }
            // Whoever asks first has it asked for, and the categories tell when it is there.
            #expect([22, 34].contains(margin()))
            var categories = manager.contentSizeCategories().makeAsyncIterator()
            await wait(for: .accessibilityMedium, &categories)
            #expect(margin() == 34)
            try await choose(.small, daemon)
            await wait(for: .small, &categories)
            #expect(margin() == 20)
        }
    }

    @Test("What was chosen for one application is its own size, and no other's")
    func application() async throws {
        try await RunningDaemon.run { daemon in
            let provider = try await daemon.manager.whoAmI().text("provider")
            var categories = daemon.fontManager.contentSizeCategories().makeAsyncIterator()
            #expect(await categories.next() == .large)
            try await daemon.management.setTextSize(
                application: "org.example.Other", category: "small", options: [:])
            try await daemon.management.setTextSize(
                application: provider, category: "accessibility-medium", options: [:])
            #expect(await categories.next() == .accessibilityMedium)
        }
    }

    @Test(
        "A change while the service is away is told when it is back, however it ended", arguments: [SIGTERM, SIGKILL])
    func restart(signal: Int32) async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            var categories = manager.contentSizeCategories().makeAsyncIterator()
            #expect(await categories.next() == .large)
            await daemon.stop(signal: signal)
            try await daemon.start()
            try await choose(.extraLarge, daemon)
            await wait(for: .extraLarge, &categories)
            try await choose(.small, daemon)
            #expect(await categories.next() == .small)
        }
    }

    @Test("Without a service text is large at once, and follows one that comes later")
    func absent() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { daemon in try await choose(.accessibilityMedium, daemon) }
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            let manager = daemon.fontManager
            var categories = manager.contentSizeCategories().makeAsyncIterator()
            #expect(await categories.next() == .large)
            await #expect(throws: FontManagerError.self) { try await manager.contentSizeCategory() }
            try await daemon.start()
            await wait(for: .accessibilityMedium, &categories)
        }
    }

    @Test("A bus that is lost and replaced by another takes the following along")
    func otherBus() async throws {
        let home = try ScratchHome()
        let socket = home.scratch["run/bus"]
        let manager = FontManager(address: .address("unix:path=\(socket)"))
        var categories = manager.contentSizeCategories().makeAsyncIterator()
        #expect(await categories.next() == .large, "there is no bus yet")
        for category in [ContentSizeCategory.small, .accessibilityLarge] {
            try await RunningDaemon.run(home: home, bus: PrivateBus(at: socket)) { daemon in
                try await choose(category, daemon)
                await wait(for: category, &categories)
                daemon.bus.stop()
            }
        }
    }

    @Test(
        "A service that does not answer holds up the first fonts and no later ones, and its size comes when it does",
        // Each of them would wait for a second.
        .timeLimit(.minutes(2)))
    func stuck() async throws {
        try await RunningDaemon.run { daemon in
            try await choose(.extraExtraExtraLarge, daemon)
            let manager = daemon.fontManager
            _ = try await manager.generation()
            try daemon.suspend()
            await withTaskGroup { group in
                for _ in 0..<20 { group.addTask { await manager.textSizes.settle() } }
            }
            for _ in 0..<200 { await manager.textSizes.settle() }
            #expect(manager.textSizes.category == .large)
            let start = ContinuousClock.now
            var categories = manager.contentSizeCategories().makeAsyncIterator()
            #expect(await categories.next() == .large)
            #expect(start.duration(to: .now) < .seconds(20), "the service was not waited for")
            daemon.resume()
            await wait(for: .extraExtraExtraLarge, &categories)
        }
    }

    /// A service of another version: it has the name, and perhaps an interface for text sizes that says this, or
    /// fails like this.
    private func makeOtherService(
        _ bus: PrivateBus, _ loop: EventLoop, category: String?, error: BusError.Code? = nil
    ) async throws -> BusConnection {
        let peer = try await BusConnection.open(.address(bus.address), on: loop)
        if category != nil || error != nil {
            let property = ExportedProperty(name: "Category", signature: try Signature(validating: "s")) { _ in
                if let error { throw BusError(error, "It is not told.") }
                return .string(category ?? "")
            }
            await peer.export(
                ExportedObject(
                    interfaces: [
                        ExportedInterface(
                            name: DynamicType1Names.interface, methods: [], properties: [property],
                            introspection: "<interface name=\"\(DynamicType1Names.interface)\"/>")
                    ]), at: DynamicType1Names.path)
        }
        // The bus learns a moment after the end of a connection that its names are free.
        try await peer.waitUntilNameVanishes(FontManager1Names.busName)
        try await peer.requestName(FontManager1Names.busName)
        return peer
    }

    @Test("Where no service is installed the settings portal tells what the desktop makes of text, until one comes")
    func desktop() async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-peer")
        let manager = FontManager(address: .address(bus.address))
        let portal = try await makeDesktop(bus, loop, textScale: 1.25)
        var categories = manager.contentSizeCategories().makeAsyncIterator()
        await wait(for: .extraExtraLarge, &categories)
        #expect(try await manager.contentSizeCategory() == .extraExtraLarge)
        try await tellTextScale(2, over: portal)
        #expect(await categories.next() == .accessibilityLarge)
        try await tellTextScale(1, over: portal)
        #expect(await categories.next() == .large)
        let service = try await makeOtherService(bus, loop, category: "small")
        #expect(await categories.next() == .small)
        // One that asks and does not follow.
        let asking = FontManager(address: .address(bus.address))
        #expect(try await asking.contentSizeCategory() == .small)
        // The service knows what the user has chosen; that it has gone does not change it.
        try await tellTextScale(3, over: portal)
        await service.close()
        try await tellTextScale(1.25, over: portal)
        for knowing in [manager, asking] { #expect(try await knowing.contentSizeCategory() == .small) }
        let late = FontManager(address: .address(bus.address))
        #expect(try await late.contentSizeCategory() == .extraExtraLarge)
        var kept = asking.contentSizeCategories().makeAsyncIterator()
        #expect(await kept.next() == .small)
        let last = try await makeOtherService(bus, loop, category: "medium")
        #expect(await categories.next() == .medium, "nothing came of the desktop before")
        for connection in [last, portal] { await connection.close() }
        await loop.stop()
    }

    @Test("A service that is there and does not answer is nobody whom the settings portal stands in for")
    func silent() async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-peer")
        let manager = FontManager(address: .address(bus.address))
        let portal = try await makeDesktop(bus, loop, textScale: 1.25)
        // What a caller is told whose patience has ended; here at once.
        let service = try await makeOtherService(bus, loop, category: nil, error: .timedOut)
        let error = await #expect(throws: FontManagerError.self) { try await manager.contentSizeCategory() }
        #expect(error?.code == .serviceUnavailable)
        var categories = manager.contentSizeCategories().makeAsyncIterator()
        #expect(await categories.next() == .large)
        await service.close()
        try await tellTextScale(2, over: portal)
        await wait(for: .accessibilityLarge, &categories)
        await portal.close()
        await loop.stop()
    }

    @Test("A service that knows no text sizes leaves text large, and one with other categories leaves it as it was")
    func otherVersions() async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-peer")
        let manager = FontManager(address: .address(bus.address))
        let older = try await makeOtherService(bus, loop, category: nil)
        var categories = manager.contentSizeCategories().makeAsyncIterator()
        #expect(await categories.next() == .large)
        let error = await #expect(throws: FontManagerError.self) { try await manager.contentSizeCategory() }
        #expect(error?.code == .unsupported)
        await older.close()
        let current = try await makeOtherService(bus, loop, category: "small")
        #expect(await categories.next() == .small)
        await current.close()
        let newer = try await makeOtherService(bus, loop, category: "gigantic")
        let unknown = await #expect(throws: FontManagerError.self) { try await manager.contentSizeCategory() }
        #expect(unknown?.code == .unsupported)
        #expect(manager.textSizes.category == .small)
        await newer.close()
        let last = try await makeOtherService(bus, loop, category: "medium")
        #expect(await categories.next() == .medium, "nothing came of the one before")
        await last.close()
        await loop.stop()
    }
}
