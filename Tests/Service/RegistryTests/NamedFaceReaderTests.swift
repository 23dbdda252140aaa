import FontModel
import Testing

@testable import Registry

@Suite struct NamedFaceReaderTests {
    private func question(_ descriptor: FontDescriptor) -> NamedFaceReader.Question? {
        NamedFaceReader.Question(descriptor, mandatory: [])
    }

    @Test func `answers for one static face, and leaves the rest to others`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await registry.register(1, [face("Plain-Regular", family: "Plain")])
        try await registry.register(2, [face("Twin")])
        try await registry.registerSystem([face("Twin"), face("System-Regular")])
        try await registry.register(
            3, [face("Flex", axes: [VariationAxis(tag: "wght", minimum: 200, defaultValue: 400, maximum: 900)])])
        let reader = NamedFaceReader(path: scratch.registryPath)
        func name(_ descriptor: FontDescriptor) -> String? {
            question(descriptor).flatMap { reader.face($0)?.face.postscriptName }
        }
        #expect(name(FontDescriptor(name: "plain regular")) == "Plain-Regular")
        #expect(name(FontDescriptor(postscriptName: "plain regular", weight: 900)) == "Plain-Regular")
        #expect(name(FontDescriptor(displayName: "Plain Regular")) == "Plain-Regular")
        #expect(name(FontDescriptor(postscriptName: "System-Regular")) == "System-Regular")
        for other in ["Twin", "Flex", "Plain"] { #expect(name(FontDescriptor(name: other)) == nil) }
        // A commit on another connection is seen.
        _ = try await registry.commit([.setEnabled(id("font1"), false)])
        #expect(name(FontDescriptor(name: "Plain-Regular")) == nil)
        reader.close()
        #expect(name(FontDescriptor(postscriptName: "System-Regular")) == nil)
    }

    @Test func `answers without waiting what it has been asked before, as it answers others`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await registry.register(1, [face("Plain-Regular", family: "Plain")])
        func atOnce(_ descriptor: FontDescriptor) -> FaceRecord? {
            registry.faces.matchAtOnce(descriptor, for: .everybody)
        }
        let plain = FontDescriptor(name: "Plain-Regular")
        #expect(atOnce(plain) == nil, "to open the registry takes longer")
        let match = try await registry.faces.match([plain], details: false)
        #expect(match.count == 1 && match[0] != nil)
        #expect(atOnce(plain) == match[0])
        #expect(atOnce(FontDescriptor(name: "Plain")) == nil)
        let stranger = try #require(ProviderIdentifier(rawValue: "org.example.Stranger"))
        #expect(registry.faces.matchAtOnce(plain, for: .owner(stranger, also: [])) == nil)
        _ = try await registry.commit([.setEnabled(id("font1"), false)])
        #expect(atOnce(plain) == nil)
    }

    @Test func `takes no question that more than a name decides`() {
        let others = [
            FontDescriptor(), FontDescriptor(family: "A"), FontDescriptor(name: "A", family: "A"),
            FontDescriptor(name: "A", postscriptName: "A"), FontDescriptor(name: "A", languages: ["en"]),
            FontDescriptor(name: "A", source: .system), FontDescriptor(name: "A", userInfo: "mark"),
            FontDescriptor(name: "- _"), FontDescriptor(name: "A", weight: 400),
            FontDescriptor(name: "A", isBold: true),
        ]
        for descriptor in others { #expect(question(descriptor) == nil) }
        let exact = FontDescriptor(postscriptName: "A", weight: 400)
        #expect(NamedFaceReader.Question(exact, mandatory: [.weight]) == nil)
        #expect(question(exact) != nil)
        #expect(question(FontDescriptor(name: "A")) != nil)
    }

    @Test func `answers nothing where there is no registry`() throws {
        let scratch = try ScratchDirectory()
        let reader = NamedFaceReader(path: scratch.registryPath)
        #expect(try reader.face(#require(question(FontDescriptor(name: "A")))) == nil)
        #expect(try scratch.names().isEmpty)
    }
}
