internal import DBus
internal import SystemPackage
internal import Testing
@testable internal import Typecase

@Suite struct FontDescriptorTests {
    @Test("Attributes that are added take the place of others, but for variations and features, which are joined")
    func adding() {
        var base = FontDescriptor(name: "Base")
        base.weight = 400
        base.variation = ["wght": 400, "wdth": 100]
        base.featureSettings = ["liga": 1]
        base.languages = ["de"]
        base.size = 12
        var more = FontDescriptor()
        more.weight = 700
        more.variation = ["wght": 700]
        more.featureSettings = ["smcp": 1]
        let sum = base.adding(more)
        #expect(sum.name == "Base")
        #expect(sum.weight == 700)
        #expect(sum.variation == ["wght": 700, "wdth": 100])
        #expect(sum.featureSettings == ["liga": 1, "smcp": 1])
        #expect(sum.languages == ["de"])
        #expect(sum.size == 12)
        #expect(base.adding(FontDescriptor()) == base)
        #expect(FontDescriptor().adding(base) == base)
    }

    @Test("What is for whoever draws is kept, coded and put together, and not sent")
    func drawing() throws {
        var base = FontDescriptor()
        base.matrix = FontMatrix(c: 0.2)
        base.cascade = [FontDescriptor(familyName: "Fallback")]
        base.baselineAdjustment = 0.1
        base.fixedAdvance = 10
        base.orientation = .vertical
        base.opticalSize = .points(14)
        #expect(base.dictionary.isEmpty)
        #expect(try Coder.roundTrip(base) == base)
        #expect(base.adding(FontDescriptor()) == base)
        #expect(FontDescriptor().adding(base) == base)
        var other = FontDescriptor()
        other.matrix = FontMatrix()
        other.cascade = [FontDescriptor(familyName: "Other")]
        other.opticalSize = .automatic
        let sum = base.adding(other)
        #expect(sum.matrix == FontMatrix() && sum.cascade == other.cascade && sum.opticalSize == .automatic)
        #expect(sum.fixedAdvance == 10 && sum.orientation == .vertical && sum.baselineAdjustment == 0.1)
    }

    @Test("A descriptor that was written before there were all attributes is read as one that leaves them out")
    func older() throws {
        #expect(try Coder.read("{}") == FontDescriptor())
        var expected = FontDescriptor(name: "Any")
        expected.cascade = [FontDescriptor(familyName: "Other")]
        #expect(
            try Coder.read(#"{"name": "Any", "cascade": [{"familyName": "Other"}], "fromTheFuture": 1}"#) == expected)
        #expect(throws: DecodingError.self) { try Coder.read(#"{"weight": "bold"}"#) as FontDescriptor }
    }

    @Test("What is left out is not sent, and each attribute has the key that the service knows")
    func dictionary() throws {
        #expect(FontDescriptor().dictionary.isEmpty)
        var all = FontDescriptor(path: "/font.ttf", userInfo: "mark")
        all.name = "a"
        all.postscriptName = "b"
        all.familyName = "c"
        all.displayName = "d"
        all.styleName = "e"
        all.weight = 400
        all.width = 75
        all.slant = .oblique
        all.isBold = true
        all.isItalic = false
        all.isMonospace = true
        all.isVariable = false
        all.variation = ["wght": 400]
        all.languages = ["de"]
        all.characters = "ß"
        all.source = .typecase
        #expect(Set(all.dictionary.keys) == Set(FontDescriptor.Attribute.allCases.map(\.rawValue)))
        #expect(all.dictionary["slant"] == BusVariant("oblique"))
        #expect(all.dictionary["instance"] == BusVariant(["wght": 400.0]))
        #expect(all.dictionary["user_info"] == BusVariant("mark"))
    }

    @Test("A descriptor prints what is set")
    func description() {
        #expect(FontDescriptor().description == "FontDescriptor()")
        var descriptor = FontDescriptor(familyName: "Example")
        descriptor.weight = 700
        descriptor.slant = .italic
        descriptor.variation = ["wght": 650]
        #expect(
            "\(descriptor)" == """
                FontDescriptor(familyName: "Example", weight: 700.0, slant: italic, \
                variation: ["wght": 650.0])
                """)
        let error = FontManagerError(.notRegistered, "Not there.", item: .descriptor(FontDescriptor(name: "Example")))
        #expect("\(error)" == #"NotRegistered: Not there. (FontDescriptor(name: "Example"))"#)
    }

    @Test("Names for people are in order without regard to case where no language is known", arguments: ["C", "xx_XX"])
    func order(locale: String) {
        let names = ["beta", "Alpha", "alpha", "Beta", ""]
        let collation = NameCollation(localeNamed: locale)
        #expect(
            names.sorted { collation.isOrdered($0, before: $1) } == ["", "Alpha", "alpha", "Beta", "beta"])
    }

    @Test("Paths of swift-system are taken as well")
    func paths() async throws {
        #expect(FontDescriptor(path: FilePath("/fonts/a.ttf")) == FontDescriptor(path: "/fonts/a.ttf"))
        // Linux takes any bytes, which are written as escapes where they are not UTF-8.
        let other = "/caf\\xE9"
        let bytes = "/caf".utf8.map(CInterop.PlatformChar.init) + [.init(bitPattern: 0xe9), 0]
        #expect(FontDescriptor(path: FilePath(platformString: bytes)).path == other)
        var configuration = FontCache.Configuration()
        configuration.resourceDirectoryPaths = [FilePath("/fonts"), FilePath(platformString: bytes)]
        #expect(configuration.resourceDirectories == ["/fonts", other])
        #expect(configuration.resourceDirectoryPaths == [FilePath("/fonts"), FilePath(platformString: bytes)])
        let missing = FilePath("/nonexistent/a.ttf")
        #expect(await !FontManager.shared.isSupportedFont(at: missing))
        let results = try await FontManager.shared.registerFonts(at: [missing], scope: .process)
        #expect(throws: FontManagerError.self) { try results.first?.get() }
        await #expect(throws: FontManagerError.self) { try await FontManager.shared.faces(inFileAt: missing) }
    }
}
