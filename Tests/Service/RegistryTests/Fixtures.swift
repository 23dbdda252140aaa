import FontModel
import Foundation
import Registry
import Testing

/// A directory of its own for one test, gone with it.
final class ScratchDirectory {
    /// The absolute path.
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "registry-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the registry goes.
    var registryPath: String { path + "/registry.sqlite" }

    /// The names of the files, sorted.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func open(_ journalMode: RegistryJournalMode = .writeAheadLog) throws -> Registry {
        try Registry.open(at: registryPath, journalMode: journalMode).0
    }
}

func digest(_ number: Int) -> FontDigest {
    var bytes = [UInt8](repeating: 0x5A, count: 32)
    for position in 0..<8 { bytes[position] = UInt8(truncatingIfNeeded: number >> (8 * position)) }
    guard let digest = FontDigest(bytes: bytes) else { fatalError("32 bytes are a digest") }
    return digest
}

func id(_ text: String) -> FontIdentifier { FontIdentifier(rawValue: text) }

func provider(_ text: String) -> ProviderIdentifier {
    guard let provider = ProviderIdentifier(rawValue: text) else { fatalError("\(text) is no provider") }
    return provider
}

let foundry = provider("org.example.Foundry")
let press = provider("org.example.Press")

func content(_ number: Int, place: ContentPlace = .published(shard: "00"), size: Int = 1000) -> ContentRecord {
    ContentRecord(
        digest: digest(number), fileName: "file\(number).ttf", format: .truetype, size: size, scanCost: 120,
        place: place)
}

func registration(
    _ text: String, of number: Int, by provider: ProviderIdentifier = foundry, isEnabled: Bool = true,
    userInfo: String? = nil
) -> RegistrationRecord {
    RegistrationRecord(
        id: id(text), provider: provider, digest: digest(number), scope: .persistent, isEnabled: isEnabled,
        userInfo: userInfo)
}

func upsert(_ provider: ProviderIdentifier) -> RegistryMutation {
    .upsertProvider(ProviderRecord(id: provider, kind: "flatpak", displayName: "An app"))
}

func coverage(_ text: String) -> CharacterCoverage {
    var coverage = CharacterCoverage()
    for scalar in text.unicodeScalars { coverage.insert(scalar) }
    return coverage
}

func face(
    _ postscriptName: String, family: String = "Family", style: String = "Regular", index: Int = 0,
    weight: Double = 400, width: Double = 100, slant: FontSlant = .upright, isMonospace: Bool = false,
    languages: [String] = ["en", "de"], characters: String = "abc", axes: [VariationAxis] = [],
    namedInstances: [NamedInstance] = []
) -> FaceDescription {
    FaceDescription(
        index: index, postscriptName: postscriptName, family: family, style: style, fullName: "\(family) \(style)",
        names: [LocalizedName(kind: .family, language: "en", value: family)], weight: weight, width: width,
        slant: slant, isMonospace: isMonospace, languages: languages, coverage: coverage(characters), axes: axes,
        namedInstances: namedInstances)
}

/// A face in which nothing is empty.
func richFace(index: Int = 0) -> FaceDescription {
    FaceDescription(
        index: index, postscriptName: "Rich-Variable", family: "Rich VF", typographicFamily: "Rich", style: "Regular",
        fullName: "Rich VF Regular",
        names: [
            LocalizedName(kind: .family, language: "en", value: "Rich VF"),
            LocalizedName(kind: .family, language: "ja", value: "リッチ"),
            LocalizedName(kind: .typographicFamily, language: "el", value: "Πλούσια"),
            LocalizedName(kind: .full, language: "de", value: "Reich VF Standard"),
            LocalizedName(kind: .style, language: "de", value: "Standard"),
            LocalizedName(kind: .postscript, language: "und", value: "Rich-Variable"),
        ],
        weight: 425.5, width: 87.5, slant: .oblique, isMonospace: true, languages: ["en", "zh-tw", "ja"],
        scripts: ["latn", "grek"], coverage: coverage("aé漢😀"),
        axes: [
            VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 425.5, maximum: 900),
            VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 87.5, maximum: 125),
        ],
        namedInstances: [
            NamedInstance(name: "Thin", postscriptName: "Rich-Thin", coordinates: [100, 100]),
            NamedInstance(name: "Black", postscriptName: nil, coordinates: [900, 87.5]),
        ],
        colorTables: ["COLR", "CBDT"], version: "Version 1.002", revision: 65_667, foundry: "XMPL",
        licence: "Use it well.", embedding: .editable, glyphCount: 321)
}

extension Registry {
    /// Registers one font of the given faces, enabled and published.
    @discardableResult
    func register(
        _ number: Int, _ faces: [FaceDescription], by provider: ProviderIdentifier = foundry,
        isEnabled: Bool = true, userInfo: String? = nil, place: ContentPlace = .published(shard: "00")
    ) async throws -> UInt64 {
        let registration = RegistrationRecord(
            id: id("font\(number)"), provider: provider, digest: digest(number), scope: .persistent,
            isEnabled: isEnabled, userInfo: userInfo)
        let contentRecord = RegistryTests.content(number, place: place)
        return try await commit([
            upsert(provider), .insertContent(contentRecord, faces: faces),
            .insertRegistration(registration), .change(.added, registration.id, provider, .provider),
        ])
    }

    func registerSystem(_ faces: [FaceDescription], directory: String = "/usr/share/fonts/x") async throws {
        try await systemDirectories.replace(
            directory, modificationNanoseconds: 1,
            faces: faces.map { ("\(directory)/\($0.postscriptName).ttf", .truetype, $0) })
    }
}
