import FontModel
import Foundation
import Registry
import Testing

@Suite struct `Pages` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    @Test func `of faces go on while others come and go`() async throws {
        for number in 1...10 { try await registry.register(number, [face("F\(number)")]) }
        var page = try await registry.faces.page(FaceFilter(limit: 4))
        #expect(page.faces.map(\.face.postscriptName) == ["F1", "F2", "F3", "F4"])
        // The last one listed goes, one listed and one still to come go, a new one comes.
        _ = try await registry.commit([
            .setEnabled(id("font4"), false), .deleteRegistration(id("font2")), .deleteContent(digest(2)),
            .deleteRegistration(id("font6")), .deleteContent(digest(6)),
        ])
        try await registry.register(11, [face("F11")])
        page = try await registry.faces.page(FaceFilter(cursor: page.cursor, limit: 4))
        #expect(page.faces.map(\.face.postscriptName) == ["F5", "F7", "F8", "F9"])
        page = try await registry.faces.page(FaceFilter(cursor: page.cursor, limit: 4))
        #expect(page.faces.map(\.face.postscriptName) == ["F10", "F11"])
        #expect(page.cursor == nil)
    }

    @Test(arguments: [1, 3, 7, 1000])
    func `list each face that stays once, though the system's directories are read anew`(limit: Int) async throws {
        for number in 1...5 { try await registry.register(number, [face("Ours\(number)")]) }
        let staying = (1...12).map { face("Sys\($0)") }
        try await registry.registerSystem(staying + [face("Leaves")])
        var seen: [String] = []
        var cursor: String?
        var round = 0
        repeat {
            let page = try await registry.faces.page(FaceFilter(cursor: cursor, limit: limit))
            seen += page.faces.map(\.face.postscriptName)
            cursor = page.cursor
            round += 1
            try await registry.registerSystem(staying + [face("Comes\(round)")])
        } while cursor != nil
        let expected = (1...5).map { "Ours\($0)" } + (1...12).map { "Sys\($0)" }
        for name in expected { #expect(seen.count { $0 == name } == 1, "\(name), \(limit) a page") }
        #expect(Set(seen).count == seen.count)
        #expect(seen.prefix(5) == expected.prefix(5))
    }

    @Test func `may end anywhere and go on from there`() async throws {
        for number in 1...3 { try await registry.register(number, [face("F\(number)")]) }
        try await registry.registerSystem((1...3).map { face("S\($0)") })
        let whole = try await registry.faces.page(FaceFilter())
        #expect(whole.faces.count == 6 && whole.cursor == nil)
        for index in whole.faces.indices {
            let rest = try await registry.faces.page(FaceFilter(cursor: whole.cursor(after: index)))
            #expect(rest.faces.map(\.id) == whole.faces.dropFirst(index + 1).map(\.id))
        }
        let registrations = try await registry.registrations.page(matching: RegistrationFilter())
        for index in registrations.registrations.indices {
            let rest = try await registry.registrations.page(
                matching: RegistrationFilter(cursor: registrations.cursor(after: index)))
            #expect(
                rest.registrations.map(\.registration.id)
                    == registrations.registrations.dropFirst(index + 1).map(\.registration.id))
        }
    }

    @Test func `of registrations go on while others come and go`() async throws {
        for number in 1...6 { try await registry.register(number, [richFace(), face("F", index: 1)]) }
        let first = try await registry.registrations.page(matching: RegistrationFilter(limit: 3))
        #expect(first.registrations.map(\.registration.id) == [id("font1"), id("font2"), id("font3")])
        var expected = richFace()
        expected.coverage = CharacterCoverage()
        #expect(first.registrations[1].faces.first == expected)
        #expect(first.registrations[1].faces.map(\.index) == [0, 1])
        #expect(first.registrations[1].content == content(2))
        _ = try await registry.commit([.deleteRegistration(id("font3")), .deleteContent(digest(3))])
        try await registry.register(7, [face("F7")])
        let cursor = try #require(first.cursor)
        let second = try await registry.registrations.page(matching: RegistrationFilter(cursor: cursor, limit: 3))
        #expect(second.registrations.map(\.registration.id) == [id("font4"), id("font5"), id("font6")])
        let last = try await registry.registrations.page(matching: RegistrationFilter(cursor: second.cursor, limit: 3))
        #expect(last.registrations.map(\.registration.id) == [id("font7")])
        #expect(last.cursor == nil)
    }

    @Test(arguments: [1, 2, 3, 100])
    func `of families have each of them once, in order`(limit: Int) async throws {
        let names = ["Alpha", "al pha", "beta", "Gamma", "gamma", "Delta", "Ærø", "日本"]
        for (number, name) in names.enumerated() {
            try await registry.register(
                number, [face("F\(number)", family: name), face("G\(number)", family: name, index: 1)])
        }
        try await registry.register(50, [richFace()])
        try await registry.registerSystem([face("Empty", family: ""), face("Signs", family: "- _")])
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try await registry.faces.families(FaceFilter(cursor: cursor, limit: limit))
            #expect(page.families.count <= limit)
            seen += page.families
            cursor = page.cursor
        } while cursor != nil
        #expect(seen == ["Alpha", "beta", "Delta", "Gamma", "Rich", "Ærø", "日本"])
    }

    @Test func `of families go on where one has left`() async throws {
        for (number, name) in ["A", "B", "C", "D"].enumerated() {
            try await registry.register(number, [face(name, family: name)])
        }
        let first = try await registry.faces.families(FaceFilter(limit: 2))
        #expect(first.families == ["A", "B"])
        _ = try await registry.commit([.setEnabled(id("font1"), false), .setEnabled(id("font2"), false)])
        #expect(try await registry.faces.families(FaceFilter(cursor: first.cursor)).families == ["D"])
    }

    static let madeUp = [
        "x", "r", "f", "f-1", "r0", "f$", "fzzzzzzzzzzzzzzzzzzz", "\u{0}", "faces:1", "f.", "f.1", "f..", "n", "n0.",
        "n0.1", "f0.1", "f1.-1", String(repeating: "f", count: 1000),
    ]

    @Test(arguments: madeUp)
    func `refuse a cursor that they did not give out`(_ cursor: String) async throws {
        let faces = await #expect(throws: RegistryError.self) {
            try await registry.faces.page(FaceFilter(cursor: cursor))
        }
        #expect(faces?.code == .invalidCursor)
        let registrations = await #expect(throws: RegistryError.self) {
            try await registry.registrations.page(matching: RegistrationFilter(cursor: cursor))
        }
        #expect(registrations?.code == .invalidCursor)
        let families = await #expect(throws: RegistryError.self) {
            try await registry.faces.families(FaceFilter(cursor: cursor))
        }
        #expect(families?.code == .invalidCursor)
    }

    @Test func `go on in a later run of the registry, and are refused by one that was made anew`() async throws {
        for number in 1...3 { try await registry.register(number, [face("F\(number)")]) }
        let faces = try await registry.faces.page(FaceFilter(limit: 1))
        let registrations = try await registry.registrations.page(matching: RegistrationFilter(limit: 1))
        try registry.close()
        let later = try scratch.open()
        #expect(
            try await later.faces.page(FaceFilter(cursor: faces.cursor)).faces.map(\.face.postscriptName) == [
                "F2", "F3",
            ])
        // Of another list of the same registry they are refused too.
        let other = await #expect(throws: RegistryError.self) {
            try await later.faces.page(FaceFilter(cursor: registrations.cursor))
        }
        #expect(other?.code == .invalidCursor)
        try later.close()

        for name in try scratch.names() { try FileManager.default.removeItem(atPath: "\(scratch.path)/\(name)") }
        let anew = try scratch.open()
        for number in 1...3 { try await anew.register(number, [face("F\(number)")]) }
        let ofFaces = await #expect(throws: RegistryError.self) {
            try await anew.faces.page(FaceFilter(cursor: faces.cursor))
        }
        #expect(ofFaces?.code == .invalidCursor)
        let ofRegistrations = await #expect(throws: RegistryError.self) {
            try await anew.registrations.page(matching: RegistrationFilter(cursor: registrations.cursor))
        }
        #expect(ofRegistrations?.code == .invalidCursor)
    }
}
