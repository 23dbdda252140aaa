import FontModel
import Registry
import Testing

@Suite struct `A match of a variable face` {
    let scratch: ScratchDirectory
    let registry: Registry

    /// What is asked for, and the place in the design space that must come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let descriptor: FontDescriptor
        var mandatory: Set<DescriptorAttribute> = []
        let face: String?
        let place: [Double]?
        let instance: String?

        init(
            _ description: String, _ descriptor: FontDescriptor, mandatory: Set<DescriptorAttribute> = [],
            _ face: String?, _ place: [Double]? = nil, _ instance: String? = nil
        ) {
            testDescription = description
            self.descriptor = descriptor
            self.mandatory = mandatory
            (self.face, self.place, self.instance) = (face, place, instance)
        }
    }

    init() async throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
        let weight = VariationAxis(tag: "wght", minimum: 200, defaultValue: 400, maximum: 900)
        let width = VariationAxis(tag: "wdth", minimum: 75, defaultValue: 100, maximum: 125)
        let slant = VariationAxis(tag: "slnt", minimum: -12, defaultValue: 0, maximum: 0)
        let italic = VariationAxis(tag: "ital", minimum: 0, defaultValue: 0, maximum: 1)
        let grade = VariationAxis(tag: "GRAD", minimum: -50, defaultValue: 0, maximum: 50)
        let fonts = [
            face(
                "Flex", family: "Flex", axes: [weight, width, slant],
                namedInstances: [
                    NamedInstance(name: "Light", postscriptName: "Flex-Light", coordinates: [300, 100, 0]),
                    NamedInstance(name: "Regular", postscriptName: nil, coordinates: [400, 100, 0]),
                    NamedInstance(name: "Bold", postscriptName: "Flex-Bold", coordinates: [700, 100, 0]),
                    NamedInstance(name: "Bold Too", postscriptName: "Flex-BoldToo", coordinates: [700, 100, 0]),
                ]),
            face("Both", family: "Both", axes: [italic, slant]),
            face("Ital", family: "Ital", axes: [italic]),
            face("Grade", family: "Shared", axes: [grade]),
            face("Plain", family: "Shared"),
            face(
                "Heavy", family: "Heavy", weight: 800,
                axes: [
                    VariationAxis(tag: "wght", minimum: 300, defaultValue: 800, maximum: 900)
                ]),
        ]
        for (number, font) in fonts.enumerated() { try await registry.register(number, [font]) }
    }

    static let cases = [
        Case("nothing asked that the axes decide", FontDescriptor(name: "Flex"), "Flex"),
        Case("a weight", FontDescriptor(name: "Flex", weight: 640), "Flex", [640, 100, 0]),
        Case(
            "the default asked for has its name", FontDescriptor(name: "Flex", weight: 400), "Flex", [400, 100, 0],
            "Regular"),
        Case("a weight that has a name", FontDescriptor(name: "Flex", weight: 300), "Flex", [300, 100, 0], "Light"),
        Case("beyond the axis its end", FontDescriptor(name: "Flex", weight: 1000), "Flex", [900, 100, 0]),
        Case("below the axis its end", FontDescriptor(name: "Flex", width: 10), "Flex", [400, 75, 0]),
        Case(
            "all traits at once", FontDescriptor(name: "Flex", weight: 500, width: 110, slant: .oblique), "Flex",
            [500, 110, -12]),
        Case("bold", FontDescriptor(name: "Flex", isBold: true), mandatory: [.bold], "Flex", [700, 100, 0], "Bold"),
        Case("bold as it is", FontDescriptor(name: "Heavy", isBold: true), "Heavy", [800]),
        Case("not bold where it is", FontDescriptor(name: "Heavy", isBold: false), mandatory: [.bold], "Heavy", [400]),
        Case("italic by the slant axis", FontDescriptor(name: "Flex", isItalic: true), "Flex", [400, 100, -12]),
        Case("italic by the italic axis", FontDescriptor(name: "Both", slant: .italic), "Both", [1, 0]),
        Case("oblique by the slant axis", FontDescriptor(name: "Both", slant: .oblique), "Both", [0, -12]),
        Case("oblique by the only axis", FontDescriptor(name: "Ital", slant: .oblique), "Ital", [1]),
        Case("upright", FontDescriptor(name: "Both", slant: .upright), "Both", [0, 0]),
        Case(
            "axis values", FontDescriptor(name: "Flex", variation: ["wght": 250, "slnt": -6]), "Flex", [250, 100, -6]),
        Case(
            "axis values that have a name", FontDescriptor(name: "Flex", variation: ["wght": 300]), "Flex",
            [300, 100, 0], "Light"),
        Case(
            "axis values before traits", FontDescriptor(name: "Flex", weight: 900, variation: ["wght": 300]), "Flex",
            [300, 100, 0], "Light"),
        Case(
            "a value beyond the axis as a wish", FontDescriptor(name: "Flex", variation: ["wght": 99]), "Flex",
            [200, 100, 0]),
        Case("or a must", FontDescriptor(name: "Flex", variation: ["wght": 99]), mandatory: [.variation], nil),
        Case("an axis that is not there as a wish", FontDescriptor(name: "Flex", variation: ["GRAD": 9]), "Flex"),
        Case("or a must", FontDescriptor(name: "Flex", variation: ["GRAD": 9]), mandatory: [.variation], nil),
        Case("the face that has the axis", FontDescriptor(family: "Shared", variation: ["GRAD": 9]), "Grade", [9]),
        Case("the plain face where it is not asked for", FontDescriptor(family: "Shared"), "Plain"),
        Case("an axis alone", FontDescriptor(variation: ["GRAD": -50]), "Grade", [-50]),
        Case("an axis alone beyond its end", FontDescriptor(variation: ["GRAD": 51]), nil),
        Case("an instance by its PostScript name", FontDescriptor(name: "Flex-Light"), "Flex", [300, 100, 0], "Light"),
        Case("an instance by its style", FontDescriptor(family: "Flex", style: "bold"), "Flex", [700, 100, 0], "Bold"),
        Case(
            "of two instances in one place the one asked for", FontDescriptor(name: "Flex-BoldToo"), "Flex",
            [700, 100, 0], "Bold Too"),
        Case(
            "an instance keeps its weight", FontDescriptor(name: "Flex-Light", weight: 900), "Flex", [300, 100, 0],
            "Light"),
        Case(
            "axis values go on from an instance", FontDescriptor(name: "Flex-Light", variation: ["slnt": -12]), "Flex",
            [300, 100, -12]),
    ]

    @Test(arguments: cases)
    func `tells where in the design space it is what was asked for`(_ testCase: Case) async throws {
        let found = try await registry.faces.match([testCase.descriptor], mandatory: testCase.mandatory)
        let match = found.first.flatMap { $0 }
        #expect(match?.face.postscriptName == testCase.face)
        #expect(match?.coordinates == testCase.place)
        #expect(match?.namedInstance?.name == testCase.instance)
    }

    @Test func `of the system's, prefers the user's own, then the machine's`() async throws {
        let directories = ["/usr/share/fonts/a", "/usr/local/share/fonts/b", "/home/user/fonts/c"]
        for (number, directory) in directories.enumerated() {
            try await registry.registerSystem([face("Copy-\(number)", family: "Copy")], directory: directory)
        }
        for expected in ["Copy-2", "Copy-1", "Copy-0"] {
            let found = try await registry.faces.match([FontDescriptor(family: "Copy")])
            #expect(found.map { $0?.face.postscriptName } == [expected])
            let path = try #require(found.first??.path)
            try await registry.systemDirectories.remove([
                path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
            ])
        }
    }
}
