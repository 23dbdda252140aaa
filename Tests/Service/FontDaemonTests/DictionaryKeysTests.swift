internal import BusInterface
internal import DBus
@testable internal import FontDaemon
internal import FontModel
internal import Foundation
internal import LinuxSystem
internal import Registry
internal import TestSupport
internal import Testing

/// What is said of a face or a registration is what the description of the interface documents, and no more.
@Suite struct `The keys of dictionaries` {
    /// The lines of a section of the description.
    private static func section(_ name: String) throws -> [Substring] {
        let path = sourcePath("dbus", "org.typecase.FontManager1.xml")
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        let start = try #require(text.range(of: "**\(name).**"))
        let rest = text[start.upperBound...]
        let end = rest.range(of: "\n    **")?.lowerBound ?? rest.endIndex
        return rest[..<end].split(separator: "\n")
    }

    /// The keys that lines document, with their types.
    private static func documented(_ lines: [Substring]) -> [String: String] {
        var keys: [String: String] = [:]
        for line in lines where line.contains("- ``") {
            let names = line.prefix { $0 != ":" }
            for match in names.matches(of: /``([a-z0-9_]+)`` \(([a-z{}()]+)\)/) {
                keys[String(match.1)] = String(match.2)
            }
        }
        return keys
    }

    private static func documented(_ name: String) throws -> [String: String] { documented(try section(name)) }

    /// The keys of a face dictionary that are there whatever the face is.
    private static func required(isFull: Bool) throws -> Set<String> {
        let lines = try section("Face dictionary")
        let full = try #require(lines.firstIndex { $0.contains("A full dictionary also contains") })
        let found = try #require(lines.firstIndex { $0.contains("A variable face that was found") })
        let lasting = lines[..<(isFull ? found : full)].filter { !$0.lowercased().contains("absent") }
        // Of a line with several keys, only some may be absent.
        return Set(documented(Array(lasting)).keys).union(isFull ? ["format"] : [])
    }

    /// The keys that a face has not where the dictionary around it tells of its file.
    private static func lackedInFile() throws -> Set<String> {
        let text = try section("Faces of a file").joined(separator: " ")
        let names = text.matches(of: /``([a-z0-9_]+)``/).map { String($0.1) }
        return Set(names).subtracting(["faces"])
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
        var record = FaceRecord(
            id: FontIdentifier.random(), source: .typecase, provider: provider, scope: .persistent, userInfo: "mine",
            digest: FontDigest(hexadecimal: String(repeating: "0", count: 64)), size: 8, path: "/a.ttf",
            format: .truetype,
            face: Self.face, namedInstance: Self.face.namedInstances[0])
        record.namesakes = 1
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
            digest: registration.digest, fileName: "a.ttf", format: .truetype, size: 8, scanCost: 8,
            place: .published(shard: "00"))
        let font = RegistrationWithFaces(registration: registration, content: content, faces: [Self.face])
        let dictionary = FontDictionary.make(
            font, details: true, collision: "/usr/share/fonts/a.ttf", publishedIn: "/home/alice/fonts")
        #expect(try dictionary["path"]?.converted(to: String.self) == "/home/alice/fonts/00/a.ttf")
        expectDocumented(dictionary, keys)
        #expect(Set(keys.keys).subtracting(dictionary.keys) == ["quarantine", "quarantine_reason"])
    }

    /// A variable font with a named instance.
    private static func variableFont() -> [UInt8] {
        var font = FontBuilder(family: "Varied", style: "Regular")
        font.axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        font.namedInstances = [NamedInstance(name: "Heavy", postscriptName: nil, coordinates: [800])]
        return font.build()
    }

    private func expect(
        _ dictionary: [String: BusVariant], hasAll required: Set<String>, _ location: SourceLocation = #_sourceLocation
    ) throws {
        expectDocumented(dictionary, try Self.documented("Face dictionary"), location)
        #expect(required.subtracting(dictionary.keys).isEmpty, sourceLocation: location)
    }

    /// The faces in a reply, which must all be as those of a file are documented.
    private func expectFaces(
        of reply: [String: BusVariant], isFull: Bool = false, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let faces = try #require(
            try reply["faces"]?.converted(to: [[String: BusVariant]].self), "\(reply)", sourceLocation: location)
        #expect(!faces.isEmpty, sourceLocation: location)
        let lacked = try Self.lackedInFile()
        #expect(lacked.count == 10, sourceLocation: location)
        for face in faces {
            try expect(face, hasAll: Self.required(isFull: isFull).subtracting(lacked), location)
            #expect(lacked.isDisjoint(with: face.keys), sourceLocation: location)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `of replies are the documented ones, and those are all there`() async throws {
        let home = try ScratchHome()
        try home.scratch.write(Desk.font("Of The System"), to: "system/fonts/system.ttf")
        try await Desk.run(in: home) { desk in
            let font = try SealedMemory(bytes: Self.variableFont()).descriptor
            let results = try await desk.manager.registerFonts(
                fonts: [font], scope: "persistent", enabled: true, options: ["user_info": BusVariant("mine")]
            ).results
            let result = try #require(results.first)
            #expect(Set(result.keys) == ["id", "already_registered", "enabled", "scope", "version", "faces"])
            try expectFaces(of: result)
            let id = try #require(try result["id"]?.converted(to: String.self))

            let fonts = try await desk.manager.listRegistered(filter: [:]).fonts
            let optional: Set<String> = ["quarantine", "quarantine_reason", "collision", "path"]
            for dictionary in fonts {
                #expect(Set(dictionary.keys) == Set(try Self.documented("Font dictionary").keys).subtracting(optional))
                try expectFaces(of: dictionary)
            }
            #expect(fonts.count == 1)
            let detailed = try await desk.management.listFonts(filter: ["details": BusVariant(true)]).fonts
            for dictionary in detailed { try expectFaces(of: dictionary, isFull: true) }
            #expect(detailed.count == 1)
            let previews = try await desk.management.previewInstallation(
                fonts: [SealedMemory(bytes: Desk.font("Another")).descriptor], options: [:])
            try expectFaces(of: try #require(previews.first))

            for isFull in [false, true] {
                let details: [String: BusVariant] = ["details": BusVariant(isFull)]
                let faces = try await desk.manager.listFaces(filter: details).faces
                #expect(faces.count == 2)
                for face in faces {
                    let isOurs = face["source"] == BusVariant("typecase")
                    // A font of the system is nobody's, and fontconfig does not count its glyphs.
                    try expect(
                        face,
                        hasAll: Self.required(isFull: isFull)
                            .union(isOurs ? ["provider", "user_info"] : [])
                            .union(isOurs && isFull ? ["sha256", "size", "glyph_count", "axes"] : []))
                }
            }
            let matches = try await desk.manager.match(
                descriptors: [["family": BusVariant("Varied"), "style": BusVariant("Heavy")]], options: [:])
            try expect(
                try #require(matches.first),
                hasAll: Self.required(isFull: false).union(["provider", "instance", "named_instance"]))

            let opened = try await desk.manager.openFont(id: id, options: [:]).details
            #expect(Set(opened.keys) == ["face_index", "size", "instance"])
            #expect(opened["instance"] == BusVariant(["wght": 400.0]))
            let plain = try await desk.register(home, "Plain")
            let details = try await desk.manager.openFont(id: plain, options: [:]).details
            #expect(Set(details.keys) == ["face_index", "size"], "a static face has no place")
        }
    }
}
