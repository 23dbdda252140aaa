import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `A full name that another font has` {
    private let fixture: PublisherFixture
    private let foundry: Requester
    private let press: Requester

    init() async throws {
        fixture = try await PublisherFixture()
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    private static let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]

    /// A font of a family of its own, unless one is given.
    private func font(
        _ postscriptName: String, fullName: String, family: String? = nil, others: [String] = [],
        axes: [VariationAxis] = [], instance: String? = nil
    ) throws -> FontCandidate {
        let face = FaceDescription(
            index: 0, postscriptName: postscriptName, family: family ?? "Family of \(postscriptName)",
            style: "Style of \(postscriptName)", fullName: fullName,
            names: others.map { LocalizedName(kind: .full, language: "de", value: $0) },
            weight: Double(postscriptName.utf8.count * 10), axes: axes,
            namedInstances: instance.map { [NamedInstance(name: $0, postscriptName: nil, coordinates: [700])] } ?? [])
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("\(postscriptName) \(fullName) \(others)".utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }

    private func code(_ outcome: ItemOutcome?) -> FontError.Code? {
        guard case .failure(let error)? = outcome else { return nil }
        return error.code
    }

    /// The fonts that programs could be given for one of the full name "Wanted Sans Bold" and the PostScript name
    /// "WS-Bold".
    private func impostors() throws -> [FontCandidate] {
        [
            try font("First", fullName: "WANTED-SANS bold"),
            try font("Second", fullName: "Second", others: ["Wanted Sans Bold"]),
            try font("WantedSans-Bold", fullName: "Third"), try font("Fourth", fullName: "WS Bold"),
            try font("Fifth", fullName: "Fifth", family: "Wanted", axes: Self.axes, instance: "Sans Bold"),
        ]
    }

    @Test func `is refused to other providers, and may be had disabled and by the same one`() async throws {
        let wanted = try font("WS-Bold", fullName: "Wanted Sans Bold")
        #expect(await fixture.register([wanted], by: foundry).errorCodes.isEmpty)
        for impostor in try impostors() {
            let answer = await fixture.register([impostor], by: press)
            #expect(answer.outcomes.map(code) == [.duplicatedName], "\(impostor.faces)")
            if case .failure(let error)? = answer.outcomes.first { #expect(error.owner == "org.example.Foundry") }
            let disabled = RegistrationOptions(scope: .persistent, isEnabled: false)
            #expect(await fixture.register([impostor], disabled, by: press).errorCodes.isEmpty)
        }
        for own in try impostors() where own.faces[0].postscriptName != "WantedSans-Bold" {
            #expect(await fixture.register([own], by: foundry).errorCodes.isEmpty, "\(own.faces)")
        }
        let other = try font("Other", fullName: "Wanted Sans")
        #expect(await fixture.register([other], by: press).errorCodes.isEmpty)
    }

    @Test func `is refused to whoever has the other's very font as well, also in one round with it`() async throws {
        let wanted = try font("WS-Bold", fullName: "Wanted Sans Bold")
        // The oldest registration of those bytes is not the one that counts.
        #expect(await fixture.register([wanted], by: press).errorCodes.isEmpty)
        #expect(await fixture.register([wanted], by: foundry).errorCodes.isEmpty)
        for impostor in try impostors() {
            for fonts in [[impostor], [wanted, impostor]] {
                let answer = await fixture.register(fonts, by: press)
                #expect(answer.outcomes.last.map(code) == .duplicatedName, "\(impostor.faces)")
                guard case .failure(let error)? = answer.outcomes.last else { continue }
                #expect(error.owner == "org.example.Foundry", "\(impostor.faces)")
            }
        }
    }

    @Test func `is refused within one round, and where a named instance has it`() throws {
        func outcome(_ first: FontCandidate, _ second: FontCandidate) throws -> FontError.Code? {
            var planner = LibraryPlanner(names: [:], usage: [:])
            _ = try planner.apply(LibraryRequest(.register([first], .enabled), by: foundry))[0].get()
            return code(planner.apply(LibraryRequest(.register([second], .enabled), by: press))[0])
        }
        let wanted = try font("WS-Bold", fullName: "Wanted Sans Bold")
        for impostor in try impostors() {
            #expect(try outcome(wanted, impostor) == .duplicatedName)
            #expect(try outcome(impostor, wanted) == .duplicatedName)
        }
        // A variable font and the static ones of its family name the same styles.
        let variable = try font(
            "Wanted-VF", fullName: "Wanted Sans", family: "Wanted Sans", axes: Self.axes, instance: "Bold")
        let sibling = try font("WS-Bold", fullName: "Wanted Sans Bold", family: "Wanted Sans")
        #expect(try outcome(variable, sibling) == nil)
        #expect(try outcome(sibling, variable) == nil)
        let stranger = try font("Stranger", fullName: "Wanted Sans Bold")
        #expect(try outcome(variable, stranger) == .duplicatedName)
    }

    @Test func `or a name that a loose file of the user has is refused with where that lies`() throws {
        for (path, part) in [
            ("/home/u/.fonts/deep/a.ttf", "in /home/u/.fonts that Typecase does not manage"),
            ("/home/u/.fonts.d/a.ttf", "of a system font"),
            ("/usr/share/fonts/a.ttf", "of a system font"),
        ] {
            let owner = PlannedLibrary.NameOwner.system(path: path)
            var named = LibraryPlanner(names: ["stranger": [owner]], usage: [:])
            var fullyNamed = LibraryPlanner(names: [:], fullNames: ["wantedsansbold": [owner]], usage: [:])
            let stranger = try font("Stranger", fullName: "Wanted Sans Bold")
            let request = LibraryRequest(.register([stranger], .enabled), by: .user)
            named.library.userDirectories = ["/home/u/.local/share/fonts", "/home/u/.fonts"]
            fullyNamed.library.userDirectories = named.library.userDirectories
            for outcome in [named.apply(request)[0], fullyNamed.apply(request)[0]] {
                let error = try #require(throws: FontError.self) { try outcome.get() }
                #expect(error.code == .shadowed && error.owner == FontError.systemOwner)
                #expect(error.message.contains(part), "\(error.message)")
            }
        }
    }

    @Test func `of a system font is refused to everybody, but to whoever replaces that`() throws {
        let stranger = try font("Stranger", fullName: "Wanted Sans Bold")
        let key = "wantedsansbold"
        func outcome(
            names: [String: [PlannedLibrary.NameOwner]] = [:], fullNames: [String: [PlannedLibrary.NameOwner]] = [:],
            instances: [String: [PlannedLibrary.NameOwner]] = [:], userFiles: [String: String] = [:],
            _ options: RegistrationOptions = .enabled
        ) -> FontError.Code? {
            var planner = LibraryPlanner(
                names: names, fullNames: fullNames, instanceFullNames: instances, usage: [:], userFiles: userFiles)
            return code(planner.apply(LibraryRequest(.register([stranger], options), by: .user))[0])
        }
        let owner: [String: [PlannedLibrary.NameOwner]] = [key: [.system(path: "/usr/share/fonts/wanted.ttf")]]
        #expect(outcome() == nil)
        #expect(outcome(names: owner) == .shadowed)
        #expect(outcome(fullNames: owner) == .shadowed)
        #expect(outcome(instances: owner) == .shadowed)
        let files = ["/usr/share/fonts/wanted.ttf": "/home/fonts/wanted.ttf"]
        #expect(outcome(fullNames: owner, userFiles: files) == .shadowed)
        var options = RegistrationOptions.enabled
        options.replacedFiles = ["/home/fonts/wanted.ttf"]
        #expect(outcome(fullNames: owner, userFiles: files, options) == nil)
    }
}
