import FontLibrary
import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite struct `What the user took out of use` {
    private let foundry: Requester
    private let press: Requester

    init() throws {
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    @Test func `stays out of use where its provider removes it and gives it again`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        try takeOutOfUse(try candidate("Alpha"), &planner)
        #expect(planner.remembered.mutations == [.rememberDisabled(foundry.provider.id, keys: ["alpharegular"])])

        let again = try register(try candidate("Alpha"), by: foundry, &planner)
        #expect(!again.isEnabled && !again.wasAlreadySo)
        #expect(planner.remembered.mutations == [], "the registration has it again")
        let enabling = planner.apply(LibraryRequest(.setEnabled([again.id], true), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try enabling.get() }.code == .cancelledByUser)
        let plan = planner.finish()
        #expect(plan.items.first?.registrations.map(\.isDisabledByUser) == [true])
        #expect(plan.items.first?.entersTree == false)
    }

    @Test(arguments: [false, true])
    func `stays out of use in another version, whatever the round it comes in`(isNewRound: Bool) throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        try takeOutOfUse(try candidate("Alpha"), &planner)
        if isNewRound {
            planner = LibraryPlanner(names: [:], usage: [:], disabledNames: [foundry.provider.id: ["alpharegular"]])
        }
        let other = try register(try candidate("Other", postscriptName: "Alpha_Regular"), by: foundry, &planner)
        #expect(!other.isEnabled)
        let expected: [RegistryMutation] =
            isNewRound ? [.forgetDisabled(foundry.provider.id, keys: ["alpharegular"])] : []
        #expect(planner.remembered.mutations == expected)
        #expect(planner.finish().mutations(places: [:], stamps: [:]).filter { expected.contains($0) } == expected)
    }

    @Test func `cannot be enabled by its provider as another font of the name that waited beside it`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let waiting = try candidate("Other", postscriptName: "Alpha-Regular")
        let first = try register(try candidate("Alpha"), by: foundry, &planner)
        let options = RegistrationOptions(scope: .persistent, isEnabled: false)
        let second = try planner.apply(LibraryRequest(.register([waiting], options), by: foundry))[0].get()
        _ = planner.apply(LibraryRequest(.setEnabled([first.id], false), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([first.id]), by: foundry))
        let enabling = planner.apply(LibraryRequest(.setEnabled([second.id], true), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try enabling.get() }.code == .cancelledByUser)

        #expect(try planner.apply(LibraryRequest(.setEnabled([second.id], true), by: .user))[0].get().isEnabled)
        #expect(planner.remembered.mutations == [], "the user took it back")
    }

    @Test func `is nobody else's concern`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        try takeOutOfUse(try candidate("Alpha"), &planner)
        #expect(try register(try candidate("Alpha"), by: press, &planner).isEnabled)
        #expect(!planner.remembered.mutations.isEmpty)
    }

    @Test func `is in use again once the user has enabled it`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        try takeOutOfUse(try candidate("Alpha"), &planner)
        let again = try register(try candidate("Alpha"), by: foundry, &planner)
        _ = planner.apply(LibraryRequest(.setEnabled([again.id], true), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([again.id]), by: foundry))
        #expect(planner.remembered.mutations == [])
        #expect(try register(try candidate("Alpha"), by: foundry, &planner).isEnabled)
    }

    @Test func `is forgotten where it is the user who removes it`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:], disabledNames: [foundry.provider.id: ["alpharegular"]])
        let font = try register(try candidate("Alpha"), by: foundry, &planner)
        #expect(!font.isEnabled)
        _ = planner.apply(LibraryRequest(.unregister([font.id]), by: .user))
        #expect(planner.remembered.mutations == [.forgetDisabled(foundry.provider.id, keys: ["alpharegular"])])
        #expect(try register(try candidate("Alpha"), by: foundry, &planner).isEnabled)
    }

    @Test func `stays out of use in the next session where it was for one`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let options = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "first")
        let font = try planner.apply(LibraryRequest(.register([candidate("Alpha")], options), by: foundry))[0].get()
        _ = planner.apply(LibraryRequest(.setEnabled([font.id], false), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([font.id]), by: .service))
        #expect(try !register(try candidate("Alpha"), by: foundry, &planner).isEnabled)
    }

    @Test func `does not outlive the user's own fonts, which come by the user's hand`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let options = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "first")
        let font = try planner.apply(LibraryRequest(.register([candidate("Alpha")], options), by: .user))[0].get()
        _ = planner.apply(LibraryRequest(.setEnabled([font.id], false), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([font.id]), by: .service))
        #expect(planner.remembered.mutations == [])
        #expect(try register(try candidate("Alpha"), by: .user, &planner).isEnabled)
    }

    @Test func `is the font rather than its name where the user left another one of the name in use`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let unwanted = try register(try candidate("Alpha"), by: foundry, &planner)
        _ = planner.apply(LibraryRequest(.setEnabled([unwanted.id], false), by: .user))
        let options = RegistrationOptions(scope: .persistent, isEnabled: false)
        let font = try candidate("Other", postscriptName: "Alpha-Regular")
        let wanted = try planner.apply(LibraryRequest(.register([font], options), by: foundry))[0].get()
        _ = planner.apply(LibraryRequest(.setEnabled([wanted.id], true), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([unwanted.id]), by: foundry))
        #expect(planner.remembered.mutations == [])
    }

    @Test func `stays as it was where an atomic batch with it fails`() throws {
        var planner = LibraryPlanner(
            names: ["taken": [.system(path: "/usr/share/fonts/Taken.ttf")]], usage: [:],
            disabledNames: [foundry.provider.id: ["alpharegular"]])
        let fonts = [try candidate("Alpha"), try candidate("Taken", postscriptName: "Taken")]
        let request = LibraryRequest(.register(fonts, .enabled), by: foundry, control: BatchControl(isAtomic: true))
        #expect(planner.apply(request).allSatisfy { if case .failure = $0 { true } else { false } })
        #expect(planner.remembered.mutations == [])
        #expect(planner.finish().isEmpty)
    }

    @Test func `is not forgotten where its note cannot be read while the registry is made anew`() async throws {
        let fixture = try await PublisherFixture()
        let note: DisabledNames = [foundry.provider.id: ["alpharegular"]]
        try fixture.tree.notes.writeDisabledNames(note)
        let path = try FontLocations(environment: fixture.home.environment).store + "/disabled.json"
        try #require(chmod(path, 0) == 0)
        await #expect(throws: FontError.self) { try await fixture.reconcile() }
        #expect(try await fixture.registry.disabledNames() == [:])
        try #require(chmod(path, 0o600) == 0)
        #expect(try fixture.tree.notes.readDisabledNames() == note, "it is still there")
        try await fixture.reconcile()
        #expect(try await fixture.registry.disabledNames() == note)
    }

    /// Has the user disable a font of the foundry's, which the foundry then removes.
    private func takeOutOfUse(_ font: FontCandidate, _ planner: inout LibraryPlanner) throws {
        let id = try register(font, by: foundry, &planner).id
        _ = planner.apply(LibraryRequest(.setEnabled([id], false), by: .user))
        _ = try planner.apply(LibraryRequest(.unregister([id]), by: foundry))[0].get()
    }

    private func register(
        _ font: FontCandidate, by requester: Requester, _ planner: inout LibraryPlanner
    ) throws -> RegistrationResult {
        try planner.apply(LibraryRequest(.register([font], .enabled), by: requester))[0].get()
    }

    private func candidate(_ family: String, postscriptName: String? = nil) throws -> FontCandidate {
        let face = FaceDescription(index: 0, postscriptName: postscriptName ?? "\(family)-Regular", family: family)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array(family.utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }
}
