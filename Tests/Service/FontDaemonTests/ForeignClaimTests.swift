internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What a program says of itself in a message, and another's fonts that it names there: neither counts, in any method of
/// any interface that it reaches.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ForeignClaimTests {
    private static let victim = "org.example.Victim"
    private static let thief = "org.example.Thief"
    private static let unknown = String(repeating: "0", count: 32)

    /// All that a dictionary of a message may try: what it is meant to be is ignored there, as any key that is not known.
    private static let claims = Dictionary(
        uniqueKeysWithValues: ["provider", "app_id", "application", "owner", "sender", "caller", "display_name"].map {
            ($0, BusVariant(victim))
        })

    /// The interfaces that sandboxed programs reach, as the daemon exports them: what is added there is tested here.
    private static let interfaces: [(table: ExportedInterface, busName: String, path: ObjectPath)] = [
        (fontManager1Interface(RefusingFontManager()), FontManager1Names.busName, FontManager1Names.path),
        (typecasePortalInterface(RefusingPortal()), TypecasePortalNames.busName, TypecasePortalNames.path),
        (dynamicType1Interface(RefusingDynamicType()), DynamicType1Names.busName, DynamicType1Names.path),
        (rendering1Interface(RefusingRendering()), Rendering1Names.busName, Rendering1Names.path),
        (alternateIcons1Interface(RefusingIcons()), AlternateIcons1Names.busName, AlternateIcons1Names.path),
    ]

    /// Arguments of a signature, all of which claim what they can.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - id: The font of another.
    /// - Returns: The arguments.
    /// - Throws: That there are none of this signature.
    private func arguments(_ signature: Signature, naming id: String) throws -> [BusValue] {
        let options = Self.claims.busValue
        let named: [String: BusVariant] = ["postscript_name": BusVariant("Secret-Regular"), "id": BusVariant(id)]
        let descriptors = [Self.claims.merging(named) { $1 }].busValue
        let filter = Self.claims.merging(["id": BusVariant(id)]) { $1 }.busValue
        let font = try SealedMemory(bytes: Desk.font("Of The Thief")).descriptor
        return switch signature.text {
        case "": []
        case "ahsba{sv}": [[font].busValue, "persistent".busValue, true.busValue, options]
        case "aa{sv}sba{sv}": [descriptors, "persistent".busValue, true.busValue, options]
        case "aa{sv}sa{sv}": [descriptors, "persistent".busValue, options]
        case "aa{sv}a{sv}": [descriptors, options]
        case "sba{sv}": ["persistent".busValue, true.busValue, options]
        case "assba{sv}": [[id].busValue, "persistent".busValue, true.busValue, options]
        case "asba{sv}": [[id].busValue, false.busValue, options]
        case "asa{sv}": [[id].busValue, options]
        case "sa{sv}": [id.busValue, options]
        case "a{sv}": [filter]
        case "ha{sv}": [font.busValue, options]
        case "ssba{sv}": ["https://typecase.invalid/font".busValue, "persistent".busValue, true.busValue, options]
        case "saa{sv}a{sv}a{sv}": ["a".busValue, descriptors, options, options]
        case "sda{sv}": ["body".busValue, 17.0.busValue, options]
        case "t": [(0 as UInt64).busValue]
        default: throw BusError.failed("the test has no arguments of the signature \(signature.text) yet")
        }
    }

    /// What there is of whom, by the id of the font.
    private func registered(_ desk: Desk) async throws -> [String: [String?]] {
        let fonts = try await desk.management.listFonts(filter: ["limit": BusVariant(UInt32(1000))]).fonts
        return try fonts.reduce(into: [:]) { found, font in
            let values = try ["provider", "visibility", "scope"].map { try font[$0]?.converted(to: String.self) }
            let isEnabled = try font["enabled"]?.converted(to: Bool.self)
            found[try #require(try font["id"]?.converted(to: String.self))] = values + ["\(isEnabled ?? false)"]
        }
    }

    private func register(_ family: String, on connection: BusConnection) async throws -> String {
        let font = try SealedMemory(bytes: Desk.font(family)).descriptor
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: [font], scope: "persistent", enabled: true, options: ["visibility": BusVariant("granted")])
        return try #require(try answer.results.first?["id"]?.converted(to: String.self), "\(answer.results)")
    }

    private func withPrograms(
        _ kind: CallerIdentity.Kind,
        _ body: (Desk, _ victim: BusConnection, _ thief: BusConnection) async throws -> Void
    ) async throws {
        let home = try ScratchHome()
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "sources": ["download"], "decision": "allow"}]}"#,
            to: "policy/policy.d/60-downloads.json")
        try await Desk.run(in: home) { desk in
            for provider in [Self.victim, Self.thief] {
                try await desk.management.setGrant(
                    provider: provider, right: "install-fonts", decision: "allow", options: [:])
            }
            let victim = try await desk.connect(
                as: Self.victim, kind: .flatpak, declaring: [Desk.font("Secret")])
            let thief = try await desk.connect(as: Self.thief, kind: kind, declaring: [Desk.font("Of The Thief")])
            try await body(desk, victim, thief)
            for connection in [victim, thief] { await connection.close() }
        }
    }

    /// A value as text that is the same for equal values: the entries of dictionaries come in any order.
    private static func text(_ value: BusValue) -> String {
        switch value {
        case .dictionary(_, _, let entries):
            "{" + entries.map { "\(text($0.key)): \(text($0.value))" }.sorted().joined(separator: ", ") + "}"
        case .array(_, let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
        case .variant(let content): text(content)
        case .string(let string): "\"\(string)\""
        default: "\(value)"
        }
    }

    /// What a call comes to, with the id of the font that it named replaced: that is all that may differ.
    private func outcome(
        of method: ExportedMethod, naming id: String, _ place: (busName: String, path: ObjectPath, interface: String),
        on connection: BusConnection
    ) async throws -> String {
        let arguments = try arguments(method.inputSignature, naming: id)
        do throws(BusError) {
            let results = try await connection.call(
                destination: place.busName, path: place.path, interface: place.interface, member: method.name,
                arguments: arguments)
            return results.map(Self.text).joined(separator: ", ").replacing(id, with: "ID")
        } catch {
            return "\(error.name): \(error.message)".replacing(id, with: "ID")
        }
    }

    @Test(
        "A program that names another in its message is itself, and another's font is one that there is not",
        arguments: [CallerIdentity.Kind.flatpak, .snap, .application])
    func everyMethod(kind: CallerIdentity.Kind) async throws {
        try await withPrograms(kind) { desk, victim, thief in
            let secret = try await register("Secret", on: victim)
            let before = try await registered(desk)
            #expect(before.count == 1)
            // What the answers have of the moment, and not of whom they are about.
            let changing: Set = [
                "BeginAccess", "BeginBatch", "ListFacesFile", "RegisterAssets", "RegisterFonts", "RegisterRemoteFont",
                "RequestFonts", "RequestRights", "PickFont",
                // Here the id is a text to be covered.
                "Cover",
            ]
            for interface in Self.interfaces {
                for method in interface.table.methods {
                    let name = "\(interface.table.name).\(method.name)"
                    let place = (interface.busName, interface.path, interface.table.name)
                    let claimed = try await outcome(of: method, naming: secret, place, on: thief)
                    let plain = try await outcome(of: method, naming: Self.unknown, place, on: thief)
                    // A program without a sandbox has the right to use what others have installed, and could read it.
                    if kind != .application {
                        #expect(!claimed.contains(secret), "\(name)")
                        #expect(!claimed.contains("\"Secret\""), "\(name): \(claimed)")
                        if !changing.contains(method.name) { #expect(claimed == plain, "\(name)") }
                    }
                    let after = try await registered(desk)
                    #expect(after[secret] == before[secret], "\(name)")
                    for (id, values) in after where id != secret {
                        #expect(values.first == Self.thief, "\(name) registered \(values)")
                    }
                }
            }
            let who = try await FontManager1Client(thief).whoAmI()
            #expect(try who["provider"]?.converted(to: String.self) == Self.thief)
            let own = try await FontManager1Client(victim).listRegistered(filter: Self.claims).fonts
            #expect(try own.map { try $0["id"]?.converted(to: String.self) } == [secret])
        }
    }

    @Test("What comes by a batch belongs to who began it, whatever is said with it")
    func batches() async throws {
        try await withPrograms(.flatpak) { desk, _, thief in
            let path = try await FontManager1Client(thief).beginBatch(
                scope: "persistent", enabled: true, options: Self.claims)
            let batch = Batch1Client(thief, busName: FontManager1Names.busName, path: path)
            let font = try SealedMemory(bytes: Desk.font("Of The Thief")).descriptor
            _ = try await batch.addFonts(fonts: [font], options: Self.claims)
            #expect(try await batch.commit().results.allSatisfy { $0["error"] == nil })
            #expect(try await registered(desk).values.map(\.first) == [Self.thief])
        }
    }

    @Test("The user is asked about the program that calls, and what they say is of that one")
    func consent() async throws {
        try await withPrograms(.flatpak) { desk, _, thief in
            let agent = try await TestAgent.register(on: desk.connection)
            _ = try await FontManager1Client(thief).requestRights(
                rights: ["use-installed-fonts"], options: Self.claims)
            let question = try await agent.nextQuestion()
            #expect(try question.request["provider"]?.converted(to: String.self) == Self.thief)
            #expect(try question.request["display_name"]?.converted(to: String.self) == Self.thief)
            let changes = try await desk.management.statusChanged()
            question.answer("allow")
            for await _ in changes {
                if try await desk.management.status()["questions"]?.converted(to: UInt32.self) == 0 { break }
            }
            let grants = try await desk.management.listGrants(filter: [:])
            let uses = try grants.filter { try $0["right"]?.converted(to: String.self) == "use-installed-fonts" }
            #expect(try uses.map { try $0["provider"]?.converted(to: String.self) } == [Self.thief])
        }
    }
}
