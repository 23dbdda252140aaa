import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `Fonts of one request` {
    /// A font of faces that are called "NAME-STYLE", all of one revision.
    private func font(_ name: String, _ styles: [String], revision: Int32) throws -> FontCandidate {
        let faces = styles.enumerated().map { index, style in
            var face = FaceDescription(
                index: index, postscriptName: "\(name)-\(style)", family: name, style: style,
                weight: style == "Bold" ? 700 : 400)
            face.revision = revision << 16
            return face
        }
        return try FontCandidate(
            memory: SealedMemory(bytes: Array("\(name) \(styles) \(revision)".utf8)),
            inspection: FontInspection(format: .truetype, faces: faces, findings: [], scanCost: 100))
    }

    @Test func `are registered newer versions first, and else in their order`() throws {
        let fonts = try [
            font("A", ["Regular"], revision: 1), font("B", ["Regular"], revision: 1),
            font("A", ["Regular"], revision: 3),
            font("A", ["Regular"], revision: 2),
        ]
        #expect(LibraryPlanner.order(of: fonts) == [2, 1, 3, 0])
        let collections = try [
            font("A", ["Regular", "Bold"], revision: 1), font("A", ["Regular", "Bold"], revision: 2),
        ]
        #expect(LibraryPlanner.order(of: collections) == [1, 0])
    }

    @Test func `keep their order where a newer one lacks a face of the older one`() throws {
        let fonts = try [font("A", ["Regular", "Bold"], revision: 1), font("A", ["Regular"], revision: 2)]
        #expect(LibraryPlanner.order(of: fonts) == [0, 1])
    }
}

@Suite struct `Fonts of a collection` {
    @Test func `are found without a style by changes that noted none`() throws {
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.Foundry"))
        let bare = CollectedFont(provider: provider, postscriptName: "Twin")
        let roman = CollectedFont(provider: provider, postscriptName: "Twin", family: "Twin", style: "Regular")
        let italic = CollectedFont(provider: provider, postscriptName: "Twin", family: "Twin", style: "Italic")
        let other = CollectedFont(provider: provider, postscriptName: "Other", family: "Other", style: "Regular")
        #expect(Set(CollectionService.resolved([bare], among: [roman, italic, other])) == [roman, italic])
        #expect(CollectionService.resolved([bare], among: [other]) == [bare])
        #expect(CollectionService.resolved([bare], among: [bare, roman]) == [bare])
        #expect(CollectionService.resolved([italic], among: [roman]) == [italic])
    }
}
