import FontModel
import Registry
import Testing

@Suite struct `A match` {
    /// What is asked for and which face must be found, by its PostScript name and named instance.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let descriptor: FontDescriptor
        var mandatory: Set<DescriptorAttribute> = []
        let face: String?
        var instance: String?

        init(
            _ description: String, _ descriptor: FontDescriptor, mandatory: Set<DescriptorAttribute> = [],
            _ face: String?, instance: String? = nil
        ) {
            testDescription = description
            self.descriptor = descriptor
            self.mandatory = mandatory
            self.face = face
            self.instance = instance
        }
    }

    @Test func `for a PostScript name of several styles is the upright, regular one, and says that there are others`()
        async throws
    {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        let styles: [(String, Double, FontSlant)] = [
            ("Bold Italic", 700, .italic), ("Italic", 400, .italic), ("Bold", 700, .upright),
            ("Regular", 400, .upright),
        ]
        for (number, style) in styles.enumerated() {
            let twin = face("Twin", family: "Twins", style: style.0, weight: style.1, slant: style.2)
            try await registry.register(number + 1, [twin])
        }
        func match(_ descriptor: FontDescriptor) async throws -> FaceRecord? {
            try await registry.faces.match([descriptor], details: false)[0]
        }
        for descriptor in [FontDescriptor(name: "Twin"), FontDescriptor(postscriptName: "Twin")] {
            let match = try await match(descriptor)
            #expect(match?.face.style == "Regular" && match?.namesakes == 3)
        }
        let italic = try await match(FontDescriptor(postscriptName: "Twin", slant: .italic))
        #expect(italic?.face.style == "Italic" && italic?.namesakes == 0)
        let bold = try await match(FontDescriptor(family: "Twins", weight: 700, slant: .italic))
        #expect(bold?.face.style == "Bold Italic" && bold?.namesakes == 0)
        _ = try await registry.commit((2...4).map { .setEnabled(id("font\($0)"), false, isDisabledByUser: true) })
        #expect(try await match(FontDescriptor(name: "Twin"))?.namesakes == 0, "what nobody sees does not count")
    }

    private static let weightAxis = VariationAxis(tag: "wght", minimum: 200, defaultValue: 400, maximum: 900)
    private static let slantAxis = VariationAxis(tag: "slnt", minimum: -12, defaultValue: 0, maximum: 0)

    /// One registry for all cases: families that differ in what the cases are about.
    static func fill(_ registry: Registry) async throws {
        try await registry.registerSystem([
            face("Sys-Regular", family: "Sys"), face("Both-Regular", family: "Both"),
            face("Han-TC", family: "Han", languages: ["zh-tw"], characters: "漢字臺"),
        ])
        var fonts: [[FaceDescription]] = [
            // A family, a PostScript name and a full name that are spelled alike, in fonts of their own.
            [face("Clash", family: "C1")], [face("C2", family: "Clash")], [face("C3", family: "C3", style: "X")],
            [face("Both-Ours", family: "Both")],
        ]
        fonts[2][0].fullName = "Clash"
        for (style, weight) in [
            ("Thin", 100.0), ("Light", 300), ("Regular", 400), ("Medium", 500), ("Bold", 700), ("Black", 900),
        ] {
            fonts.append([face("Sans-\(style)", family: "Sans", style: style, weight: weight)])
        }
        fonts.append([
            face("Sans-Italic", family: "Sans", style: "Italic", slant: .italic),
            face("Sans-BoldItalic", family: "Sans", style: "Bold Italic", index: 1, weight: 700, slant: .italic),
            face("Sans-Condensed", family: "Sans", style: "Condensed", index: 2, width: 75),
            face("Sans-Expanded", family: "Sans", style: "Expanded", index: 3, width: 125),
        ])
        fonts.append([face("Gap-Light", family: "Gap", style: "Light", weight: 300)])
        fonts.append([face("Gap-Bold", family: "Gap", style: "Bold", weight: 700)])
        fonts.append([face("Lean-Regular", family: "Lean", characters: "xyz")])
        fonts.append([face("Lean-Oblique", family: "Lean", style: "Oblique", slant: .oblique)])
        fonts.append([face("Mono-Regular", family: "Code", isMonospace: true)])
        fonts.append([face("Prop-Regular", family: "Code", languages: ["ru"], characters: "аб")])
        fonts.append([
            face(
                "Flex-Regular", family: "Flex", axes: [weightAxis, slantAxis],
                namedInstances: [
                    NamedInstance(name: "Light", postscriptName: "Flex-Light", coordinates: [300, 0]),
                    NamedInstance(name: "Black Slanted", postscriptName: nil, coordinates: [900, -12]),
                    NamedInstance(name: "Regular", postscriptName: "Flex-Regular", coordinates: [400, 0]),
                ])
        ])
        fonts.append([face("Flex-Static", family: "Flex", style: "Bold", weight: 700)])
        fonts.append([face("Twin-Old", family: "Twin")])
        fonts.append([face("Twin-New", family: "Twin")])
        // The regular face has the PostScript name that the family comes to without its spaces.
        fonts.append([face("PlainWays", family: "Plain Ways", style: "Book")])
        for (style, weight, slant) in [
            ("Bold", 700.0, FontSlant.upright), ("Oblique", 400, .oblique), ("ExtraLight", 200, .upright),
        ] {
            fonts.append([
                face("PlainWays-\(style)", family: "Plain Ways", style: style, weight: weight, slant: slant)
            ])
        }
        fonts.append([richFace()])
        var mutations = [upsert(foundry)]
        for (number, faces) in fonts.enumerated() {
            mutations.append(.insertContent(content(number), faces: faces))
            mutations.append(
                .insertRegistration(registration("font\(number)", of: number, userInfo: faces[0].postscriptName)))
        }
        _ = try await registry.commit(mutations)
    }

    static let names = [
        Case("PostScript name first", FontDescriptor(name: "Clash"), "Clash"),
        Case("family second", FontDescriptor(name: "C2"), "C2"),
        Case("family before full name", FontDescriptor(name: "Clash", family: "Clash"), "C2"),
        Case("full name third", FontDescriptor(name: "Sans Bold Italic"), "Sans-BoldItalic"),
        Case(
            "full name where the others are narrowed away", FontDescriptor(name: "Clash", style: "X"),
            mandatory: [.style], "C3"),
        Case("case, spaces and hyphens do not matter", FontDescriptor(name: "sans_BOLD italic"), "Sans-BoldItalic"),
        Case("unknown name", FontDescriptor(name: "Nothing"), nil),
        Case("part of a name", FontDescriptor(name: "San"), nil),
        Case("empty name", FontDescriptor(name: ""), nil),
        Case("name of nothing but signs", FontDescriptor(name: "- _"), nil),
        Case("SQL in a name", FontDescriptor(name: "' OR 1=1 --"), nil),
        Case("nothing asked", FontDescriptor(), nil),
        Case("only a weight asked", FontDescriptor(weight: 700), nil),
        Case("PostScript name is not a family", FontDescriptor(postscriptName: "Sans"), nil),
        Case("PostScript name", FontDescriptor(postscriptName: "Sans-Thin"), "Sans-Thin"),
        Case("family is not a PostScript name", FontDescriptor(family: "Sans-Thin"), nil),
        Case("family in another language", FontDescriptor(family: "リッチ"), "Rich-Variable"),
        Case("typographic family", FontDescriptor(family: "Πλούσια"), "Rich-Variable"),
        Case("full name in another language", FontDescriptor(displayName: "Reich VF Standard"), "Rich-Variable"),
        Case("names that contradict", FontDescriptor(postscriptName: "Sans-Thin", family: "Gap"), nil),
        Case(
            "names that agree", FontDescriptor(postscriptName: "Gap-Bold", family: "gap", displayName: "Gap Bold"),
            "Gap-Bold"),
        Case("empty family rules all out", FontDescriptor(name: "Sans", family: ""), nil),
        Case("system", FontDescriptor(name: "Sys"), "Sys-Regular"),
        Case("ours before the system's where all is equal", FontDescriptor(family: "Both"), "Both-Ours"),
        Case("the system's where it is asked for", FontDescriptor(family: "Both", source: .system), "Both-Regular"),
        Case("not ours", FontDescriptor(name: "Sys", source: .typecase), nil),
        Case("the oldest of equals", FontDescriptor(family: "Twin"), "Twin-Old"),
        Case("the mark tells equals apart", FontDescriptor(family: "Twin", userInfo: "Twin-New"), "Twin-New"),
        Case("an unknown mark is a wish", FontDescriptor(family: "Twin", userInfo: "none"), "Twin-Old"),
        Case("or a must", FontDescriptor(family: "Twin", userInfo: "none"), mandatory: [.userInfo], nil),
    ]

    static let namesOfTwoKinds = [
        Case("a bare family is its plain face", FontDescriptor(name: "Plain Ways"), "PlainWays"),
        Case("in either spelling", FontDescriptor(name: "PlainWays"), "PlainWays"),
        Case("weight", FontDescriptor(name: "Plain Ways", weight: 700), "PlainWays-Bold"),
        Case("weight in the other spelling", FontDescriptor(name: "PlainWays", weight: 700), "PlainWays-Bold"),
        Case("weight that the plain face has", FontDescriptor(name: "Plain Ways", weight: 400), "PlainWays"),
        Case("bold", FontDescriptor(name: "Plain Ways", isBold: true), "PlainWays-Bold"),
        Case("slant", FontDescriptor(name: "Plain Ways", slant: .italic), "PlainWays-Oblique"),
        Case("italic", FontDescriptor(name: "Plain Ways", isItalic: true), "PlainWays-Oblique"),
        Case("style", FontDescriptor(name: "Plain Ways", style: "extra light"), "PlainWays-ExtraLight"),
        Case("the provider's mark", FontDescriptor(name: "Plain Ways", userInfo: "PlainWays-Bold"), "PlainWays-Bold"),
        Case(
            "weight as a must", FontDescriptor(name: "Plain Ways", weight: 200), mandatory: [.weight],
            "PlainWays-ExtraLight"),
        Case(
            "the PostScript name alone where it is said to be one",
            FontDescriptor(postscriptName: "Plain Ways", weight: 700), "PlainWays"),
        Case(
            "a name of a face, not of a family", FontDescriptor(name: "PlainWays-Bold", weight: 200), "PlainWays-Bold"),
        Case(
            "what all are alike in leaves the PostScript name first", FontDescriptor(name: "Clash", width: 75), "Clash"),
        Case(
            "full names are not compared with them", FontDescriptor(name: "Clash", style: "X"), "Clash"),
    ]

    static let traits = [
        Case("the plainest face of a family", FontDescriptor(family: "Sans"), "Sans-Regular"),
        Case("style", FontDescriptor(family: "Sans", style: "bold ITALIC"), "Sans-BoldItalic"),
        Case("style in another language", FontDescriptor(family: "Rich", style: "Standard"), "Rich-Variable"),
        Case("style before weight", FontDescriptor(family: "Sans", style: "Light", weight: 900), "Sans-Light"),
        Case("unknown style is a wish", FontDescriptor(family: "Sans", style: "Heavy"), "Sans-Regular"),
        Case("or a must", FontDescriptor(family: "Sans", style: "Heavy"), mandatory: [.style], nil),
        Case("weight", FontDescriptor(family: "Sans", weight: 700), "Sans-Bold"),
        Case("weight with slant", FontDescriptor(family: "Sans", weight: 700, slant: .italic), "Sans-BoldItalic"),
        Case("slant before weight", FontDescriptor(family: "Sans", weight: 900, slant: .italic), "Sans-BoldItalic"),
        Case("slant before width", FontDescriptor(family: "Sans", width: 75, slant: .italic), "Sans-Italic"),
        Case("weight before width", FontDescriptor(family: "Sans", weight: 700, width: 75), "Sans-Bold"),
        Case("470: the nearest", FontDescriptor(family: "Sans", weight: 470), "Sans-Medium"),
        Case(
            "480 of 300 and 700: the nearest as fontconfig counts", FontDescriptor(family: "Gap", weight: 480),
            "Gap-Light"),
        Case("350: the nearest as fontconfig counts", FontDescriptor(family: "Sans", weight: 350), "Sans-Light"),
        Case("150 of 300 and 700: the least", FontDescriptor(family: "Gap", weight: 150), "Gap-Light"),
        Case("600: the nearest as fontconfig counts", FontDescriptor(family: "Sans", weight: 600), "Sans-Bold"),
        Case("1000: the most", FontDescriptor(family: "Sans", weight: 1000), "Sans-Black"),
        Case("weight as a must", FontDescriptor(family: "Sans", weight: 600), mandatory: [.weight], nil),
        Case(
            "weight as a must that is there", FontDescriptor(family: "Sans", weight: 500), mandatory: [.weight],
            "Sans-Medium"),
        Case("85: the nearest", FontDescriptor(family: "Sans", width: 85), "Sans-Condensed"),
        Case("110: the nearest", FontDescriptor(family: "Sans", width: 110), "Sans-Regular"),
        Case("120: the nearest", FontDescriptor(family: "Sans", width: 120), "Sans-Expanded"),
        Case("50: the narrowest", FontDescriptor(family: "Sans", width: 50), "Sans-Condensed"),
        Case("width as a must", FontDescriptor(family: "Sans", width: 85), mandatory: [.width], nil),
        Case("oblique stands in for italic", FontDescriptor(family: "Lean", slant: .italic), "Lean-Oblique"),
        Case(
            "not where it must be italic", FontDescriptor(family: "Lean", slant: .italic), mandatory: [.slant], nil),
        Case("italic stands in for oblique", FontDescriptor(family: "Sans", slant: .oblique), "Sans-Italic"),
        Case("monospace", FontDescriptor(family: "Code", isMonospace: true), "Mono-Regular"),
        Case("proportional", FontDescriptor(family: "Code", isMonospace: false), "Prop-Regular"),
        Case("monospace as a must", FontDescriptor(family: "Sans", isMonospace: true), mandatory: [.monospace], nil),
        Case("monospace as a wish", FontDescriptor(family: "Sans", isMonospace: true), "Sans-Regular"),
        Case("bold", FontDescriptor(family: "Sans", isBold: true), "Sans-Bold"),
        Case("not bold", FontDescriptor(family: "Sans", isBold: false), "Sans-Regular"),
        Case("bold before the nearest weight", FontDescriptor(family: "Gap", weight: 480, isBold: true), "Gap-Bold"),
        Case("bold and italic", FontDescriptor(family: "Sans", isBold: true, isItalic: true), "Sans-BoldItalic"),
        Case("italic", FontDescriptor(family: "Sans", isItalic: true), "Sans-Italic"),
        Case(
            "oblique counts as italic", FontDescriptor(family: "Lean", isItalic: true), mandatory: [.italic],
            "Lean-Oblique"),
        Case("not italic", FontDescriptor(family: "Lean", isItalic: false), "Lean-Regular"),
        Case("italic before bold", FontDescriptor(family: "Lean", isBold: true, isItalic: true), "Lean-Oblique"),
        Case("bold as a wish", FontDescriptor(family: "Code", isBold: true), "Mono-Regular"),
        Case("bold as a must", FontDescriptor(family: "Code", isBold: true), mandatory: [.bold], nil),
        Case("italic as a must", FontDescriptor(family: "Gap", isItalic: true), mandatory: [.italic], nil),
        Case("only bold asked", FontDescriptor(isBold: true), nil),
        Case("weight before monospace", FontDescriptor(family: "Gap", weight: 700, isMonospace: true), "Gap-Bold"),
    ]

    static let repertoires = [
        Case("language", FontDescriptor(family: "Code", languages: ["ru"]), "Prop-Regular"),
        Case(
            "language before slant", FontDescriptor(family: "Code", slant: .upright, languages: ["ru-RU"]),
            "Prop-Regular"),
        Case("language filters always", FontDescriptor(family: "Sans", languages: ["ru"]), nil),
        Case(
            "a kind of name whose faces lack the language is passed over",
            FontDescriptor(name: "Mono-Regular", languages: ["ru"]), nil),
        Case("language by its script", FontDescriptor(languages: ["zh-Hant"]), "Han-TC"),
        Case("language as a locale identifier", FontDescriptor(languages: ["zh_TW"]), "Han-TC"),
        Case("script and country", FontDescriptor(languages: ["zh_Hant_TW"]), "Han-TC"),
        Case("another country's script", FontDescriptor(languages: ["zh-Hant-HK"]), nil),
        Case("another script", FontDescriptor(languages: ["zh-Hans"]), nil),
        Case(
            "all languages must be there", FontDescriptor(family: "Code", languages: ["ru", "en"]), nil),
        Case("language alone", FontDescriptor(languages: ["zh"]), "Han-TC"),
        Case("language alone that nobody has", FontDescriptor(languages: ["tlh"]), nil),
        Case("characters", FontDescriptor(family: "Lean", slant: .oblique, characters: "xyz"), "Lean-Regular"),
        Case(
            "most characters win", FontDescriptor(family: "Lean", slant: .upright, characters: "xabc"), "Lean-Oblique"),
        Case("characters as a must", FontDescriptor(family: "Lean", characters: "xa"), mandatory: [.characters], nil),
        Case("characters alone", FontDescriptor(characters: "臺"), "Han-TC"),
        Case("characters alone that nobody has", FontDescriptor(characters: "臺😀"), nil),
        Case("beyond the first plane", FontDescriptor(characters: "😀"), "Rich-Variable"),
        Case("characters of a source", FontDescriptor(characters: "漢", source: .system), "Han-TC"),
    ]

    static let variations = [
        Case("an instance's PostScript name", FontDescriptor(name: "Flex-Light"), "Flex-Regular", instance: "Light"),
        Case(
            "the instance alone asked by attribute", FontDescriptor(postscriptName: "flexlight"), "Flex-Regular",
            instance: "Light"),
        Case("the face before an instance of its name", FontDescriptor(name: "Flex-Regular"), "Flex-Regular"),
        Case(
            "an instance's full name", FontDescriptor(name: "Flex Black Slanted"), "Flex-Regular",
            instance: "Black Slanted"),
        Case("an instance's style", FontDescriptor(family: "Flex", style: "Light"), "Flex-Regular", instance: "Light"),
        Case(
            "an instance named under the typographic family", FontDescriptor(displayName: "Rich Black"),
            "Rich-Variable", instance: "Black"),
        Case(
            "a weight within the axis", FontDescriptor(family: "Flex", weight: 640), mandatory: [.weight],
            "Flex-Regular"),
        Case("the static face where both have it", FontDescriptor(family: "Flex", weight: 700), "Flex-Static"),
        Case(
            "unless a variable one is asked for", FontDescriptor(family: "Flex", weight: 700, isVariable: true),
            "Flex-Regular"),
        Case("a weight outside the axis", FontDescriptor(family: "Flex", weight: 100), mandatory: [.weight], nil),
        Case(
            "a slant that the axis gives", FontDescriptor(family: "Flex", slant: .oblique), mandatory: [.slant],
            "Flex-Regular"),
        Case("a slant that it does not give", FontDescriptor(family: "Flex", slant: .italic), mandatory: [.slant], nil),
        Case(
            "an instance has its own weight only", FontDescriptor(name: "Flex-Light", weight: 900),
            mandatory: [.weight], nil),
        Case("static", FontDescriptor(family: "Flex", isVariable: false), mandatory: [.variable], "Flex-Static"),
        Case("variable as a must", FontDescriptor(family: "Sans", isVariable: true), mandatory: [.variable], nil),
        Case(
            "width within the axis", FontDescriptor(family: "Rich", width: 120), mandatory: [.width], "Rich-Variable"),
    ]

    @Test(arguments: names + namesOfTwoKinds + traits + repertoires + variations)
    func `takes the names first, then the least deviation`(_ testCase: Case) async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await Self.fill(registry)
        let found = try await registry.faces.match([testCase.descriptor], mandatory: testCase.mandatory)
        #expect(found.count == 1)
        let match = found.first.flatMap { $0 }
        #expect(match?.face.postscriptName == testCase.face)
        #expect(match?.namedInstance?.name == testCase.instance)
        // In brief a single name is looked up in another way, which must come to the same.
        var brief = match
        brief?.face.names = []
        brief?.face.languages = []
        #expect(
            try await registry.faces.match([testCase.descriptor], mandatory: testCase.mandatory, details: false) == [
                brief
            ])
    }

    @Test func `in brief tells what the last commit made of a name`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        func match() async throws -> FontIdentifier? {
            try await registry.faces.match([FontDescriptor(postscriptName: "A-Regular")], details: false).first??.id
        }
        #expect(try await match() == nil)
        try await registry.register(1, [face("A-Regular")])
        #expect(try await match() == id("font1"))
        _ = try await registry.commit([
            upsert(press), .insertRegistration(registration("two", of: 1, by: press)),
            .setEnabled(id("font1"), false),
        ])
        #expect(try await match() == id("two"))
        _ = try await registry.commit([.setEnabled(id("two"), false)])
        #expect(try await match() == nil)
        try await registry.registerSystem([face("A-Regular")])
        #expect(
            try await registry.faces.match([FontDescriptor(name: "a regular")], details: false).first??.source
                == .system)
        try registry.close()
        await #expect(throws: RegistryError.self) { try await match() }
    }

    @Test func `in brief finds the names of other alphabets and of nothing`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await registry.register(1, [face("Ä-Öl")])
        try await registry.register(2, [face("A")])
        let names = ["äöl", "AO", "", "a_"]
        let found = try await registry.faces.match(names.map { FontDescriptor(name: $0) }, details: false)
        #expect(found.map { $0?.face.postscriptName } == ["Ä-Öl", nil, nil, "A"])
    }

    @Test func `compares names of ASCII characters as all others`() {
        for byte in UInt8(0)..<0x80 {
            let name = "A\(Unicode.Scalar(byte))z"
            // A letter that is not of ASCII has the name go the way of all others.
            #expect("\(name)é".fontNameKey == "\(name.fontNameKey)é")
        }
    }

    @Test func `answers many descriptors in their order`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        for number in 1...100 { try await registry.register(number, [face("F\(number)")]) }
        let names = (1...100).reversed().map { $0.isMultiple(of: 7) ? "none" : "F\($0)" }
        let found = try await registry.faces.match(names.map { FontDescriptor(name: $0) })
        #expect(found.map { $0?.face.postscriptName ?? "none" } == names)
        #expect(try await registry.faces.match([]).isEmpty)
    }

    @Test func `names the registration with the mark where several share the content`() async throws {
        let scratch = try ScratchDirectory()
        let registry = try scratch.open()
        try await registry.register(1, [face("A")], userInfo: "first")
        _ = try await registry.commit([
            upsert(press), .insertRegistration(registration("two", of: 1, by: press, userInfo: "second")),
        ])
        let found = try await registry.faces.match([
            FontDescriptor(name: "A"), FontDescriptor(name: "A", userInfo: "second"),
            FontDescriptor(name: "A", userInfo: "third"),
        ])
        #expect(found.map { $0?.id } == [id("font1"), id("two"), id("font1")])
    }
}
