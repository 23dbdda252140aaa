import FontModel
import Registry
import Testing

@Suite struct `The lists` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `show only enabled registrations of published contents`() async throws {
        try await registry.register(1, [face("Shown", family: "Shown")])
        try await registry.register(2, [face("Disabled", family: "Disabled")], isEnabled: false)
        try await registry.register(3, [face("Stored", family: "Stored")], place: .stored)
        try await registry.register(4, [face("Bad", family: "Bad")], place: .quarantined(reason: "altered"))
        #expect(try await registry.faces.families().families == ["Shown"])
        #expect(try await registry.faces.page(FaceFilter()).faces.map(\.face.postscriptName) == ["Shown"])
        for name in ["Disabled", "Stored", "Bad"] {
            #expect(try await registry.faces.match([FontDescriptor(name: name)]) == [nil])
            #expect(try await registry.faces.match([FontDescriptor(family: name)]) == [nil])
        }
        _ = try await registry.commit([
            .setEnabled(id("font1"), false), .setEnabled(id("font2"), true),
            .setPlace(digest(3), .published(shard: "01"), stamp: nil),
        ])
        #expect(try await registry.faces.families().families == ["Disabled", "Stored"])
        // Whoever has the id can still ask for what is not shown.
        #expect(try await registry.faces.face(id("font4"))?.face.postscriptName == "Bad")
    }

    @Test func `show a content of two providers once, under the oldest enabled registration`() async throws {
        try await registry.register(1, [face("A")])
        _ = try await registry.commit([
            upsert(press), .insertRegistration(registration("second", of: 1, by: press, userInfo: "press")),
        ])
        #expect(try await registry.faces.page(FaceFilter()).faces.map(\.id) == [id("font1")])
        #expect(try await registry.faces.page(FaceFilter(provider: press)).faces.map(\.id) == [id("second")])
        #expect(try await registry.faces.page(FaceFilter(provider: press)).faces.map(\.userInfo) == ["press"])
        _ = try await registry.commit([.setEnabled(id("font1"), false)])
        #expect(try await registry.faces.page(FaceFilter()).faces.map(\.id) == [id("second")])
        #expect(try await registry.faces.match([FontDescriptor(name: "A")]).map { $0?.id } == [id("second")])
        #expect(try await registry.faces.page(FaceFilter(provider: foundry)).faces.isEmpty)
        let error = await #expect(throws: RegistryError.self) {
            try await registry.commit([.deleteRegistration(id("font1")), .deleteContent(digest(1))])
        }
        #expect(error?.code == .failed)
        _ = try await registry.commit([.deleteRegistration(id("font1"))])
        #expect(try await registry.faces.page(FaceFilter()).faces.map(\.provider) == [press])
    }

    @Test func `hold pages within their limits, whatever is asked`() async throws {
        for number in 1...3 { try await registry.register(number, [face("F\(number)")]) }
        #expect(try await registry.faces.page(FaceFilter(limit: -5)).faces.count == 1)
        #expect(try await registry.faces.page(FaceFilter(limit: .max)).faces.count == 3)
        #expect(try await registry.registrations.page(matching: RegistrationFilter(limit: 0)).registrations.count == 1)
    }

    struct RegistrationCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: RegistrationFilter
        let expected: [String]
    }

    static let registrationCases = [
        RegistrationCase(testDescription: "all", filter: RegistrationFilter(), expected: ["font1", "font2", "font3"]),
        RegistrationCase(
            testDescription: "provider", filter: RegistrationFilter(provider: press), expected: ["font2"]),
        RegistrationCase(
            testDescription: "scope", filter: RegistrationFilter(scope: .session), expected: ["font3"]),
        RegistrationCase(
            testDescription: "disabled", filter: RegistrationFilter(isEnabled: false), expected: ["font2"]),
        RegistrationCase(
            testDescription: "PostScript name", filter: RegistrationFilter(name: "second regular"),
            expected: ["font2"]),
        RegistrationCase(
            testDescription: "localized name", filter: RegistrationFilter(name: "ΠΛΟΎΣΙΑ"), expected: ["font3"]),
        RegistrationCase(
            testDescription: "instance's name", filter: RegistrationFilter(name: "Rich-Thin"), expected: ["font3"]),
        RegistrationCase(
            testDescription: "a family in any language", filter: RegistrationFilter(family: "ΠΛΟΎΣΙΑ"),
            expected: ["font3"]),
        RegistrationCase(
            testDescription: "a PostScript name is no family", filter: RegistrationFilter(family: "Rich-Thin"),
            expected: []),
        RegistrationCase(
            testDescription: "content", filter: RegistrationFilter(digest: digest(2)), expected: ["font2"]),
        RegistrationCase(
            testDescription: "content of none", filter: RegistrationFilter(digest: digest(9)), expected: []),
        RegistrationCase(
            testDescription: "a style is no name", filter: RegistrationFilter(name: "Regular"), expected: []),
        RegistrationCase(testDescription: "id", filter: RegistrationFilter(id: id("font1")), expected: ["font1"]),
        RegistrationCase(
            testDescription: "all at once",
            filter: RegistrationFilter(
                provider: foundry, scope: .persistent, isEnabled: true, name: "First", id: id("font1")),
            expected: ["font1"]),
        RegistrationCase(
            testDescription: "another's id", filter: RegistrationFilter(provider: foundry, id: id("font2")),
            expected: []),
    ]

    @Test(arguments: registrationCases)
    func `filter registrations`(_ testCase: RegistrationCase) async throws {
        try await registry.register(1, [face("First-Regular", family: "First")])
        try await registry.register(2, [face("Second-Regular", family: "Second")], by: press, isEnabled: false)
        try await registry.register(3, [richFace()])
        _ = try await registry.commit([.setScope(id("font3"), .session, sessionToken: "boot")])
        let found = try await registry.registrations.page(matching: testCase.filter).registrations
        #expect(found.map(\.registration.id.rawValue) == testCase.expected)
    }

    struct FaceCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: FaceFilter
        let expected: [String]
    }

    static let faceCases = [
        FaceCase(testDescription: "all", filter: FaceFilter(), expected: ["One", "Two", "Rich-Variable", "Sys"]),
        FaceCase(testDescription: "system", filter: FaceFilter(source: .system), expected: ["Sys"]),
        FaceCase(
            testDescription: "ours", filter: FaceFilter(source: .typecase), expected: ["One", "Two", "Rich-Variable"]),
        FaceCase(testDescription: "provider", filter: FaceFilter(provider: press), expected: ["Two"]),
        FaceCase(testDescription: "family", filter: FaceFilter(family: "FAMI-LY"), expected: ["One", "Two"]),
        FaceCase(testDescription: "family elsewhere", filter: FaceFilter(family: "リッチ"), expected: ["Rich-Variable"]),
        FaceCase(
            testDescription: "typographic family", filter: FaceFilter(family: "rich"), expected: ["Rich-Variable"]),
        FaceCase(testDescription: "full name", filter: FaceFilter(name: "Family Bold"), expected: ["Two"]),
        FaceCase(testDescription: "language", filter: FaceFilter(languages: ["DE"]), expected: ["One", "Two"]),
        FaceCase(
            testDescription: "closer language", filter: FaceFilter(languages: ["de-AT"]), expected: ["One", "Two"]),
        FaceCase(testDescription: "wider language", filter: FaceFilter(languages: ["zh"]), expected: ["Rich-Variable"]),
        FaceCase(testDescription: "other country", filter: FaceFilter(languages: ["zh-cn"]), expected: []),
        FaceCase(testDescription: "no language", filter: FaceFilter(languages: ["% '"]), expected: []),
        FaceCase(testDescription: "script", filter: FaceFilter(scripts: ["grek"]), expected: ["Rich-Variable"]),
        FaceCase(testDescription: "no script", filter: FaceFilter(scripts: ["gre"]), expected: []),
        FaceCase(
            testDescription: "one of two licences", filter: FaceFilter(licences: ["none", "use IT well"]),
            expected: ["Rich-Variable"]),
        FaceCase(testDescription: "another licence", filter: FaceFilter(licences: ["%"]), expected: []),
        FaceCase(testDescription: "no licence", filter: FaceFilter(licences: [""]), expected: ["One", "Two", "Sys"]),
        FaceCase(testDescription: "monospace", filter: FaceFilter(isMonospace: true), expected: ["Rich-Variable"]),
        FaceCase(testDescription: "static", filter: FaceFilter(isVariable: false), expected: ["One", "Two", "Sys"]),
    ]

    @Test(arguments: faceCases)
    func `filter faces`(_ testCase: FaceCase) async throws {
        try await registry.registerSystem([face("Sys", family: "System", languages: ["sv"])])
        try await registry.register(1, [face("One")])
        try await registry.register(2, [face("Two", style: "Bold")], by: press)
        try await registry.register(3, [richFace()])
        let found = try await registry.faces.page(testCase.filter).faces
        #expect(found.map(\.face.postscriptName) == testCase.expected)
        #expect(try await registry.faces.families(testCase.filter).families.isEmpty == testCase.expected.isEmpty)
    }

    @Test func `name each family once, as its designer means it, in order`() async throws {
        try await registry.register(1, [richFace(), face("B", family: "beta", index: 1)])
        try await registry.register(2, [face("A", family: "Alpha"), face("A-Bold", family: "Alpha", index: 1)])
        try await registry.registerSystem([face("Al", family: "AL PHA"), face("Empty", family: "")])
        #expect(try await registry.faces.families().families == ["AL PHA", "beta", "Rich"])
        #expect(try await registry.faces.families(FaceFilter(source: .typecase)).families == ["Alpha", "beta", "Rich"])
    }

    @Test func `count what each provider has`() async throws {
        try await registry.register(1, [face("A")])
        _ = try await registry.commit([
            upsert(press), .insertContent(content(2, size: 500), faces: [face("B")]),
            .insertRegistration(registration("two", of: 2, isEnabled: false)),
            .insertRegistration(registration("three", of: 2, by: press)), upsert(.user),
        ])
        let usage = try await registry.providers.all()
        #expect(usage.map(\.provider.id) == [foundry, press, .user])
        #expect(usage.map(\.fontCount) == [2, 1, 0])
        #expect(usage.map(\.enabledCount) == [1, 1, 0])
        #expect(usage.map(\.byteCount) == [1500, 500, 0])
        #expect(try await registry.providers.usage(of: foundry) == (2, 1500))
        // A list has those with fonts only, page by page.
        let first = try await registry.providers.page(matching: ProviderFilter(limit: 1))
        #expect(first.providers == [usage[0]])
        let second = try await registry.providers.page(matching: ProviderFilter(cursor: first.cursor, limit: 1))
        #expect(second.providers == [usage[1]])
        #expect(second.cursor == nil)
        #expect(try await registry.providers.page(matching: ProviderFilter(id: press)).providers == [usage[1]])
        #expect(try await registry.providers.page(matching: ProviderFilter(id: .user)).providers == [])
        await #expect(throws: RegistryError.self) {
            try await registry.providers.page(matching: ProviderFilter(cursor: "f1"))
        }
        #expect(try await registry.providers.usage(of: provider("org.example.None")) == (0, 0))
        #expect(try await registry.providers.programFontCount() == 3)
        _ = try await registry.register(4, [face("C")], by: .user)
        #expect(try await registry.providers.programFontCount() == 3, "the user is no program")
    }
}
