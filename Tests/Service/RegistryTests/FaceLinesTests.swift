import FontModel
import Foundation
import Registry
import Synchronization
import Testing

@Suite struct `Faces as lines of JSON` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    /// Takes what is written.
    private final class Text: Sendable {
        let pieces = Mutex<[[UInt8]]>([])
    }

    private func lines(
        _ filter: FaceFilter = FaceFilter(), for viewer: ProviderIdentifier? = nil
    ) async throws -> [[String: any Sendable]] {
        let text = Text()
        try await registry.faces.write(filter, for: viewer) { piece in
            let piece = piece.withUnsafeBytes { Array($0) }
            text.pieces.withLock { $0.append(piece) }
        }
        let bytes = text.pieces.withLock { Array($0.joined()) }
        #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"))
        return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: any Sendable])
        }
    }

    @Test func `tell what a brief dictionary tells, as JSON has it`() async throws {
        try await registry.register(1, [richFace()], userInfo: "a \"mark\" \\ of\tits own\u{1}é")
        try await registry.registerSystem([face("Sys \"x\"", family: "Sys", weight: 250, width: 62.5, slant: .italic)])
        let lines = try await lines()
        #expect(lines.count == 2)
        let ours = try #require(lines.first)
        #expect(
            Set(ours.keys) == [
                "id", "source", "provider", "enabled", "face_index", "postscript_name", "family", "typographic_family",
                "full_name", "display_name", "style", "weight", "width", "slant", "monospace", "variable", "user_info",
            ])
        #expect(ours["id"] as? String == "font1")
        #expect(ours["source"] as? String == "typecase")
        #expect(ours["provider"] as? String == foundry.rawValue)
        #expect(ours["enabled"] as? Bool == true)
        #expect(ours["face_index"] as? Int == 0)
        #expect(ours["family"] as? String == "Rich VF")
        #expect(ours["typographic_family"] as? String == "Rich")
        #expect(ours["display_name"] as? String == "Rich VF Regular")
        #expect(ours["weight"] as? Double == 425.5)
        #expect(ours["monospace"] as? Bool == true)
        #expect(ours["variable"] as? Bool == true)
        #expect(ours["user_info"] as? String == "a \"mark\" \\ of\tits own\u{1}é")
        let system = try #require(lines.last)
        #expect(system["postscript_name"] as? String == "Sys \"x\"")
        #expect((system["id"] as? String)?.hasPrefix("system-") == true)
        #expect(system["weight"] as? Int == 250 && system["width"] as? Double == 62.5)
        #expect(system["slant"] as? String == "italic")
        #expect(system["provider"] == nil && system["typographic_family"] == nil && system["user_info"] == nil)
    }

    @Test(arguments: `The lists`.faceCases)
    func `are the faces of the pages, in their order`(_ testCase: `The lists`.FaceCase) async throws {
        try await registry.registerSystem([face("Sys", family: "System", languages: ["sv"])])
        try await registry.register(1, [face("One")])
        try await registry.register(2, [face("Two", style: "Bold")], by: press)
        try await registry.register(3, [richFace()])
        try await registry.register(4, [face("Hidden")], isEnabled: false)
        try await registry.register(5, [face("Bad")], place: .quarantined(reason: "altered"))
        let lines = try await lines(testCase.filter)
        #expect(lines.map { $0["postscript_name"] as? String } == testCase.expected)
    }

    @Test func `follow each change of what fonts are, whose they are and who may see them`() async throws {
        try await registry.registerSystem([face("Sys", family: "Family")])
        try await registry.register(1, [face("One"), face("One B", index: 1)], userInfo: "first")
        try await registry.register(2, [face("Two", isMonospace: true)], by: press, userInfo: "second")
        var secret = registration("secret", of: 3, by: press, userInfo: "third")
        secret.visibility = .granted
        let changes: [[RegistryMutation]] = [
            [],
            [.insertRegistration(registration("again", of: 1, by: press, userInfo: "fourth"))],
            [.setEnabled(id("font1"), false)],
            [.insertContent(content(3, place: .stored), faces: [face("Three")]), .insertRegistration(secret)],
            [.setEnabled(id("again"), false)],
            [.setEnabled(id("font1"), true)],
            [.setPlace(digest(2), .quarantined(reason: "altered"), stamp: nil)],
            [.deleteRegistration(id("font1"))],
            [.setEnabled(id("again"), true), .setPlace(digest(2), .published(shard: "01"), stamp: nil)],
        ]
        let filters = [
            FaceFilter(), FaceFilter(source: .typecase), FaceFilter(source: .system), FaceFilter(provider: press),
            FaceFilter(provider: foundry), FaceFilter(family: "Family"), FaceFilter(id: id("again")),
            FaceFilter(isMonospace: true), FaceFilter(provider: press, name: "One"), FaceFilter(languages: ["de"]),
        ]
        let audiences: [FaceAudience] = [
            .everybody, .grantees, .owner(press, also: []), .owner(press, also: [digest(9)]),
            .owner(foundry, also: [digest(3)]),
        ]
        var seen: Set<Set<String>> = []
        for change in changes {
            _ = try await registry.commit(change)
            for var filter in filters {
                for audience in audiences {
                    filter.audience = audience
                    let faces = try await registry.faces.page(filter).faces
                    let lines = try await lines(filter)
                    #expect(lines.map { $0["id"] as? String } == faces.map(\.id.rawValue), "\(change), \(filter)")
                    #expect(lines.map { $0["provider"] as? String } == faces.map { $0.provider?.rawValue })
                    #expect(lines.map { $0["user_info"] as? String } == faces.map(\.userInfo))
                    #expect(lines.map { $0["postscript_name"] as? String } == faces.map(\.face.postscriptName))
                    #expect(lines.map { $0["face_index"] as? Int } == faces.map(\.face.index))
                    seen.insert(Set(faces.map { "\($0.id.rawValue) \($0.face.index)" }))
                }
            }
        }
        #expect(seen.count > 20, "the changes are seen")
    }

    @Test func `tell a viewer its own marks only`() async throws {
        try await registry.register(1, [face("A")], userInfo: "first")
        try await registry.register(2, [face("B")], by: press, userInfo: "second")
        #expect(try await lines().map { $0["user_info"] as? String } == ["first", "second"])
        #expect(try await lines(for: press).map { $0["user_info"] as? String } == [nil, "second"])
    }

    @Test func `are whole however many there are, and stop where they are not taken`() async throws {
        try await registry.registerSystem((1...3000).map { face("S\($0)") })
        let lines = try await lines()
        #expect(Set(lines.compactMap { $0["postscript_name"] as? String }).count == 3000)
        struct NotTaken: Error {}
        let counter = Text()
        let error = await #expect(throws: RegistryError.self) {
            try await registry.faces.write(FaceFilter(), for: nil) { piece in
                let piece = piece.withUnsafeBytes { Array($0) }
                counter.pieces.withLock { $0.append(piece) }
                throw NotTaken()
            }
        }
        #expect(error?.code == .failed)
        #expect(counter.pieces.withLock { $0.count } == 1)
    }
}
