import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

/// Families whose styles carry one PostScript name.
@Suite struct `A style of a family whose styles share a PostScript name` {
    private let foundry: Requester
    private let press: Requester

    init() throws {
        foundry = try .program("org.example.Foundry")
        press = try .program("org.example.Press")
    }

    private static let axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]

    private func face(
        _ style: String = "Regular", family: String = "Twin", weight: Double = 400, width: Double = 100,
        slant: FontSlant = .upright, revision: Int32 = 65_536, isVariable: Bool = false, index: Int = 0
    ) -> FaceDescription {
        FaceDescription(
            index: index, postscriptName: "Twin", family: family, style: style, fullName: "\(family) \(style)",
            weight: weight, width: width, slant: slant, axes: isVariable ? Self.axes : [], revision: revision)
    }

    private func font(
        _ bytes: String, _ faces: FaceDescription..., format: FontFormat = .truetype
    ) throws -> FontCandidate {
        try FontCandidate(
            memory: SealedMemory(bytes: Array(bytes.utf8)),
            inspection: FontInspection(format: format, faces: faces, findings: [], scanCost: 100))
    }

    private func register(
        _ font: FontCandidate, _ options: RegistrationOptions = .enabled, by requester: Requester = .user,
        in planner: inout LibraryPlanner
    ) throws -> RegistrationResult {
        try planner.apply(LibraryRequest(.register([font], options), by: requester))[0].get()
    }

    private func refusal(
        _ font: FontCandidate, _ options: RegistrationOptions = .enabled, by requester: Requester = .user,
        in planner: inout LibraryPlanner
    ) throws -> FontError {
        let outcome = planner.apply(LibraryRequest(.register([font], options), by: requester))[0]
        return try #require(throws: FontError.self) { try outcome.get() }
    }

    /// A planner that knows a registered font, as a round of its own.
    private func planner(
        knowing font: FontCandidate, of provider: ProviderIdentifier = .user
    ) -> (LibraryPlanner, FontIdentifier) {
        let registration = RegistrationRecord(
            id: .random(), provider: provider, digest: font.digest, scope: .persistent, isEnabled: true)
        let content = ContentRecord(
            digest: font.digest, fileName: "\(FontIdentifier.random()).ttf", format: font.format, size: font.size,
            scanCost: 100, place: .published(shard: "00"))
        var planner = LibraryPlanner(names: ["twin": [.font(font.digest, provider)]], usage: [:])
        planner.library.load(content, registrations: [registration], faces: font.faces.map(FaceIdentity.init))
        return (planner, registration.id)
    }

    @Test func `is beside the others, newer or not, and told of with a warning`() throws {
        for revision: Int32 in [1, 65_536, 1 << 20] {
            let roman = try font("roman", face())
            for other in [
                face("Italic", slant: .italic, revision: revision), face("Bold", weight: 700, revision: revision),
                face("Narrow", width: 75, revision: revision), face("Variable", revision: revision, isVariable: true),
            ] {
                var (planner, id) = planner(knowing: roman)
                let style = try register(try font("other", other), in: &planner)
                #expect(style.isEnabled && style.replaced == [])
                #expect(style.warnings.map(\.kind).contains(.sharedName))
                #expect(style.warnings.first { $0.kind == .sharedName }?.owner == "user")
                #expect(planner.library.entries[roman.digest]?.registrations.map(\.id) == [id])
            }
        }
    }

    @Test func `is beside those of the same call, in one file as well, and of another provider`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        let both = try font("both", face(), face("Italic", slant: .italic, index: 1))
        #expect(try register(both, in: &planner).warnings.map(\.kind) == [.sharedName])
        #expect(try register(font("bold", face("Bold", weight: 700)), in: &planner).isEnabled)
        let other = try register(font("black", face("Black", weight: 900)), by: press, in: &planner)
        #expect(other.isEnabled && other.warnings.map(\.owner) == ["user"])
    }

    @Test func `is replaced by a newer revision of itself alone`() throws {
        let italic = try font("italic", face("Italic", slant: .italic))
        var (planner, id) = planner(knowing: italic)
        #expect(try register(font("roman", face(revision: 1 << 20)), in: &planner).replaced == [])
        let newer = try register(font("newer", face("Italic", slant: .italic, revision: 1 << 20)), in: &planner)
        #expect(newer.replaced == [id])
    }

    @Test func `never replaces a variable font, which would be lost with its styles`() throws {
        var (planner, _) = planner(knowing: try font("variable", face(isVariable: true)))
        #expect(try register(font("static", face(revision: 1 << 20)), in: &planner).replaced == [])
    }

    @Test func `is refused where it is there in another build, and the option is named that replaces it`() throws {
        let (first, id) = planner(knowing: try font("roman", face()))
        var planner = first
        let rebuilt = try refusal(font("rebuilt", face()), in: &planner)
        #expect(rebuilt.code == .duplicatedName)
        #expect(rebuilt.message.contains("another build of the same revision, 1.000"))
        #expect(rebuilt.option == "allow_downgrade" && rebuilt.kept == id && rebuilt.keptFormat == nil)
        let outlines = try refusal(font("outlines", face(), format: .cff), in: &planner)
        #expect(outlines.kept == id && outlines.keptFormat == .truetype)
        let older = try refusal(font("older", face(revision: 32_768)), in: &planner)
        #expect(older.code == .downgrade && older.option == "allow_downgrade" && older.kept == id)
        #expect(older.message.contains("newer revision 1.000; this font has revision 0.500"))
        var options = RegistrationOptions.enabled
        options.allowsDowngrade = true
        #expect(try register(font("rebuilt", face()), options, in: &planner).replaced == [id])
    }

    @Test func `is refused where another family has the name`() throws {
        var (planner, _) = planner(knowing: try font("roman", face()))
        let stranger = try refusal(font("stranger", face("Italic", family: "Stranger", slant: .italic)), in: &planner)
        #expect(stranger.code == .duplicatedName && stranger.option == nil)
    }

    @Test func `never takes the place of the system's, and may come after it`() throws {
        let file = "/usr/share/fonts/twin.ttf"
        func planner(_ system: FaceDescription) -> LibraryPlanner {
            LibraryPlanner(
                names: ["twin": [.system(path: file)]], usage: [:],
                systemFaces: ["twin": [SystemFace(path: file, identity: FaceIdentity(system))]])
        }
        var besideRoman = planner(face())
        let italic = try font("italic", face("Italic", slant: .italic, revision: 1 << 20))
        #expect(try register(italic, in: &besideRoman).warnings.map(\.owner) == ["system"])
        #expect(besideRoman.library.collision(of: italic.digest) == nil)
        var besideItalic = planner(face("Italic", slant: .italic))
        #expect(try refusal(font("roman", face()), in: &besideItalic).code == .shadowed)
        #expect(try refusal(font("same", face("Italic", slant: .italic)), in: &besideItalic).code == .shadowed)

        // In the user's own directories lie no system fonts, for the user.
        var besideLoose = planner(face("Italic", slant: .italic))
        besideLoose.library.userDirectories = ["/usr/share/fonts"]
        #expect(try register(font("roman", face()), in: &besideLoose).isEnabled)
        var fromProgram = planner(face("Italic", slant: .italic))
        fromProgram.library.userDirectories = ["/usr/share/fonts"]
        #expect(try refusal(font("roman", face()), by: press, in: &fromProgram).code == .shadowed)
    }

    @Test func `stays out of use by itself where the user took it out of use and left the others`() throws {
        var planner = LibraryPlanner(names: [:], usage: [:])
        _ = try register(font("roman", face()), by: foundry, in: &planner)
        let italic = try font("italic", face("Italic", slant: .italic))
        let id = try register(italic, by: foundry, in: &planner).id
        _ = planner.apply(LibraryRequest(.setEnabled([id], false), by: .user))
        _ = planner.apply(LibraryRequest(.unregister([id]), by: foundry))
        let remembered = planner.remembered.names
        #expect(remembered == [foundry.provider.id: ["twin/italic/400/100/static"]])
        var later = LibraryPlanner(names: [:], usage: [:], disabledNames: remembered)
        #expect(try register(font("bold", face("Bold", weight: 700)), by: foundry, in: &later).isEnabled)
        #expect(try !register(italic, by: foundry, in: &later).isEnabled)
        #expect(
            later.remembered.mutations == [.forgetDisabled(foundry.provider.id, keys: ["twin/italic/400/100/static"])])
    }
}
