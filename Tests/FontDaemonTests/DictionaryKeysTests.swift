internal import DBus
@testable internal import FontDaemon
internal import FontModel
internal import Foundation
internal import Registry
internal import TestSupport
internal import Testing

/// What is said of a face or a registration is what the description of the interface documents, and no more.
@Suite struct `The keys of dictionaries` {
    /// The keys that a section of the description documents, with their types.
    private static func documented(_ section: String) throws -> [String: String] {
        let path = sourcePath("dbus", "org.typecase.FontManager1.xml")
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        let start = try #require(text.range(of: "**\(section).**"))
        let rest = text[start.upperBound...]
        let end = rest.range(of: "\n    **")?.lowerBound ?? rest.endIndex
        var keys: [String: String] = [:]
        for line in rest[..<end].split(separator: "\n") where line.contains("- ``") {
            let names = line.prefix { $0 != ":" }
            for match in names.matches(of: /``([a-z0-9_]+)`` \(([a-z{}()]+)\)/) {
                keys[String(match.1)] = String(match.2)
            }
        }
        return keys
    }

    private func expectDocumented(
        _ dictionary: [String: BusVariant], _ keys: [String: String], _ location: SourceLocation = #_sourceLocation
    ) {
        for (key, value) in dictionary {
            #expect(keys[key] == value.value.signature.text, "\(key)", sourceLocation: location)
        }
    }

    private static let face = FaceDescription(
        index: 0, postscriptName: "A", family: "A", typographicFamily: "A A", style: "Bold", fullName: "A Bold",
        languages: ["en"], axes: [VariationAxis(tag: "wght", minimum: 1, defaultValue: 400, maximum: 900)],
        namedInstances: [NamedInstance(name: "Bold", postscriptName: "A-Bold", coordinates: [700])], glyphCount: 8)

    @Test func `of a face are documented, and all of them are there for a face that has everything`() throws {
        let keys = try Self.documented("Face dictionary")
        #expect(keys.count > 25)
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.Foundry"))
        let record = FaceRecord(
            id: FontIdentifier.random(), source: .typecase, provider: provider, scope: .persistent, userInfo: "mine",
            digest: FontDigest(hexadecimal: String(repeating: "0", count: 64)), size: 8, format: .truetype,
            face: Self.face, namedInstance: Self.face.namedInstances[0])
        let caller = CallerIdentity(
            kind: .process, applicationID: nil, displayName: "", provider: provider, processID: 1)
        let full = FaceDictionary.make(record, isFull: true, for: caller)
        expectDocumented(full, keys)
        #expect(Set(full.keys) == Set(keys.keys))
        let brief = FaceDictionary.make(record, isFull: false, for: caller)
        #expect(brief["sha256"] == nil)
        #expect(brief.allSatisfy { full[$0.key] == $0.value })
    }

    @Test func `of a registration are documented`() throws {
        let keys = try Self.documented("Font dictionary")
        let registration = RegistrationRecord(
            id: FontIdentifier.random(), provider: try #require(ProviderIdentifier(rawValue: "org.example.Foundry")),
            digest: try #require(FontDigest(hexadecimal: String(repeating: "0", count: 64))), scope: .persistent,
            isEnabled: true, userInfo: "mine")
        let content = ContentRecord(
            digest: registration.digest, fileName: "a.ttf", format: .truetype, size: 8, scanCost: 8, place: .stored)
        let font = RegistrationWithFaces(registration: registration, content: content, faces: [Self.face])
        let dictionary = FontDictionary.make(font, details: true, collision: "/usr/share/fonts/a.ttf")
        expectDocumented(dictionary, keys)
        #expect(Set(keys.keys).subtracting(dictionary.keys) == ["quarantine", "quarantine_reason"])
    }
}
