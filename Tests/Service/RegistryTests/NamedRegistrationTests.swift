import FontModel
import Registry
import Testing

@Suite struct `A provider's descriptor` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() async throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
        try await registry.register(1, [face("Sans-Regular", family: "Sans")], isEnabled: false, place: .stored)
        try await registry.register(2, [face("Sans-Bold", family: "Sans", style: "Bold", weight: 700)])
        try await registry.register(
            3,
            [
                face("Duo-One", family: "Duo"), face("Duo-Two", family: "Duo", style: "Two", index: 1),
                face("Sans", family: "Other", index: 2),
            ])
        try await registry.register(4, [face("Twin", family: "Twin")], userInfo: "old")
        try await registry.register(
            5, [face("Twin", family: "Twin")], isEnabled: false, userInfo: "new", place: .stored)
        try await registry.register(6, [face("Sans-Light", family: "Sans")], by: press)
        try await registry.registerSystem([face("Sans-Black", family: "Sans")])
        // Both have the same bytes, under marks of their own.
        _ = try await registry.commit([
            .insertRegistration(registration("shared", of: 4, by: press, userInfo: "pressed"))
        ])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let descriptor: FontDescriptor
        let named: [String]

        init(_ description: String, _ descriptor: FontDescriptor, _ named: [String]) {
            (testDescription, self.descriptor, self.named) = (description, descriptor, named)
        }
    }

    static let cases = [
        Case("PostScript name of a disabled font", FontDescriptor(postscriptName: "Sans-Regular"), ["font1"]),
        Case("PostScript name first, though it is a family too", FontDescriptor(name: "Sans"), ["font3"]),
        Case("all of a family", FontDescriptor(family: "sans"), ["font1", "font2"]),
        Case("narrowed by what else it says", FontDescriptor(family: "Sans", weight: 700), ["font2"]),
        Case("even if nothing is left", FontDescriptor(family: "Sans", weight: 300), []),
        Case("a collection once, for two of its faces", FontDescriptor(name: "Duo"), ["font3"]),
        Case("equal names, both", FontDescriptor(name: "Twin"), ["font4", "font5"]),
        Case("equal names told apart", FontDescriptor(name: "Twin", userInfo: "new"), ["font5"]),
        Case("another's mark of the same bytes", FontDescriptor(name: "Twin", userInfo: "pressed"), []),
        Case("another's font", FontDescriptor(name: "Sans-Light"), []),
        Case("the system's font", FontDescriptor(name: "Sans-Black"), []),
        Case("registered fonts alone", FontDescriptor(name: "Twin", source: .system), []),
        Case("an empty name", FontDescriptor(name: ""), []),
        Case("no name", FontDescriptor(weight: 700), []),
        Case("no name, though a mark", FontDescriptor(userInfo: "new"), []),
    ]

    @Test(arguments: cases)
    func `names that provider's registrations only, enabled or not`(_ testCase: Case) async throws {
        let named = try await registry.registrations.named([testCase.descriptor], of: foundry, limit: 10)
        #expect(named?.map { $0.map(\.id.rawValue) } == [testCase.named])
    }

    @Test func `tells which faces it describes, and the scope`() async throws {
        _ = try await registry.commit([.setScope(id("font3"), .session, sessionToken: "boot")])
        let named = try await registry.registrations.named(
            [FontDescriptor(family: "Duo"), FontDescriptor(name: "Twin")], of: foundry, limit: 3)
        #expect(named?.map { $0.map(\.id) } == [[id("font3")], [id("font4"), id("font5")]])
        #expect(named?.map { $0.map(\.scope) } == [[.session], [.persistent, .persistent]])
        let faces = named?.flatMap { $0.flatMap(\.faces) } ?? []
        #expect(faces.map(\.postscriptName) == ["Duo-One", "Duo-Two", "Twin", "Twin"])
        #expect(faces.map(\.style.defaultWeight) == [400, 400, 400, 400])
        let shared = try await registry.registrations.named([FontDescriptor(name: "Twin")], of: press, limit: 3)
        #expect(shared?.map { $0.map(\.id.rawValue) } == [["shared"]])
    }

    @Test func `is refused where many name too much together`() async throws {
        let descriptors = [FontDescriptor](repeating: FontDescriptor(family: "Sans"), count: 40)
        #expect(try await registry.registrations.named(descriptors, of: foundry, limit: 80)?.count == 40)
        #expect(try await registry.registrations.named(descriptors, of: foundry, limit: 79) == nil)
    }
}
