import FontModel
import Fontconfig
import TestSupport
import Testing

struct DirectoryFacesTests {
    /// What fontconfig's cache tells of fonts that are alone in a directory, by file name.
    private func faces(_ fonts: [String: [UInt8]]) throws -> DirectoryFaces {
        let home = try ScratchHome()
        for (name, bytes) in fonts { try home.scratch.write(bytes, to: "system/fonts/\(name)") }
        let faces = try FontconfigConfiguration(file: home.fontconfigFile).faces(in: home.systemFontDirectory)
        #expect(faces.faces.allSatisfy { $0.path.hasPrefix(home.systemFontDirectory + "/") })
        return faces
    }

    @Test func `a static face is described in all its languages`() throws {
        var font = FontBuilder(family: "Sample", style: "Light")
        font.weight = 300
        font.widthClass = 3
        font.slant = .italic
        font.isMonospace = true
        font.revision = 1.5
        font.scripts = ["latn", "cyrl"]
        font.characters = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
        font.extraNames = [.init(id: 1, language: 0x0404, value: "範例")]
        let content = try faces(["sample.ttf": font.build()])
        #expect(content.patternCount == 1)
        let entry = try #require(content.faces.first)
        #expect(entry.format == .truetype)
        let face = entry.face
        #expect(face.index == 0)
        #expect(face.family == "Sample Light")
        #expect(face.typographicFamily == "Sample")
        #expect(face.style == "Light")
        #expect(face.postscriptName == "Sample-Light")
        #expect(face.names.contains(LocalizedName(kind: .family, language: "zh-TW", value: "範例")))
        #expect(abs(face.weight - 300) < 1)
        #expect(face.width == 75)
        #expect(face.slant == .italic)
        #expect(face.isMonospace)
        #expect(face.revision == 0x0001_8000)
        #expect(face.scripts == ["cyrl", "latn"])
        #expect(face.coverage.count == 95)
        #expect(face.coverage.contains("~") && !face.coverage.contains("é"))
        #expect(face.languages.contains("sw"))
        #expect(!face.isVariable)
    }

    @Test func `all patterns of a variable face become one description`() throws {
        var font = FontBuilder(family: "Variable")
        font.axes = [
            VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900),
            VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 125),
        ]
        font.namedInstances = [
            NamedInstance(name: "Thin", postscriptName: nil, coordinates: [100, 100]),
            NamedInstance(name: "Wide Black", postscriptName: nil, coordinates: [900, 125]),
        ]
        let content = try faces(["variable.ttf": font.build()])
        #expect(content.faces.count == 1)
        #expect(content.patternCount == 4)
        let face = try #require(content.faces.first?.face)
        #expect(face.postscriptName == "Variable-Regular")
        #expect(face.style == "Regular")
        #expect(face.axes.map(\.tag) == ["wght", "wdth"])
        #expect(face.axes.map(\.minimum) == [100, 75])
        #expect(face.axes.map(\.defaultValue) == [400, 100])
        #expect(face.axes.map(\.maximum) == [900, 125])
        #expect(face.namedInstances.map(\.name) == ["Thin", "Wide Black"])
        #expect(face.namedInstances.map(\.postscriptName) == ["Variable-Thin", "Variable-WideBlack"])
        #expect(face.namedInstances.map(\.coordinates) == [[100, 100], [900, 125]])
    }

    @Test func `the faces of a collection keep their numbers and positions`() throws {
        let collection = FontBuilder.collection([FontBuilder(family: "One"), FontBuilder(family: "Two")])
        let content = try faces(["a.ttc": collection, "b.ttf": FontBuilder(family: "Three").build()])
        #expect(content.faces.map(\.face.family) == ["One", "Two", "Three"])
        #expect(content.faces.map(\.face.index) == [0, 1, 0])
        #expect(content.faces.map(\.format) == [.collection, .collection, .truetype])
        #expect(content.faces.map(\.position) == [0, 1, 2])
    }

    @Test func `control characters in names of system fonts are left out`() throws {
        let content = try faces(["f.ttf": FontBuilder(family: "Two\nlines\u{1B}[1m").build()])
        #expect(content.faces.first?.face.family == "Twolines[1m")
    }

    @Test func `broken fonts and other files are not listed`() throws {
        let content = try faces(["text.ttf": Array("no font".utf8), "empty.otf": []])
        #expect(content.faces == [])
        #expect(content.patternCount == 0)
    }
}
