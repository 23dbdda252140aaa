import Commands
import FontModel
import InspectionProtocol
import Testing

/// Which of several forms of a font in one archive is taken.
struct ArchiveSelectionTests {
    /// A file in an archive, with what its faces are.
    private struct File {
        var path: String
        var faces: [ArchivedFace]
        var isListed = false
    }

    private static func face(
        _ family: String, weight: Double = 400, width: Double = 100, _ slant: FontSlant = .upright,
        _ format: FontFormat = .truetype, axes: [String] = [], instances: Int = 0
    ) -> ArchivedFace {
        ArchivedFace(
            format: format, postscriptName: "\(family.filter { $0 != " " })-\(Int(weight))\(slant.rawValue)",
            family: family, weight: weight, width: width, slant: slant, axes: axes, namedInstances: instances)
    }

    private func select(
        _ files: [File], expandsWebFonts: Bool = false
    ) -> (taken: [String], passedOver: [String: ArchiveSelection.Reason]) {
        let entries = files.map { file in
            ArchiveContents.Entry(
                path: Array(file.path.utf8),
                content: file.isListed ? .listed : .unpacked(offset: 0, size: 1, faces: file.faces))
        }
        let selection = ArchiveSelection(entries, expandsWebFonts: expandsWebFonts)
        return (
            selection.taken.map { files[$0].path },
            Dictionary(
                uniqueKeysWithValues: selection.passedOver.map { (String(decoding: $0.path, as: UTF8.self), $0.reason) }
            )
        )
    }

    @Test func `fonts for desktops come before web fonts, whether or not those could be expanded`() {
        for expands in [false, true] {
            let files = [
                File(path: "web/A.woff2", faces: [], isListed: !expands), File(path: "A.ttf", faces: [Self.face("A")]),
                File(path: "web/A.woff", faces: [], isListed: !expands),
            ]
            let result = select(files, expandsWebFonts: expands)
            #expect(result.taken == ["A.ttf"])
            #expect(result.passedOver == ["web/A.woff2": .webFont, "web/A.woff": .webFont])
        }
    }

    @Test func `of web fonts alone the newer form of each is taken where they are expanded`() {
        let files = ["A.woff", "A.woff2", "B.woff"].map { File(path: $0, faces: []) }
        let result = select(files, expandsWebFonts: true)
        #expect(result.taken == ["A.woff2", "B.woff"])
        #expect(result.passedOver == ["A.woff": .olderWebFont])
    }

    @Test func `TrueType comes before CFF, and single fonts before a collection of them`() {
        let faces = [Self.face("A"), Self.face("A", weight: 700)]
        let files = [
            File(path: "A.ttc", faces: faces), File(path: "otf/A.otf", faces: [Self.face("A", .upright, .cff)]),
            File(path: "unhinted/A.ttf", faces: [faces[0]]), File(path: "ttf/A.ttf", faces: [faces[0]]),
            File(path: "ttf/A-Bold.ttf", faces: [faces[1]]), File(path: "otf/Only.otf", faces: [Self.face("B")]),
        ]
        let result = select(files)
        #expect(result.taken == ["ttf/A.ttf", "ttf/A-Bold.ttf", "otf/Only.otf"])
        #expect(Set(result.passedOver.values) == [.copy])
    }

    @Test func `a collection that has one face more than the single fonts is taken as well`() {
        let files = [
            File(path: "A.ttf", faces: [Self.face("A")]),
            File(path: "A.ttc", faces: [Self.face("A"), Self.face("A", weight: 700)]),
        ]
        #expect(select(files).taken == ["A.ttf", "A.ttc"])
    }

    @Test func `faces that share a PostScript name but not their style are no copies`() {
        var italic = Self.face("A", .italic)
        italic.postscriptName = Self.face("A").postscriptName
        let files = [File(path: "A.ttf", faces: [Self.face("A")]), File(path: "B.ttf", faces: [italic])]
        #expect(select(files).taken == ["A.ttf", "B.ttf"])
    }

    @Test func `static fonts come before a variable one that has no more styles`() {
        let files = [
            File(path: "A[wght].ttf", faces: [Self.face("A", axes: ["wght"], instances: 2)]),
            File(path: "A-Italic[wght].ttf", faces: [Self.face("A", .italic, axes: ["wght"], instances: 2)]),
            File(path: "static/A.ttf", faces: [Self.face("A")]),
            File(path: "static/A-Bold.ttf", faces: [Self.face("A", weight: 700)]),
        ]
        let result = select(files)
        #expect(result.taken == ["A-Italic[wght].ttf", "static/A.ttf", "static/A-Bold.ttf"])
        #expect(result.passedOver == ["A[wght].ttf": .variable])
    }

    @Test func `a variable font with more styles than its static copies comes before them`() {
        let files = [
            File(path: "A[wght].ttf", faces: [Self.face("A", axes: ["wght"], instances: 9)]),
            File(path: "static/A.ttf", faces: [Self.face("A")]),
            File(path: "static/B.ttf", faces: [Self.face("B")]),
        ]
        let result = select(files)
        #expect(result.taken == ["A[wght].ttf", "static/B.ttf"])
        #expect(result.passedOver == ["static/A.ttf": .incompleteStatic])
    }

    @Test func `families of one size or width are copies of a variable one with that axis, other families are not`() {
        let variable = File(
            path: "A.ttf", faces: [Self.face("A", axes: ["opsz", "wdth", "wght"], instances: 1)])
        for family in ["A 18pt", "A SemiCondensed", "A 9pt Condensed"] {
            #expect(
                select([variable, File(path: "B.ttf", faces: [Self.face(family)])]).taken == ["B.ttf"], "\(family)")
        }
        for family in ["A Mono", "Another", "A 18pt Mono"] {
            let result = select([variable, File(path: "B.ttf", faces: [Self.face(family)])])
            #expect(result.taken == ["A.ttf", "B.ttf"], "\(family)")
        }
    }

    @Test func `what cannot be read is taken, so that it is refused with a reason; what is of another kind is named`() {
        let files = [
            File(path: "broken.ttf", faces: []), File(path: "broken too.ttf", faces: []),
            File(path: "more.ZIP", faces: [], isListed: true), File(path: "a.pfb", faces: [], isListed: true),
        ]
        let result = select(files)
        #expect(result.taken == ["broken.ttf", "broken too.ttf"])
        #expect(result.passedOver == ["more.ZIP": .archive, "a.pfb": .otherKind])
    }
}
