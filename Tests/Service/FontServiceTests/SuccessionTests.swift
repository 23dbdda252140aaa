import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `A font of a name that its provider has registered` {
    private let foundry = Requester.provider(
        ProviderRecord(id: provider("org.example.Foundry"), kind: "application", displayName: "Foundry"))
    private let press = provider("org.example.Press")

    /// What a font may succeed to, and what then becomes of it.
    struct Past: Sendable, CustomTestStringConvertible {
        var scope = RegistrationScope.persistent
        var isEnabled = true
        var isDisabledByUser = false

        var testDescription: String {
            "\(scope), \(isEnabled ? "enabled" : isDisabledByUser ? "disabled by the user" : "disabled")"
        }

        static let all = RegistrationScope.allCases.flatMap { scope in
            [
                Past(scope: scope), Past(scope: scope, isEnabled: false),
                Past(scope: scope, isEnabled: false, isDisabledByUser: true),
            ]
        }
    }

    @Test(arguments: Past.all)
    func `takes its place where it is newer, in its scope and state`(past: Past) throws {
        var (planner, old) = try planner(past, revision: 1)
        let new = try candidate("New", revision: 2)
        let options = RegistrationOptions(scope: past.scope, isEnabled: true, sessionToken: "here")
        let font = try planner.apply(LibraryRequest(.register([new], options), by: foundry))[0].get()

        #expect(font.replaced == [old.id])
        #expect(font.isEnabled == past.isEnabled)
        #expect(font.scope == past.scope)
        let plan = planner.finish()
        let leaving = try #require(plan.items.first { $0.isLeaving })
        let coming = try #require(plan.items.first { !$0.isLeaving })
        #expect(leaving.digest == old.digest && coming.digest == new.digest)
        #expect(coming.registrations.first?.isDisabledByUser == past.isDisabledByUser)
        #expect(coming.registrations.first?.sessionToken == (past.scope == .session ? "here" : nil))
        if past.isEnabled {
            guard case .replace(_, let record, let shard) = coming.move, case .yield = leaving.move else {
                Issue.record("the two files change places in one step")
                return
            }
            #expect(record.digest == old.digest && shard == "00" && coming.fileName == record.fileName)
            #expect(leaving.fileName != coming.fileName)
        } else {
            guard case .keep = coming.move else {
                Issue.record("a disabled font stays out of the tree")
                return
            }
        }
        #expect(
            plan.changes == [
                .change(.removed, old.id, old.provider, .provider),
                .change(past.isEnabled ? .added : .disabled, font.id, old.provider, .provider),
            ])
    }

    @Test func `stays for good where it was to, or where what it takes the place of was`() throws {
        for (past, now) in [(RegistrationScope.session, RegistrationScope.persistent), (.persistent, .session)] {
            var (planner, _) = try planner(Past(scope: past), revision: 1)
            let options = RegistrationOptions(scope: now, isEnabled: true, sessionToken: "here")
            let new = try candidate("New", revision: 2)
            let font = try planner.apply(LibraryRequest(.register([new], options), by: foundry))[0].get()
            #expect(font.scope == .persistent)
            #expect(planner.finish().items.last?.registrations.first?.sessionToken == nil)
        }
    }

    @Test(arguments: Past.all, [RegistrationScope.persistent, .session])
    func `is refused where it is older, unless that is asked for`(past: Past, scope: RegistrationScope) throws {
        var (planner, old) = try planner(past, revision: 2)
        let older = try candidate("Older", revision: 1.5)
        var options = RegistrationOptions(scope: scope, isEnabled: true, sessionToken: "here")
        let refusal = planner.apply(LibraryRequest(.register([older], options), by: foundry))[0]
        let error = try #require(throws: FontError.self) { try refusal.get() }
        #expect(error.code == .downgrade && error.owner == "org.example.Foundry")
        #expect(planner.finish().isEmpty)

        options.allowsDowngrade = true
        let font = try planner.apply(LibraryRequest(.register([older], options), by: foundry))[0].get()
        #expect(font.replaced == [old.id])
        #expect(font.isEnabled == past.isEnabled)
    }

    @Test func `clashes where the two are of one revision, unless it is asked to take the place`() throws {
        var (planner, old) = try planner(Past(), revision: 1)
        let other = try candidate("Other", revision: 1)
        #expect(code(planner.apply(LibraryRequest(.register([other], .enabled), by: foundry))[0]) == .duplicatedName)
        var options = RegistrationOptions.enabled
        options.allowsDowngrade = true
        #expect(
            try planner.apply(LibraryRequest(.register([other], options), by: foundry))[0].get().replaced == [old.id])
    }

    @Test(arguments: Past.all, [0.5, 1, 2])
    func `takes the place of nothing where that is to stay`(past: Past, revision: Double) throws {
        var (planner, old) = try planner(past, revision: 1)
        let other = try candidate("Other", revision: revision)
        let options = RegistrationOptions(
            scope: .persistent, isEnabled: true, allowsDowngrade: true, keepsRegistered: true)
        let outcome = planner.apply(LibraryRequest(.register([other], options), by: foundry))[0]
        #expect(planner.library.entries[old.digest]?.registrations == [old])
        if past.isEnabled {
            #expect(code(outcome) == .duplicatedName)
        } else {
            let font = try outcome.get()
            #expect(font.isEnabled && font.replaced == [] && font.scope == .persistent)
        }
    }

    @Test func `does not evade the user, who has disabled the one of this revision`() throws {
        var (planner, _) = try planner(Past(isEnabled: false, isDisabledByUser: true), revision: 1)
        let other = try candidate("Other", revision: 1)
        #expect(code(planner.apply(LibraryRequest(.register([other], .enabled), by: foundry))[0]) == .duplicatedName)
    }

    @Test func `may be kept disabled beside the enabled one, whatever their revisions`() throws {
        for revision in [0.5, 1, 2] {
            var (planner, _) = try planner(Past(), revision: 1)
            let other = try candidate("Other", revision: revision)
            let font = try planner.apply(LibraryRequest(.register([other], .disabled), by: foundry))[0].get()
            #expect(!font.isEnabled && font.replaced == [])
            let enabling = planner.apply(LibraryRequest(.setEnabled([font.id], true), by: foundry))[0]
            #expect(code(enabling) == .duplicatedName)
        }
    }

    @Test func `takes nothing from another provider, newer or not`() throws {
        var (planner, _) = try planner(Past(), revision: 1)
        let new = try candidate("New", revision: 99)
        let requester = Requester.provider(ProviderRecord(id: press, kind: "application", displayName: "Press"))
        let refusal = planner.apply(LibraryRequest(.register([new], .enabled), by: requester))[0]
        let error = try #require(throws: FontError.self) { try refusal.get() }
        #expect(error.code == .duplicatedName && error.owner == "org.example.Foundry")
    }

    @Test func `is refused where another provider has the old one enabled as well`() throws {
        var (planner, old) = try planner(Past(), revision: 1, sharedWith: press)
        let new = try candidate("New", revision: 2)
        let refusal = planner.apply(LibraryRequest(.register([new], .enabled), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try refusal.get() }.owner == press.rawValue)
        #expect(planner.finish().isEmpty)
        #expect(planner.library.entries[old.digest]?.registrations.count == 2)
    }

    @Test func `leaves the old one to another provider that has it disabled`() throws {
        var (planner, old) = try planner(Past(), revision: 1, sharedWith: press, sharedIsEnabled: false)
        let new = try candidate("New", revision: 2)
        _ = try planner.apply(LibraryRequest(.register([new], .enabled), by: foundry))[0].get()
        let kept = try #require(planner.finish().items.first { $0.digest == old.digest })
        #expect(kept.registrations.map(\.provider) == [press])
        guard case .yield = kept.move else {
            Issue.record("its bytes have to go into the store")
            return
        }
        #expect(!kept.isLeaving)
    }

    @Test func `must have all faces of the one that it takes the place of`() throws {
        var (planner, old) = try planner(Past(), revision: 1, names: ["Alpha-Regular", "Alpha-Bold"])
        let part = try candidate("Part", revision: 2)
        #expect(code(planner.apply(LibraryRequest(.register([part], .enabled), by: foundry))[0]) == .duplicatedName)
        let whole = try candidate("Whole", names: ["Alpha-Thin", "ALPHA BOLD", "Alpha-Regular"], revision: 2)
        #expect(
            try planner.apply(LibraryRequest(.register([whole], .enabled), by: foundry))[0].get().replaced == [old.id])
    }

    @Test func `clashes with another one of the same call`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let fonts = try [candidate("One", revision: 1), candidate("Two", revision: 1)]
        let outcomes = planner.apply(LibraryRequest(.register(fonts, .enabled), by: foundry))
        #expect(code(outcomes[0]) == nil)
        #expect(code(outcomes[1]) == .duplicatedName)
    }

    @Test func `is refused beside a newer one of the same call, wherever that comes`() throws {
        let fonts = try [
            candidate("Other", names: ["Other-Regular"], revision: 1), candidate("Old", revision: 1),
            candidate("New", revision: 3), candidate("Middle", revision: 2),
        ]
        for order in [[0, 1, 2, 3], [2, 1, 0, 3], [3, 2, 1, 0]] {
            var planner = LibraryPlanner(names: [:], usage: [:])
            let options = RegistrationOptions(scope: .persistent, isEnabled: true)
            let outcomes = planner.apply(LibraryRequest(.register(order.map { fonts[$0] }, options), by: foundry))
            for (outcome, font) in zip(outcomes, order) {
                switch font {
                case 0, 2: #expect(throws: Never.self) { try outcome.get() }
                default:
                    let error = try #require(throws: FontError.self) { try outcome.get() }
                    #expect(error.code == .duplicatedName && error.message.contains("with the newer revision 3.000"))
                }
            }
        }
    }

    @Test func `clashes where any face of a collection does`() throws {
        let holder = [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/Alpha.ttf")]
        var planner = LibraryPlanner(names: ["alpharegular": holder], usage: [:])
        let collection = try candidate("All", names: ["Beta", "Gamma", "Alpha-Regular"], revision: 1)
        let refusal = planner.apply(LibraryRequest(.register([collection], .enabled), by: foundry))[0]
        let error = try #require(throws: FontError.self) { try refusal.get() }
        #expect(error.code == .shadowed && error.owner == "system")
    }

    @Test func `takes the place even at the end of the quota`() throws {
        var (planner, old) = try planner(Past(), revision: 1, fonts: FontLimits.fontsPerProvider)
        let new = try candidate("New", revision: 2)
        #expect(
            try planner.apply(LibraryRequest(.register([new], .enabled), by: foundry))[0].get().replaced == [old.id])
        let more = try candidate("More", names: ["More"], revision: 1)
        #expect(
            code(planner.apply(LibraryRequest(.register([more], .enabled), by: foundry))[0]) == .exceededResourceLimit)
    }

    @Test(arguments: [true, false])
    func `is warned of a static sibling beside a variable font`(isVariable: Bool) throws {
        let sibling = FamilyMember(isVariable: !isVariable, digest: nil, provider: press)
        var planner = LibraryPlanner(names: [:], usage: [:], siblings: ["family": [sibling]])
        let font = try candidate("Kin", names: ["Kin"], revision: 1, isVariable: isVariable)
        let registered = try planner.apply(LibraryRequest(.register([font], .enabled), by: foundry))[0].get()
        #expect(registered.warnings.map(\.kind) == [isVariable ? .staticSiblings : .variableSibling])
        #expect(registered.warnings.map(\.owner) == [press.rawValue])

        // In the same call as well.
        let other = try candidate("Cousin", names: ["Cousin"], revision: 1, isVariable: !isVariable)
        let second = try planner.apply(LibraryRequest(.register([other], .enabled), by: foundry))[0].get()
        #expect(second.warnings.map(\.owner) == ["org.example.Foundry"])
        let disabled = try candidate("Hidden", names: ["Hidden"], revision: 1, isVariable: isVariable)
        #expect(
            try planner.apply(LibraryRequest(.register([disabled], .disabled), by: foundry))[0].get().warnings == [])
    }

    // MARK: - Helpers

    private func code(_ outcome: ItemOutcome) -> FontError.Code? {
        if case .failure(let error) = outcome { error.code } else { nil }
    }

    private func candidate(
        _ bytes: String, names: [String] = ["Alpha-Regular"], revision: Double, isVariable: Bool = false
    ) throws -> FontCandidate {
        let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        let faces = names.enumerated().map { index, name in
            FaceDescription(
                index: index, postscriptName: name, family: "Family", axes: isVariable ? axes : [],
                revision: Self.fixed(revision))
        }
        return try FontCandidate(
            memory: SealedMemory(bytes: Array(bytes.utf8)),
            inspection: FontInspection(format: .truetype, faces: faces, findings: [], scanCost: 100))
    }

    private static func fixed(_ revision: Double) -> Int32 { Int32(revision * 65_536) }

    /// A planner that knows one font.
    private func planner(
        _ past: Past, revision: Double, names: [String] = ["Alpha-Regular"],
        sharedWith other: ProviderIdentifier? = nil,
        sharedIsEnabled: Bool = true, fonts: Int = 1
    ) throws -> (LibraryPlanner, RegistrationRecord) {
        let digest = try SealedMemory(bytes: Array("Old".utf8)).digest
        let isWanted = past.isEnabled || other != nil && sharedIsEnabled
        let content = ContentRecord(
            digest: digest, fileName: "\(FontIdentifier.random()).ttf", format: .truetype, size: 3, scanCost: 100,
            place: isWanted ? .published(shard: "00") : .stored)
        let old = RegistrationRecord(
            id: .random(), provider: foundry.provider.id, digest: digest, scope: past.scope, isEnabled: past.isEnabled,
            isDisabledByUser: past.isDisabledByUser, sessionToken: past.scope == .session ? "here" : nil)
        var registrations = [old]
        if let other {
            registrations.append(
                RegistrationRecord(
                    id: .random(), provider: other, digest: digest, scope: .persistent, isEnabled: sharedIsEnabled))
        }
        let owners = registrations.filter(\.isEnabled).map { PlannedLibrary.NameOwner.font(digest, $0.provider) }
        var planner = LibraryPlanner(
            names: Dictionary(uniqueKeysWithValues: names.map { ($0.fontNameKey, owners) }),
            usage: [foundry.provider.id: .init(fonts: fonts, bytes: 3)])
        planner.library.load(
            content, registrations: registrations,
            faces: names.map { FaceIdentity(postscriptName: $0, family: "Family", revision: Self.fixed(revision)) })
        return (planner, old)
    }
}

extension RegistrationOptions {
    static let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
}

private func provider(_ text: String) -> ProviderIdentifier {
    guard let identifier = ProviderIdentifier(rawValue: text) else { preconditionFailure("a test's own id") }
    return identifier
}
