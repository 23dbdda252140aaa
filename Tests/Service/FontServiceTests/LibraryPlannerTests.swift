import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `A planned round` {
    private let foundry = Requester.provider(
        ProviderRecord(id: .example("org.example.Foundry"), kind: "application", displayName: "Foundry"))
    private let press = Requester.provider(
        ProviderRecord(id: .example("org.example.Press"), kind: "application", displayName: "Press"))

    @Test(arguments: RegistrationScope.allCases, [true, false])
    func `registers a new font where its state wants it`(scope: RegistrationScope, isEnabled: Bool) throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let font = try candidate("Alpha")
        let options = RegistrationOptions(scope: scope, isEnabled: isEnabled, sessionToken: "here")
        let outcome = try #require(planner.apply(LibraryRequest(.register([font], options), by: foundry)).first)

        let registered = try outcome.get()
        #expect(!registered.wasAlreadySo)
        #expect(registered.isEnabled == isEnabled)
        let plan = planner.finish()
        let item = try #require(plan.items.first)
        #expect(plan.items.count == 1)
        #expect(item.entersTree == isEnabled)
        #expect(item.registrations.first?.sessionToken == (scope == .session ? "here" : nil))
        #expect(
            plan.changes == [.change(isEnabled ? .added : .disabled, registered.id, foundry.provider.id, .provider)])
    }

    @Test func `takes the same bytes twice as one registration`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let font = try candidate("Alpha")
        let outcomes = planner.apply(LibraryRequest(.register([font, font], .enabled), by: foundry))

        let first = try outcomes[0].get()
        let second = try outcomes[1].get()
        #expect(first.id == second.id)
        #expect(!first.wasAlreadySo)
        #expect(second.wasAlreadySo)
        #expect(planner.finish().items.first?.registrations.count == 1)
    }

    @Test func `gives a font that comes again the mark that it comes with, and leaves it its own without one`() throws {
        let font = try candidate("Alpha")
        var planner = LibraryPlanner(names: [:], usage: [:])
        var record = try published("Alpha")
        record.registration.userInfo = "first"
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        _ = planner.apply(LibraryRequest(.register([font], .enabled), by: foundry))
        #expect(planner.finish().isEmpty)
        let marked = RegistrationOptions(scope: .persistent, isEnabled: true, userInfo: "second")
        let again = try #require(planner.apply(LibraryRequest(.register([font], marked), by: foundry)).first).get()
        #expect(again.id == record.registration.id)
        let plan = planner.finish()
        #expect(plan.items.first?.registrations.map(\.userInfo) == ["second"])
        #expect(plan.mutations(places: [:], stamps: [:]).contains(.setUserInfo(again.id, "second")))
    }

    @Test func `lets two providers own one content`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let font = try candidate("Alpha")
        let first = try planner.apply(LibraryRequest(.register([font], .enabled), by: foundry))[0].get()
        let second = try planner.apply(LibraryRequest(.register([font], .enabled), by: press))[0].get()

        #expect(first.id != second.id)
        let plan = planner.finish()
        #expect(plan.items.count == 1)
        #expect(plan.items.first?.registrations.map(\.provider) == [foundry.provider.id, press.provider.id])
    }

    @Test(arguments: ["Alpha-Regular", "alpha-regular", "Alpha Regular", "ALPHA_REGULAR"])
    func `refuses other bytes under a name that is taken, however it is spelt`(name: String) throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let first = try candidate("Alpha", postscriptName: "Alpha-Regular")
        let second = try candidate("Other", postscriptName: name)
        _ = planner.apply(LibraryRequest(.register([first], .enabled), by: foundry))
        let outcome = planner.apply(LibraryRequest(.register([second], .enabled), by: press))[0]

        let error = try #require(throws: FontError.self) { try outcome.get() }
        #expect(error.code == .duplicatedName)
        #expect(error.message.contains("org.example.Foundry"))
        #expect(error.owner == "org.example.Foundry")
        #expect(planner.finish().items.count == 1)
    }

    @Test func `gives nobody a right to a second font like one that is shared with another`() throws {
        func font(_ name: String) throws -> FontCandidate {
            let face = FaceDescription(index: 0, postscriptName: name, family: "Alpha", style: "Regular")
            return try FontCandidate(
                memory: SealedMemory(bytes: Array(name.utf8)),
                inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
        }
        let (shared, clone) = (try font("Alpha-Regular"), try font("Clone-Regular"))
        var planner = LibraryPlanner(names: [:], usage: [:])
        for provider in [foundry, press] {
            #expect(throws: Never.self) {
                try planner.apply(LibraryRequest(.register([shared], .enabled), by: provider))[0].get()
            }
        }
        let outcome = planner.apply(LibraryRequest(.register([clone], .enabled), by: press))[0]
        let error = try #require(throws: FontError.self) { try outcome.get() }
        #expect(error.code == .duplicatedName)
        #expect(error.owner == "org.example.Foundry")
    }

    /// A font whose named instances have these PostScript names.
    private func variable(_ family: String, instances: [String]) throws -> FontCandidate {
        let face = FaceDescription(
            index: 0, postscriptName: "\(family)-Variable", family: family, style: "Variable",
            axes: [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)],
            namedInstances: instances.map { NamedInstance(name: $0, postscriptName: $0, coordinates: [700]) })
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("\(family) \(instances)".utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    private func plain(_ name: String, family: String, weight: Double = 700) throws -> FontCandidate {
        let face = FaceDescription(
            index: 0, postscriptName: name, family: family, style: name, weight: weight)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("\(name) \(family)".utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    @Test func `refuses names of named instances that another family's fonts have, and names that instances have`()
        throws
    {
        let bold = try plain("Kin-Bold", family: "Kin")
        let impostor = try variable("Other", instances: ["Other-Thin", "kin bold"])
        func outcome(_ fonts: [FontCandidate], by requester: Requester) -> ItemOutcome {
            var planner = LibraryPlanner(names: [:], usage: [:])
            _ = planner.apply(LibraryRequest(.register([fonts[0]], .enabled), by: foundry))
            return planner.apply(LibraryRequest(.register([fonts[1]], .enabled), by: requester))[0]
        }
        let second = try variable("Second", instances: ["Kin-Bold"])
        for requester in [foundry, press] {
            for pair in [[bold, impostor], [impostor, bold], [second, impostor]] {
                let error = try #require(throws: FontError.self) { try outcome(pair, by: requester).get() }
                #expect(error.code == .duplicatedName && error.owner == "org.example.Foundry")
            }
            // The static fonts of its own family have the names of its instances by right.
            let sibling = try variable("Kin", instances: ["Kin-Bold", "Kin-Black"])
            for pair in [[bold, sibling], [sibling, bold]] {
                #expect(throws: Never.self) { try outcome(pair, by: requester).get() }
            }
        }
    }

    @Test func `refuses names of named instances that the system's fonts have in another family`() throws {
        let names = ["kinbold": [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/KinBold.ttf")]]
        let face = SystemFace(
            path: "/usr/share/fonts/KinBold.ttf", identity: FaceIdentity(postscriptName: "Kin-Bold", family: "Kin"))
        func outcome(_ font: FontCandidate) -> ItemOutcome {
            var planner = LibraryPlanner(
                names: names, usage: [:], systemFaces: ["kin": [face], "other": []])
            return planner.apply(LibraryRequest(.register([font], .enabled), by: foundry))[0]
        }
        let impostor = try variable("Other", instances: ["KIN-BOLD"])
        let error = try #require(throws: FontError.self) { try outcome(impostor).get() }
        #expect(error.code == .shadowed && error.owner == FontError.systemOwner)
        #expect(throws: Never.self) { try outcome(variable("Kin", instances: ["Kin-Bold"])).get() }
    }

    @Test func `looks at the names of a granted font again before it is published`() throws {
        let font = try candidate("Alpha", postscriptName: "Alpha-Regular")
        let names = ["alpharegular": [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/a.ttf")]]
        var granted = RegistrationOptions(scope: .persistent, isEnabled: true)
        granted.visibility = .granted
        var first = LibraryPlanner(names: [:], usage: [:])
        _ = first.apply(LibraryRequest(.register([font], granted), by: foundry))
        let item = try #require(first.finish().items.first)
        // The system has got a font of that name since.
        var planner = LibraryPlanner(names: names, usage: [:])
        var content = try published("Alpha").content
        content.place = .stored
        planner.library.load(content, registrations: item.registrations, faces: [FaceIdentity(font.faces[0])])
        var shown = granted
        shown.visibility = .session
        let outcome = try #require(planner.apply(LibraryRequest(.register([font], shown), by: foundry)).first)
        #expect(try #require(throws: FontError.self) { try outcome.get() }.code == .shadowed)
        #expect(planner.finish().isEmpty)
    }

    @Test func `replaces files of the user by their names, and no others`() throws {
        let font = try candidate("Alpha", postscriptName: "Alpha")
        let names = ["alpha": [PlannedLibrary.NameOwner.system(path: "/home/u/.fonts/a.ttf")]]
        func outcome(_ userFiles: [String: String], replacing replaced: Set<String>) throws -> ItemOutcome {
            var planner = LibraryPlanner(names: names, usage: [:], userFiles: userFiles)
            let options = RegistrationOptions(scope: .persistent, isEnabled: true, replacedFiles: replaced)
            return try #require(planner.apply(LibraryRequest(.register([font], options), by: .user)).first)
        }
        let linked = ["/home/u/.fonts/a.ttf": "/data/fonts/a.ttf"]
        #expect(throws: Never.self) { try outcome(linked, replacing: ["/data/fonts/a.ttf"]).get() }
        // A file that is gone refuses no request that replaces files; it refuses others until the lists are read again.
        let gone = ["/home/u/.fonts/a.ttf": PlannedLibrary.goneFile]
        #expect(throws: Never.self) { try outcome(gone, replacing: ["/data/fonts/b.ttf"]).get() }
        let refused = [
            try outcome(linked, replacing: []), try outcome(gone, replacing: []),
            try outcome(linked, replacing: ["/home/u/.fonts/a.ttf"]),
            try outcome([:], replacing: ["/home/u/.fonts/a.ttf"]),
        ]
        for outcome in refused {
            #expect(try #require(throws: FontError.self) { try outcome.get() }.code == .shadowed)
        }
    }

    @Test func `tells what a registration would come to without planning it`() throws {
        let font = try candidate("Alpha", postscriptName: "Alpha")
        let known = try candidate("Beta")
        var planner = LibraryPlanner(
            names: ["alpha": [.system(path: "/home/u/.fonts/a.ttf")]], usage: [:])
        let registered = try #require(
            planner.apply(LibraryRequest(.register([known], .enabled), by: .user)).first
        ).get()
        let items = planner.finish().items.count
        let preview = planner.preview(font, .enabled, by: .user)
        #expect(preview.holders == ["/home/u/.fonts/a.ttf"])
        #expect(preview.refusal == nil)
        #expect(preview.registration == nil)
        let second = planner.preview(known, .enabled, by: .user)
        #expect(second.registration == registered.id)
        #expect(second.isEnabled)
        #expect(planner.preview(known, .enabled, by: press).refusal == nil, "the same bytes are no conflict")
        #expect(planner.preview(known, .enabled, by: press).registration == nil)
        let namesake = try candidate("Beta Two", postscriptName: "Beta-Regular")
        #expect(planner.preview(namesake, .enabled, by: press).refusal?.code == .duplicatedName)
        #expect(planner.finish().items.count == items)
    }

    @Test func `never lets a system font be shadowed, and lets it be registered disabled`() throws {
        let names = ["dejavusans": [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/DejaVuSans.ttf")]]
        var planner = LibraryPlanner(names: names, usage: [:])
        let font = try candidate("DejaVu Sans", postscriptName: "DejaVuSans")
        let refused = planner.apply(LibraryRequest(.register([font], .enabled), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try refused.get() }.code == .shadowed)

        let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
        let kept = try planner.apply(LibraryRequest(.register([font], disabled), by: foundry))[0].get()
        let enabling = planner.apply(LibraryRequest(.setEnabled([kept.id], true), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try enabling.get() }.code == .shadowed)
    }

    @Test func `answers another provider's id like an unknown one`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let registered = try planner.apply(LibraryRequest(.register([candidate("Alpha")], .enabled), by: foundry))[0]
            .get()
        let unknown = FontIdentifier.random()
        for action in [
            LibraryRequest.Action.unregister([registered.id, unknown]), .setEnabled([registered.id, unknown], false),
        ] {
            let outcomes = planner.apply(LibraryRequest(action, by: press))
            let errors = outcomes.map { outcome in
                if case .failure(let error) = outcome { error } else { FontError(.corrupt, "it succeeded") }
            }
            #expect(errors[0].code == .notRegistered)
            #expect(errors[0] == errors[1])
        }
        #expect(try planner.apply(LibraryRequest(.unregister([registered.id]), by: .user))[0].get().id == registered.id)
    }

    @Test func `leaves it to the user to enable what the user has disabled`() throws {
        let record = try published("Alpha")
        let id = record.registration.id
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        _ = planner.apply(LibraryRequest(.setEnabled([id], false), by: .user))

        let enabling = planner.apply(LibraryRequest(.setEnabled([id], true), by: foundry))[0]
        #expect(try #require(throws: FontError.self) { try enabling.get() }.code == .cancelledByUser)
        let again = try planner.apply(LibraryRequest(.register([candidate("Alpha")], .enabled), by: foundry))[0].get()
        #expect(again.id == id)
        #expect(!again.isEnabled)
        // To disable it as well changes nothing about whose decision it is.
        _ = planner.apply(LibraryRequest(.setEnabled([id], false), by: foundry))
        #expect(planner.finish().items.first?.registrations.first?.isDisabledByUser == true)

        #expect(try planner.apply(LibraryRequest(.setEnabled([id], true), by: .user))[0].get().isEnabled)
        #expect(planner.finish().isEmpty)
    }

    @Test func `registers what is known once more: enables it, moves it to the other scope`() throws {
        var record = try published("Alpha")
        record.content.place = .stored
        record.registration.isEnabled = false
        let id = record.registration.id
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let session = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "here")

        let first = try planner.apply(LibraryRequest(.change([id], .registerAgain(session)), by: foundry))[0].get()
        #expect(first.isEnabled && !first.wasAlreadySo)
        let again = try planner.apply(LibraryRequest(.change([id], .registerAgain(session)), by: foundry))[0].get()
        #expect(again.isEnabled && again.wasAlreadySo)
        // What is registered disabled once more stays as it is: only SetEnabled disables.
        let disabled = RegistrationOptions(scope: .session, isEnabled: false, sessionToken: "here")
        let kept = try planner.apply(LibraryRequest(.change([id], .registerAgain(disabled)), by: foundry))[0].get()
        #expect(kept.isEnabled && kept.wasAlreadySo)

        let plan = planner.finish()
        let item = try #require(plan.items.first)
        #expect(item.entersTree)
        #expect(item.registrations.first?.scope == .session)
        #expect(item.registrations.first?.sessionToken == "here")
        #expect(plan.changes == [.change(.enabled, id, foundry.provider.id, .provider)])
    }

    @Test func `refuses to enable what is known for the reasons it refuses anything`() throws {
        var altered = try published("Altered")
        altered.content.place = .quarantined(reason: "its file was altered")
        altered.registration.isEnabled = false
        var taken = try published("Taken")
        taken.content.place = .stored
        taken.registration.isEnabled = false
        var unwanted = try published("Unwanted")
        unwanted.content.place = .stored
        unwanted.registration.isEnabled = false
        unwanted.registration.isDisabledByUser = true
        let holder = [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/Taken.ttf")]
        var planner = LibraryPlanner(names: ["takenregular": holder], usage: [:])
        for (record, name) in [(altered, "Altered"), (taken, "Taken"), (unwanted, "Unwanted")] {
            planner.library.load(
                record.content, registrations: [record.registration],
                faces: [FaceIdentity(postscriptName: "\(name)-Regular")])
        }
        let ids = [altered, taken, unwanted].map(\.registration.id) + [.random()]
        func codes(_ requester: Requester) -> [FontError.Code?] {
            planner.apply(LibraryRequest(.change(ids, .registerAgain(.enabled)), by: requester)).map { outcome in
                if case .failure(let error) = outcome { error.code } else { nil }
            }
        }
        #expect(codes(foundry) == [.corrupt, .shadowed, .cancelledByUser, .notRegistered])
        #expect(codes(press) == [.notRegistered, .notRegistered, .notRegistered, .notRegistered])
        #expect(planner.finish().isEmpty)
    }

    @Test func `moves nothing for what is done and undone`() throws {
        let record = try published("Alpha")
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        _ = planner.apply(LibraryRequest(.setEnabled([record.registration.id], false), by: .user))
        _ = planner.apply(LibraryRequest(.setEnabled([record.registration.id], true), by: .user))

        #expect(planner.finish().isEmpty)
    }

    @Test func `keeps a content that another provider still has, and lets the last one take it away`() throws {
        let record = try published("Alpha")
        var other = record.registration
        other.id = .random()
        other.provider = press.provider.id
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration, other], faces: [.alpha])
        _ = planner.apply(LibraryRequest(.unregister([record.registration.id]), by: foundry))
        let one = try #require(planner.finish().items.first)
        #expect(one.move == nil)
        #expect(!one.isLeaving)

        _ = planner.apply(LibraryRequest(.unregister([other.id]), by: press))
        let none = try #require(planner.finish().items.first)
        #expect(none.isLeaving)
        guard case .withdraw = none.move else {
            Issue.record("a published file that nobody wants has to leave the tree")
            return
        }
    }

    @Test func `ends at the provider's quota, but not for what it has already`() throws {
        let usage = PlannedLibrary.Usage(fonts: FontLimits.fontsPerProvider - 1, bytes: 0)
        var planner = LibraryPlanner(names: [:], usage: [foundry.provider.id: usage])
        let fonts = try [candidate("Alpha"), candidate("Beta"), candidate("Alpha")]
        let outcomes = planner.apply(LibraryRequest(.register(fonts, .enabled), by: foundry))

        #expect(throws: Never.self) { try outcomes[0].get() }
        #expect(try #require(throws: FontError.self) { try outcomes[1].get() }.code == .exceededResourceLimit)
        #expect(try outcomes[2].get().wasAlreadySo)
    }

    @Test(arguments: [ContentRefusal.Kind.invalid, .denied])
    func `takes a font out of use that is refused, and back when it is not`(kind: ContentRefusal.Kind) throws {
        var record = try published("Alpha")
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let refusal = ContentRefusal(kind, reason: "why")
        let requester: Requester = kind == .denied ? .policy : .check
        let judgement = ContentJudgement(record.content.digest, judges: "ots 9", refusal: refusal)
        #expect(try !planner.apply(LibraryRequest(.judge([judgement]), by: requester))[0].get().wasAlreadySo)
        #expect(
            planner.changes == [
                .change(
                    .quarantined, record.registration.id, foundry.provider.id, kind == .denied ? .policy : .check,
                    reason: "why")
            ])
        let plan = planner.finish()
        guard case .withdraw = plan.items.first?.move else {
            Issue.record("it has to leave the tree")
            return
        }
        #expect(plan.items.first?.registrations == [record.registration], "what its provider wants stays")
        #expect(
            plan.judgements == [.setJudgement(record.content.digest, judges: "ots 9", refusal: refusal)])

        record.content.place = .stored
        record.content.refusal = refusal
        planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let sound = ContentJudgement(record.content.digest, judges: "ots 9", refusal: nil)
        #expect(try planner.apply(LibraryRequest(.judge([sound]), by: requester))[0].get().isEnabled)
        #expect(planner.finish().items.first?.entersTree == true)
        #expect(try planner.apply(LibraryRequest(.judge([sound]), by: requester))[0].get().wasAlreadySo)
    }

    @Test func `moves nothing for a font that others judged the same`() throws {
        let record = try published("Alpha")
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let judgement = ContentJudgement(record.content.digest, judges: "ots 9", refusal: nil)
        #expect(try planner.apply(LibraryRequest(.judge([judgement]), by: .check))[0].get().wasAlreadySo)
        let plan = planner.finish()
        #expect(plan.items.isEmpty && plan.changes.isEmpty)
        #expect(plan.judgements == [.setJudgement(record.content.digest, judges: "ots 9", refusal: nil)])
    }

    @Test func `keeps a font out of use whose name the system has by now`() throws {
        var record = try published("Alpha")
        record.content.place = .stored
        record.content.refusal = ContentRefusal(.invalid, reason: "why")
        let holder = [PlannedLibrary.NameOwner.system(path: "/usr/share/fonts/Alpha.ttf")]
        var planner = LibraryPlanner(names: ["alpharegular": holder], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let judgement = ContentJudgement(record.content.digest, judges: "ots 9", refusal: nil)
        let outcome = planner.apply(LibraryRequest(.judge([judgement]), by: .check))[0]
        #expect(try #require(throws: FontError.self) { try outcome.get() }.code == .shadowed)
        #expect(planner.finish().isEmpty)
    }

    @Test func `takes a quarantined font back when its bytes come again`() throws {
        var record = try published("Alpha")
        record.content.place = .quarantined(reason: "its file was altered")
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let again = try planner.apply(LibraryRequest(.register([candidate("Alpha")], .enabled), by: foundry))[0].get()

        #expect(again.id == record.registration.id)
        let plan = planner.finish()
        #expect(try #require(plan.items.first).entersTree)
        #expect(plan.changes == [.change(.enabled, again.id, foundry.provider.id, .provider)])
    }

    @Test func `tells every owner of a quarantined font that it is back, whoever brings it`() throws {
        var record = try published("Alpha")
        record.content.place = .quarantined(reason: "its file was altered")
        var planner = LibraryPlanner(names: [:], usage: [:])
        planner.library.load(record.content, registrations: [record.registration], faces: [.alpha])
        let other = try planner.apply(LibraryRequest(.register([candidate("Alpha")], .enabled), by: press))[0].get()

        #expect(
            planner.finish().changes == [
                .change(.enabled, record.registration.id, foundry.provider.id, .provider),
                .change(.added, other.id, press.provider.id, .provider),
            ])
    }

    private func candidate(_ family: String, postscriptName: String? = nil) throws -> FontCandidate {
        let face = FaceDescription(index: 0, postscriptName: postscriptName ?? "\(family)-Regular", family: family)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array(family.utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    private func published(_ family: String) throws -> (content: ContentRecord, registration: RegistrationRecord) {
        let digest = try SealedMemory(bytes: Array(family.utf8)).digest
        let content = ContentRecord(
            digest: digest, fileName: "\(FontIdentifier.random()).ttf", format: .truetype, size: 5, scanCost: 100,
            place: .published(shard: "00"))
        let registration = RegistrationRecord(
            id: .random(), provider: foundry.provider.id, digest: digest, scope: .persistent, isEnabled: true)
        return (content, registration)
    }
}

extension FaceIdentity {
    fileprivate static let alpha = FaceIdentity(postscriptName: "Alpha-Regular")
}

extension ProviderIdentifier {
    fileprivate static func example(_ text: String) -> ProviderIdentifier {
        guard let identifier = ProviderIdentifier(rawValue: text) else { preconditionFailure("a test's own id") }
        return identifier
    }
}
