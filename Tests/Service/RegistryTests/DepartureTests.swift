import FontModel
import Registry
import Testing

@Suite struct `Departures in the registry` {
    private let scratch: ScratchDirectory
    private let registry: Registry
    private let departure = Departure(.gone, time: 1000, wasEnabled: true)

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `come back with their registrations, after a restart too`() async throws {
        try await registry.register(1, [face("Alpha")])
        try await registry.register(2, [face("Beta")])
        _ = try await registry.commit([
            .setEnabled(id("font1"), false), .setDeparture(id("font1"), departure),
        ])
        try registry.close()
        let again = try scratch.open()
        #expect(try await again.registrations.record(id("font1"))?.departure == departure)
        #expect(try await again.registrations.record(id("font2"))?.departure == nil)
        #expect(
            try await again.registrations.page(matching: RegistrationFilter()).registrations.map(
                \.registration.departure)
                == [departure, nil])

        _ = try await again.commit([.setDeparture(id("font1"), nil)])
        #expect(try await again.registrations.record(id("font1"))?.departure == nil)
    }

    @Test func `are inserted with a registration, and end with it`() async throws {
        try await registry.register(1, [face("Alpha")])
        var record = registration("aside", of: 1, by: press, isEnabled: false)
        record.departure = departure
        _ = try await registry.commit([upsert(press), .insertRegistration(record)])
        #expect(try await registry.registrations.record(record.id) == record)
        _ = try await registry.commit([.deleteRegistration(record.id)])
        #expect(try await registry.registrations.identifiers(setAsideUntil: .max) == [])
    }

    @Test func `of a registration that is not there are refused`() async throws {
        await #expect(throws: RegistryError.self) {
            _ = try await self.registry.commit([.setDeparture(id("nobody"), self.departure)])
        }
    }

    @Test func `are over after a time, but for media that are away`() async throws {
        for number in 1...4 { try await registry.register(number, [face("Font\(number)")]) }
        _ = try await registry.commit([
            .setDeparture(id("font1"), Departure(.gone, time: 2000, wasEnabled: true)),
            .setDeparture(id("font2"), Departure(.user, time: 1000, wasEnabled: true)),
            .setDeparture(id("font3"), Departure(.unmounted, time: 1, wasEnabled: true)),
        ])
        #expect(try await registry.registrations.identifiers(setAsideUntil: 999) == [])
        #expect(try await registry.registrations.identifiers(setAsideUntil: 1999) == [id("font2")])
        #expect(try await registry.registrations.identifiers(setAsideUntil: 5000) == [id("font2"), id("font1")])
    }

    @Test func `are counted and listed by provider and reason`() async throws {
        for number in 1...3 { try await registry.register(number, [face("Font\(number)")]) }
        try await registry.register(4, [face("Press")], by: press)
        _ = try await registry.commit([
            .setDeparture(id("font1"), departure),
            .setDeparture(id("font2"), Departure(.user, time: 1, wasEnabled: false)),
        ])
        let presences = try await registry.providers.presences()
        #expect(presences.map(\.provider.id) == [foundry, press])
        #expect(presences.map(\.presentCount) == [1, 1])
        #expect(presences.map(\.departedCounts) == [[.gone: 1, .user: 1], [:]])
        #expect(try await registry.registrations.identifiers(of: foundry, setAsideFor: [nil]) == [id("font3")])
        #expect(
            try await registry.registrations.identifiers(of: foundry, setAsideFor: [.gone, .unmounted]) == [id("font1")]
        )
        #expect(
            try await registry.registrations.identifiers(of: foundry, setAsideFor: [nil, .user]) == [
                id("font2"), id("font3"),
            ])
        #expect(
            try await registry.registrations.identifiers(of: provider("org.example.Nobody"), setAsideFor: [nil]) == [])
    }
}

@Suite struct `What shows that a provider is installed` {
    private let scratch: ScratchDirectory
    private let registry: Registry
    private let evidence = [
        InstallationEvidence(
            .application,
            files: [
                .init(path: "/usr/share/applications/a.desktop", mountPoint: "/", fileSystem: .max),
                .init(path: "/opt/a", mountPoint: "/opt", fileSystem: 7),
            ]),
        InstallationEvidence(.manifest, files: [.init(path: "/m.json", mountPoint: "/", fileSystem: 0)]),
    ]

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    private var known: [InstallationEvidence]? {
        get async throws {
            try await registry.providers.presences().first { $0.provider.id == foundry }?.provider.installation
        }
    }

    @Test func `comes with its registration, and is kept where nothing is known of it later`() async throws {
        try await registry.register(1, [face("Alpha")])
        #expect(try await known == [])
        let record = ProviderRecord(id: foundry, kind: "application", displayName: "A", installation: evidence)
        _ = try await registry.commit([.upsertProvider(record)])
        #expect(try await known == evidence)
        _ = try await registry.commit([upsert(foundry)])
        #expect(try await known == evidence)
    }

    @Test func `is replaced, forgotten, and ends with the provider`() async throws {
        try await registry.register(1, [face("Alpha")])
        _ = try await registry.commit([.setInstallation(foundry, evidence)])
        _ = try await registry.commit([.setInstallation(foundry, [evidence[1]])])
        #expect(try await known == [evidence[1]])
        _ = try await registry.commit([.setInstallation(foundry, []), .setInstallation(press, evidence)])
        #expect(try await known == [])
        _ = try await registry.commit([.setInstallation(foundry, evidence)])
        _ = try await registry.commit([
            .deleteRegistration(id("font1")), .deleteContent(digest(1)), .deleteProviderIfUnused(foundry),
        ])
        try await registry.register(2, [face("Beta")])
        #expect(try await known == [])
    }
}
