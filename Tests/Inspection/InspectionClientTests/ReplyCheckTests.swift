import FontModel
@testable import InspectionClient
import InspectionProtocol
import Testing

struct ReplyCheckTests {
    /// A way to lie about a face.
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout FaceDescription) -> Void

        var testDescription: String { name }

        init(_ name: String, _ change: @escaping @Sendable (inout FaceDescription) -> Void) {
            self.name = name
            self.change = change
        }
    }

    static let lies = [
        Lie("index") { $0.index = 1 },
        Lie("no PostScript name") { $0.postscriptName = "" },
        Lie("no family") { $0.family = "" },
        Lie("long family") { $0.family = String(repeating: "x", count: 256) },
        Lie("line end in a family") { $0.family = "a\nb" },
        Lie("escape in a style") { $0.style = "\u{1B}[31m" },
        Lie("C1 control in a full name") { $0.fullName = "a\u{9B}b" },
        Lie("NUL in a foundry") { $0.foundry = "\u{0}" },
        Lie("bell in a licence") { $0.licence = "\u{7}" },
        Lie("long licence") { $0.licence = String(repeating: "x", count: 5_000) },
        Lie("control in a localised name") {
            $0.names = [LocalizedName(kind: .family, language: "en", value: "\u{8}")]
        },
        Lie("too many names") {
            $0.names = Array(repeating: LocalizedName(kind: .family, language: "en", value: "a"), count: 2_049)
        },
        Lie("empty language") { $0.languages = [""] },
        Lie("long script") { $0.scripts = [String(repeating: "x", count: 65)] },
        Lie("weight 0") { $0.weight = 0 },
        Lie("weight not a number") { $0.weight = .nan },
        Lie("infinite width") { $0.width = .infinity },
        Lie("negative width") { $0.width = -1 },
        Lie("negative glyphs") { $0.glyphCount = -1 },
        Lie("unknown colour table") { $0.colorTables = ["EVIL"] },
        Lie("short axis tag") { $0.axes = [VariationAxis(tag: "wgh", minimum: 1, defaultValue: 1, maximum: 1)] },
        Lie("axis out of range") { $0.axes = [VariationAxis(tag: "wght", minimum: 5, defaultValue: 1, maximum: 9)] },
        Lie("axis with a value that no font can hold") {
            $0.axes = [VariationAxis(tag: "wght", minimum: 1, defaultValue: 1, maximum: 1e300)]
        },
        Lie("instance at a place that no font can hold") {
            $0.axes = [VariationAxis(tag: "wght", minimum: 1, defaultValue: 1, maximum: 9)]
            $0.namedInstances = [NamedInstance(name: "x", postscriptName: nil, coordinates: [-1e300])]
        },
        Lie("axis without end") {
            $0.axes = [VariationAxis(tag: "wght", minimum: -.infinity, defaultValue: 1, maximum: 9)]
        },
        Lie("too many axes") {
            $0.axes = Array(
                repeating: VariationAxis(tag: "wght", minimum: 1, defaultValue: 1, maximum: 1), count: 65)
        },
        Lie("instance without place") {
            $0.axes = [VariationAxis(tag: "wght", minimum: 1, defaultValue: 1, maximum: 1)]
            $0.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [])]
        },
        Lie("too many instances") {
            $0.namedInstances = Array(
                repeating: NamedInstance(name: "Bold", postscriptName: nil, coordinates: []), count: 1_025)
        },
        Lie("control in an instance") {
            $0.namedInstances = [NamedInstance(name: "\r", postscriptName: nil, coordinates: [])]
        },
    ]

    @Test(arguments: lies)
    func `an impossible face is refused`(lie: Lie) {
        #expect(throws: ImplausibleReply.self) {
            try ReplyCheck.check(Sample.inspection(faces: [Sample.face(lie.change)]))
        }
    }

    @Test func `an honest face passes, with line ends where texts have them`() throws {
        let face = Sample.face {
            $0.licence = "This font\n\tis free.\r\n"
            $0.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
            $0.namedInstances = [NamedInstance(name: "Bold", postscriptName: "Sample-Bold", coordinates: [700])]
            $0.colorTables = ["COLR", "SVG"]
            $0.languages = ["en", "zh-Hant"]
            $0.scripts = ["latn"]
            $0.style = ""
        }
        let inspection = Sample.inspection(faces: [face])
        #expect(try ReplyCheck.check(inspection) == inspection)
    }

    @Test(arguments: [0, FontLimits.faces + 1])
    func `an impossible number of faces is refused`(count: Int) {
        let faces = (0..<count).map { index in Sample.face { $0.index = index } }
        #expect(throws: ImplausibleReply.self) {
            try ReplyCheck.check(Sample.inspection(format: .collection, faces: faces))
        }
    }

    @Test func `several faces are a collection's alone`() throws {
        let faces = (0..<64).map { index in Sample.face { $0.index = index } }
        #expect(throws: ImplausibleReply.self) {
            try ReplyCheck.check(Sample.inspection(format: .cff, faces: Array(faces.prefix(2))))
        }
        #expect(try ReplyCheck.check(Sample.inspection(format: .collection, faces: faces)).faces.count == 64)
    }

    @Test(arguments: [-1, Int.max, Int.min])
    func `an impossible scan cost is refused`(cost: Int) {
        #expect(throws: ImplausibleReply.self) { try ReplyCheck.check(Sample.inspection(scanCost: cost)) }
    }

    @Test func `an accepted font has a format`() {
        #expect(throws: ImplausibleReply.self) { try ReplyCheck.check(Sample.inspection(format: nil)) }
    }

    @Test func `a worker speaks for the libraries it has, and once for each`() throws {
        func check(_ opinions: [Opinion]) throws {
            var inspection = Sample.inspection()
            inspection.opinions = opinions
            #expect(try ReplyCheck.check(inspection).opinions == opinions)
        }
        let honest = [Opinion.own, Opinion(.freetype, version: "2.12.1", silence: "refused before")]
        try check(honest)
        for lie in [
            honest + [Opinion(.ots, version: "8.2.1")], honest + [Opinion(.freetype, version: "3")],
            [Opinion(.freetype, version: String(repeating: "1", count: 33))],
            [Opinion(.freetype, version: "2", silence: "\u{1B}[31m")],
        ] {
            #expect(throws: ImplausibleReply.self) { try check(lie) }
        }
    }

    @Test func `many names pass, and many instances, and not both in one font`() throws {
        func face(names: Int, instances: Int) -> FaceDescription {
            Sample.face {
                let name = String(repeating: "x", count: 240)
                $0.names = (0..<names).map { LocalizedName(kind: .family, language: "x-\($0)", value: name) }
                $0.namedInstances = Array(
                    repeating: NamedInstance(name: "x", postscriptName: nil, coordinates: []), count: instances)
            }
        }
        for (names, instances) in [(125, 1), (1, 598)] {
            _ = try ReplyCheck.check(Sample.inspection(faces: [face(names: names, instances: instances)]))
        }
        #expect(throws: ImplausibleReply.self) {
            try ReplyCheck.check(Sample.inspection(faces: [face(names: 125, instances: 598)]))
        }
    }

    @Test func `patterns of as many bytes as are allowed pass, and one byte more does not`() throws {
        func face(padding: Int) -> FaceDescription {
            Sample.face {
                $0.names = (0..<2_000).map { number in
                    let length = min(250, max(0, padding - 250 * number))
                    return LocalizedName(kind: .full, language: "und", value: String(repeating: "x", count: length))
                }
                $0.namedInstances = Array(
                    repeating: NamedInstance(name: "", postscriptName: nil, coordinates: []), count: 3)
            }
        }
        // The names are in four patterns, so that letters come by fours; the names of instances fill what is left.
        let rest = FontLimits.patternBytes - PatternSize.estimate([face(padding: 0)])
        var full = face(padding: rest / 4)
        full.namedInstances[0].name = String(repeating: "x", count: rest % 4)
        #expect(PatternSize.estimate([full]) == FontLimits.patternBytes)
        _ = try ReplyCheck.check(Sample.inspection(faces: [full]))
        full.namedInstances[1].name = "x"
        #expect(throws: ImplausibleReply("names that take too much memory")) {
            try ReplyCheck.check(Sample.inspection(faces: [full]))
        }
    }

    @Test func `as many patterns as are allowed pass in all faces together, and one more does not`() throws {
        func inspection(instances: [Int]) -> FontInspection {
            let faces = instances.enumerated().map { index, count in
                Sample.face {
                    $0.index = index
                    $0.axes = [VariationAxis(tag: "wght", minimum: 1, defaultValue: 1, maximum: 1)]
                    $0.namedInstances = Array(
                        repeating: NamedInstance(name: "x", postscriptName: nil, coordinates: [1]), count: count)
                }
            }
            return Sample.inspection(format: .collection, faces: faces)
        }
        let share = FontLimits.patterns / 3 - 2
        _ = try ReplyCheck.check(inspection(instances: [share, share, share]))
        #expect(throws: ImplausibleReply("too many named instances")) {
            try ReplyCheck.check(inspection(instances: [share, share, share + 1]))
        }
    }
}
