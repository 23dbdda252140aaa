import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `A planned round with fonts of two sessions` {
    private static let past = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "past")
    private static let present = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "present")

    private let foundry: Requester

    init() throws { foundry = try .program("org.example.Foundry") }

    /// How a font is registered once more.
    enum Way: CaseIterable { case bytes, identifier }

    @Test(arguments: Way.allCases)
    func `has what is registered once more end with the session that it was registered in last`(way: Way) throws {
        var (planner, font, id) = try registered(Self.past)
        let outcome = try registerAgain(font, id, Self.present, way, &planner)
        #expect(outcome.id == id)

        let plan = planner.finish()
        #expect(plan.items.first?.registrations.map(\.sessionToken) == ["present"])
        #expect(
            plan.mutations(places: [:], stamps: [:]) == [.setScope(id, .session, sessionToken: "present")],
            "nobody else is told of anything")
    }

    @Test(arguments: Way.allCases)
    func `changes nothing about what is registered once more in the same session`(way: Way) throws {
        var (planner, font, id) = try registered(Self.present)
        #expect(try registerAgain(font, id, Self.present, way, &planner).wasAlreadySo)
        #expect(planner.finish().isEmpty)
    }

    @Test(arguments: Way.allCases)
    func `knows of no session where the font is to last`(way: Way) throws {
        var (planner, font, id) = try registered(Self.past)
        let lasting = RegistrationOptions(scope: .persistent, isEnabled: true, sessionToken: "present")
        #expect(try registerAgain(font, id, lasting, way, &planner).scope == .persistent)
        let mutations = planner.finish().mutations(places: [:], stamps: [:])
        #expect(mutations == [.setScope(id, .persistent, sessionToken: nil)])
    }

    @Test(arguments: ["past", nil] as [String?])
    func `removes what ends with its session`(token: String?) throws {
        var options = Self.past
        options.sessionToken = token
        var (planner, _, id) = try registered(options)
        let end = LibraryRequest(.endSession([SessionRegistration(id, sessionToken: token)]), by: .service)
        #expect(try !planner.apply(end)[0].get().isEnabled)
        let plan = planner.finish()
        #expect(plan.items.map(\.isLeaving) == [true])
        #expect(plan.changes == [.change(.removed, id, foundry.provider.id, .recovery)])
    }

    @Test(arguments: Way.allCases, [Self.present, .enabled])
    func `keeps what was registered once more since it was found to end`(
        way: Way, options: RegistrationOptions
    ) throws {
        var (planner, font, id) = try registered(Self.past)
        _ = try registerAgain(font, id, options, way, &planner)
        let past = SessionRegistration(id, sessionToken: "past")
        let end = LibraryRequest(.endSession([past]), by: .service)
        let kept = try planner.apply(end)[0].get()
        #expect(kept.wasAlreadySo && kept.isEnabled && kept.scope == options.scope)
        #expect(planner.finish().items.map(\.isLeaving) == [false])
    }

    @Test(arguments: [(RegistrationScope.persistent, RegistrationScope.session), (.session, .persistent)])
    func `leaves the scope of the user's own as it is, which takes being asked for in so many words`(
        past: RegistrationScope, now: RegistrationScope
    ) throws {
        var options = Self.past
        options.scope = past
        var (planner, font, id) = try registered(options, by: .user)
        var wanted = Self.present
        wanted.scope = now
        let again = try planner.apply(LibraryRequest(.register([font], wanted), by: .user))[0].get()
        #expect(again.wasAlreadySo && again.scope == past && again.stateChange == nil)
        #expect(planner.finish().isEmpty)

        let asked = try planner.apply(LibraryRequest(.change([id], .registerAgain(wanted)), by: .user))[0].get()
        #expect(!asked.wasAlreadySo && asked.scope == now)
    }

    @Test func `says what becomes of the state of the user's own`() throws {
        var (planner, font, id) = try registered(.enabled, by: .user)
        func install(isEnabled: Bool, keeps: Bool = false) throws -> RegistrationResult {
            let options = RegistrationOptions(scope: .persistent, isEnabled: isEnabled, keepsRegistered: keeps)
            return try planner.apply(LibraryRequest(.register([font], options), by: .user))[0].get()
        }
        let kept = try install(isEnabled: false, keeps: true)
        #expect(kept.isEnabled && kept.stateChange == nil)
        let disabled = try install(isEnabled: false)
        #expect(!disabled.isEnabled && disabled.stateChange == .disabled)
        #expect(planner.library.entries[font.digest]?.registrations.map(\.isDisabledByUser) == [true])
        #expect(try install(isEnabled: false).stateChange == nil)
        let enabled = try install(isEnabled: true)
        #expect(enabled.id == id && enabled.isEnabled && enabled.stateChange == .enabled)
        #expect(try install(isEnabled: true).stateChange == nil)
        #expect(
            planner.changes == [
                .change(.disabled, id, .user, .user), .change(.enabled, id, .user, .user),
            ])
    }

    /// A round that knows a published font of a program's, or of somebody else's.
    private func registered(
        _ options: RegistrationOptions, by requester: Requester? = nil
    ) throws -> (planner: LibraryPlanner, font: FontCandidate, id: FontIdentifier) {
        let font = try PublisherFixture.candidate("Alpha")
        let content = ContentRecord(
            digest: font.digest, fileName: "\(FontIdentifier.random()).ttf", format: .truetype, size: font.size,
            scanCost: font.scanCost, place: .published(shard: "00"))
        let registration = RegistrationRecord(
            id: .random(), provider: (requester ?? foundry).provider.id, digest: font.digest, scope: options.scope,
            isEnabled: true,
            sessionToken: options.sessionToken)
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(content, registrations: [registration], faces: font.faces.map(FaceIdentity.init))
        return (planner, font, registration.id)
    }

    private func registerAgain(
        _ font: FontCandidate, _ id: FontIdentifier, _ options: RegistrationOptions, _ way: Way,
        _ planner: inout LibraryPlanner
    ) throws -> RegistrationResult {
        let action: LibraryRequest.Action =
            switch way {
            case .bytes: .register([font], options)
            case .identifier: .change([id], .registerAgain(options))
            }
        return try planner.apply(LibraryRequest(action, by: foundry))[0].get()
    }
}
