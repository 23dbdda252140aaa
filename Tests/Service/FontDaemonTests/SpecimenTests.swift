internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Pages that show fonts, by the bus.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SpecimenTests {
    private static func variableFont() -> [UInt8] {
        var builder = FontBuilder(family: "Specimen Axes")
        builder.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        builder.axisShift = 120
        builder.namedInstances = [
            NamedInstance(name: "Regular", postscriptName: nil, coordinates: [400]),
            NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700]),
        ]
        return builder.build()
    }

    private func run(
        _ font: [UInt8], _ body: (Rendering1Client, [String: BusVariant]) async throws -> Void
    ) async throws {
        try await Desk.run(in: try ScratchHome()) { desk in
            let file = try SealedMemory(bytes: font).descriptor
            try await body(Rendering1Client(desk.connection), ["file": BusVariant(file)])
        }
    }

    private func number(_ key: String, _ details: [String: BusVariant]) throws -> UInt32 {
        try #require(try details[key]?.converted(to: UInt32.self))
    }

    @Test("Instances are the named ones and both ends of each axis")
    func instances() async throws {
        try await run(Self.variableFont()) { client, font in
            let page = try await client.specimen(fonts: [font], kind: "instances", options: [:])
            #expect(try number("items", page.details) == 4)
            #expect(try page.details["fonts"]?.converted(to: [String].self) == [""])
            #expect(SealedMemory.isSealed(page.picture))
        }
        try await run(Desk.font("Static")) { client, font in
            await #expect(throws: BusError.self) {
                _ = try await client.specimen(fonts: [font], kind: "instances", options: [:])
            }
        }
    }

    @Test("A comparison has a row for each font, and a higher page for more of them")
    func comparison() async throws {
        try await Desk.run(in: try ScratchHome()) { desk in
            let fonts = try ["One", "Two"].map {
                ["file": BusVariant(try SealedMemory(bytes: Desk.font($0)).descriptor)]
            }
            let client = Rendering1Client(desk.connection)
            let one = try await client.specimen(fonts: [fonts[0]], kind: "comparison", options: [:])
            let two = try await client.specimen(fonts: fonts, kind: "comparison", options: [:])
            #expect(try number("items", one.details) == 1 && number("items", two.details) == 2)
            #expect(try number("height", two.details) > number("height", one.details))
            #expect(try two.details["fonts"]?.converted(to: [String].self) == ["", ""])
        }
    }

    @Test("Running text is broken into lines at the width of the page")
    func paragraph() async throws {
        try await run(Desk.font("Paragraph")) { client, font in
            func height(_ width: Double) async throws -> UInt32 {
                let page = try await client.specimen(
                    fonts: [font], kind: "paragraph",
                    options: [
                        "width": BusVariant(width), "text": BusVariant(String(repeating: "abc ", count: 100)),
                    ])
                #expect(try number("width", page.details) == UInt32(width))
                return try number("height", page.details)
            }
            let (narrow, wide) = (try await height(200), try await height(800))
            #expect(narrow > wide)
        }
    }

    @Test("Features without an effect are not shown, and a text that is too long for all of them is refused")
    func features() async throws {
        try await run(Desk.font("Features")) { client, font in
            let page = try await client.specimen(fonts: [font], kind: "features", options: [:])
            #expect(try number("items", page.details) == 0)
            #expect(try !(page.details["text"]?.converted(to: String.self) ?? "").isEmpty)
            for count in [2_049, 70_000] {
                let error = await #expect(throws: BusError.self) {
                    _ = try await client.specimen(
                        fonts: [font], kind: "features",
                        options: ["text": BusVariant(String(repeating: "a", count: count))])
                }
                #expect(error?.typecaseName == "ExceededResourceLimit" && error?.message.contains("2048") == true)
            }
        }
    }

    @Test("Features that change a text are shown with and without")
    func changingFeatures() async throws {
        try await Desk.run(in: try ScratchHome()) { desk in
            let font = try OwnedFileDescriptor.reading("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
            let page = try await Rendering1Client(desk.connection).specimen(
                fonts: [["file": BusVariant(font)]], kind: "features", options: [:])
            // Among them ligatures and kerning.
            #expect(try number("items", page.details) >= 2)
        }
    }

    @Test("Glyphs come page by page and block by block")
    func glyphs() async throws {
        var builder = FontBuilder(family: "Pages")
        builder.characters = " ABCDEFGабв"
        try await run(builder.build()) { client, font in
            func page(_ options: [String: BusVariant]) async throws -> [String: BusVariant] {
                try await client.specimen(fonts: [font], kind: "glyphs", options: options).details
            }
            let whole = try await page([:])
            #expect(try number("items", whole) == 11 && number("pages", whole) == 1)
            #expect(
                try whole["blocks"]?.converted(to: [String: UInt32].self) == ["Basic Latin": 8, "Cyrillic": 3])
            let second = try await page(["page_size": BusVariant(UInt32(4)), "page": BusVariant(UInt32(2))])
            #expect(try number("items", second) == 11 && number("pages", second) == 3)
            let cyrillic = try await page(["block": BusVariant("Cyrillic"), "page_size": BusVariant(UInt32(2))])
            #expect(try number("items", cyrillic) == 3 && number("pages", cyrillic) == 2)
            let wrong: [[String: BusVariant]] = [
                ["page": BusVariant(UInt32(1))], ["page_size": BusVariant(UInt32(0))], ["block": BusVariant("None")],
                ["sizes": BusVariant([1e-30])],
            ]
            for options in wrong {
                let error = await #expect(throws: BusError.self) { _ = try await page(options) }
                #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(options)")
            }
        }
    }

    @Test("A weight and the values of axes change the picture of a variable font")
    func axes() async throws {
        try await run(Self.variableFont()) { client, font in
            func draw(_ attributes: [String: BusVariant]) async throws -> [UInt8] {
                let attributes = font.merging(attributes) { $1 }.merging(["size": BusVariant(40.0)]) { $1 }
                let mask = try await client.mask(
                    text: "ABC", attributes: [attributes],
                    frame: ["width": BusVariant(120.0), "height": BusVariant(60.0)], options: [:])
                return try mask.picture.contents(limit: 1 << 20)
            }
            let regular = try await draw([:])
            let black = try await draw(["weight": BusVariant(900.0)])
            #expect(regular.contains(255) && black != regular)
            #expect(try await draw(["instance": BusVariant(["wght": 900.0])]) == black)
            // The ends of the axis.
            #expect(try await draw(["instance": BusVariant(["wght": 5_000.0])]) == black)
        }
    }
}
