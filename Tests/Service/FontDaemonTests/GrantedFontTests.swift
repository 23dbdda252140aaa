internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that are never published, and found and opened only by programs with the right to them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct GrantedFontTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.unheard.Consumer"

    /// Registers a font of a family; returns its id.
    private func register(
        _ family: String, _ visibility: String?, on connection: BusConnection
    ) async throws -> String {
        let font = try SealedMemory(bytes: Desk.font(family)).descriptor
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: [font], scope: "persistent", enabled: true,
            options: visibility.map { ["visibility": BusVariant($0)] } ?? [:])
        let result = try #require(answer.results.first)
        return try #require(try result["id"]?.converted(to: String.self), "\(result)")
    }

    /// The families that a program finds, the same by every way of asking.
    private func families(_ connection: BusConnection) async throws -> Set<String> {
        let manager = FontManager1Client(connection)
        func family(_ face: [String: BusVariant]) throws -> String {
            try face["family"]?.converted(to: String.self) ?? ""
        }
        let families = Set(try await manager.listFamilies(filter: [:]).families)
        #expect(Set(try await manager.listFaces(filter: [:]).faces.map(family)) == families)
        let file = try await manager.listFacesFile(filter: [:])
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        #expect(text.split(separator: "\n").count == families.count, "\(text)")
        for family in families { #expect(text.contains("\"family\":\"\(family)\"")) }
        for name in ["Secret", "Another", "Public"] {
            let descriptors: [[String: BusVariant]] = [
                ["postscript_name": BusVariant("\(name)-Regular")], ["family": BusVariant(name)],
                ["name": BusVariant(name), "weight": BusVariant(700.0)],
            ]
            for match in try await manager.match(descriptors: descriptors, options: [:]) {
                #expect(try family(match) == (families.contains(name) ? name : ""))
            }
            // By itself it is answered in place once the service has been asked before.
            for _ in 0..<2 {
                let match = try await manager.match(descriptors: [descriptors[0]], options: [:])
                #expect(try match.map(family) == [families.contains(name) ? name : ""])
            }
            let details = try await manager.match(
                descriptors: descriptors, options: ["details": BusVariant(true)])
            #expect(details.allSatisfy { $0.isEmpty != families.contains(name) })
        }
        return families
    }

    private func bytes(of file: OwnedFileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = try retryingInterrupts { pread(file.rawValue, &part, part.count, off_t(bytes.count)) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    private func canOpen(_ id: String, _ connection: BusConnection) async throws -> Bool {
        do throws(BusError) {
            _ = try await FontManager1Client(connection).openFont(id: id, options: [:])
            return true
        } catch {
            #expect(error.typecaseName == "NotRegistered")
            return false
        }
    }

    private func setGrant(_ desk: Desk, _ decision: String, font: [UInt8]? = nil) async throws {
        let digest = try font.map { try SealedMemory(bytes: $0).digest.hexadecimal }
        try await desk.management.setGrant(
            provider: Self.consumer, right: "use-installed-fonts", decision: decision,
            options: digest.map { ["font": BusVariant($0)] } ?? [:])
    }

    /// Connects a program without a sandbox that is denied the right: it finds its own fonts and the system's.
    private func connectDenied(_ desk: Desk) async throws -> BusConnection {
        try await setGrant(desk, "deny")
        return try await desk.connect(as: Self.consumer)
    }

    /// The fonts where fontconfig looks.
    private func published(_ home: ScratchHome) -> Int { TreeListing(home.userFontDirectory).fonts }

    @Test("A font that is granted is nowhere but for who has the right, by whatever way they ask")
    func visibility() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider, kind: .flatpak)
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            let secret = try await register("Secret", "granted", on: provider)
            let open = try await register("Public", nil, on: provider)
            #expect(published(home) == 1)
            // Without the right it learns of no fonts of others at all.
            #expect(try await families(consumer) == [])
            #expect(try await !canOpen(open, consumer))
            #expect(try await canOpen(open, provider))
            #expect(try await !canOpen(secret, consumer))
            #expect(try await canOpen(secret, provider), "who brought it has it")
            // Programs without a sandbox could read the store as well.
            #expect(try await families(desk.connection) == ["Public", "Secret"])

            try await setGrant(desk, "allow")
            #expect(try await families(consumer) == ["Public", "Secret"])
            let font = try await FontManager1Client(consumer).openFont(id: secret, options: [:]).font
            #expect(try bytes(of: font) == Desk.font("Secret"))
            #expect(published(home) == 1, "still nowhere in the tree")
            try await setGrant(desk, "deny")
            #expect(try await families(consumer) == [], "from the next call on")
            #expect(try await !canOpen(secret, consumer))
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("A grant for one font is for that font")
    func oneFont() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider, kind: .flatpak)
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            let secret = try await register("Secret", "granted", on: provider)
            let another = try await register("Another", "granted", on: provider)
            try await setGrant(desk, "allow", font: Desk.font("Secret"))
            #expect(try await families(consumer) == ["Secret"])
            #expect(try await canOpen(secret, consumer))
            #expect(try await !canOpen(another, consumer))
            _ = try await desk.management.revokeGrant(
                provider: Self.consumer, right: "use-installed-fonts", options: [:])
            #expect(try await families(consumer) == [])
            #expect(try await !canOpen(secret, consumer))
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("It stays what it is over a restart, and when the registry is lost")
    func restart() async throws {
        let home = try ScratchHome()
        var secret = ""
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider, kind: .flatpak)
            secret = try await register("Secret", "granted", on: provider)
            _ = try await register("Public", nil, on: provider)
            await provider.close()
        }
        for isLost in [false, true] {
            if isLost { home.scratch.remove("home/.local/state/typecase/registry.sqlite") }
            try await Desk.run(in: home) { desk in
                let consumer = try await connectDenied(desk)
                try await desk.waitUntilReady()
                #expect(try await families(consumer) == [])
                #expect(try await families(desk.connection) == ["Public", "Secret"])
                #expect(published(home) == 1)
                let fonts = try await desk.management.listFonts(filter: ["id": BusVariant(secret)]).fonts
                #expect(try fonts.first?["visibility"]?.converted(to: String.self) == "granted")
                await consumer.close()
            }
        }
    }

    @Test("A second daemon that only reads the home learns what the user said, and of what is not published")
    func secondDaemon() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { first in
            let provider = try await first.connect(as: Self.provider, kind: .flatpak)
            let secret = try await register("Secret", "granted", on: provider)
            try await Desk.run(in: home) { second in
                let consumer = try await second.connect(as: Self.consumer, kind: .flatpak)
                let manager = FontManager1Client(consumer)
                #expect(try await families(consumer) == [])
                try await setGrant(first, "allow")
                // No signal tells a program that it has another right.
                try await eventually("the right is given there too") {
                    try await manager.rights()["use-installed-fonts"] == "granted"
                }
                #expect(try await families(consumer) == ["Secret"])
                #expect(try await canOpen(secret, consumer))
                try await setGrant(first, "deny")
                try await eventually("the right is taken there too") {
                    try await manager.rights()["use-installed-fonts"] == "denied"
                }
                #expect(try await families(consumer) == [])
                await consumer.close()
            }
            await provider.close()
        }
    }

    @Test("It moves to everybody and back under the same id, when its provider says so and not otherwise")
    func moving() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider, kind: .flatpak)
            let consumer = try await connectDenied(desk)
            let id = try await register("Secret", "granted", on: provider)
            #expect(try await register("Secret", nil, on: provider) == id)
            #expect(try await families(consumer) == [], "left out, it stays as it is")
            #expect(try await register("Secret", "session", on: provider) == id)
            #expect(try await families(consumer) == [])
            #expect(try await canOpen(id, consumer), "a program without a sandbox could read the file as well")
            #expect(published(home) == 1)
            #expect(try await register("Secret", "granted", on: provider) == id)
            #expect(try await families(consumer) == [])
            #expect(published(home) == 0)
            let changes = try await FontManager1Client(provider).changes(sinceGeneration: 0).changes
            #expect(
                try changes.map { try $0["kind"]?.converted(to: String.self) } == ["added", "enabled", "disabled"])

            _ = try await FontManager1Client(provider).setEnabled(ids: [id], enabled: false, options: [:])
            #expect(try await families(desk.connection) == [])
            _ = try await FontManager1Client(provider).setEnabled(ids: [id], enabled: true, options: [:])
            #expect(try await families(desk.connection) == ["Secret"])
            #expect(try await families(consumer) == [])
            _ = try await FontManager1Client(provider).unregister(ids: [id], options: [:])
            #expect(try await families(desk.connection) == [])
            let size = Int64(Desk.font("Secret").count)
            let left = TreeListing(home.dataDirectory).files.filter { $0.value.stamp.size == size }
            #expect(left.isEmpty, "nothing is left in the store either")
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("The same bytes are there for everybody as long as one provider wants that")
    func twoProviders() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let first = try await desk.connect(as: Self.provider, kind: .flatpak)
            let second = try await desk.connect(as: "org.example.Second", kind: .flatpak)
            let consumer = try await connectDenied(desk)
            let secret = try await register("Secret", "granted", on: first)
            let open = try await register("Secret", "session", on: second)
            #expect(secret != open)
            #expect(try await families(consumer) == [])
            #expect(published(home) == 1)
            _ = try await FontManager1Client(second).unregister(ids: [open], options: [:])
            #expect(try await families(consumer) == [])
            #expect(published(home) == 0)
            #expect(try await canOpen(secret, first))
            for connection in [first, second, consumer] { await connection.close() }
        }
    }

    @Test("A batch can bring them, and an upgrade of one is one")
    func batch() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider, kind: .flatpak)
            let path = try await FontManager1Client(provider).beginBatch(
                scope: "persistent", enabled: true, options: ["visibility": BusVariant("granted")])
            let batch = Batch1Client(provider, busName: FontManager1Names.busName, path: path)
            for family in ["Secret", "Another"] {
                let font = try SealedMemory(bytes: Desk.font(family)).descriptor
                _ = try await batch.addFonts(fonts: [font], options: [:])
            }
            #expect(try await batch.commit().results.allSatisfy { $0["error"] == nil })
            #expect(published(home) == 0)
            var newer = FontBuilder(family: "Secret", style: "Regular")
            newer.revision = 9
            let answer = try await FontManager1Client(provider).registerFonts(
                fonts: [SealedMemory(bytes: newer.build()).descriptor], scope: "persistent", enabled: true,
                options: [:])
            #expect(try answer.results.first?["replaced"]?.converted(to: [String].self).count == 1)
            #expect(published(home) == 0, "an upgrade publishes nothing that was not published")
            #expect(try await families(desk.connection) == ["Secret", "Another"])
            await provider.close()
        }
    }
}

extension TreeListing {
    /// How many fonts there are, which notes of their names in hidden directories are not.
    var fonts: Int {
        files.keys.filter { ($0.hasSuffix(".ttf") || $0.hasSuffix(".otf")) && !$0.contains("/.session/") }.count
    }
}
