import FontModel
import Foundation
import GRDB
@testable import Registry
import Testing

@Suite struct `The directories of the system` {
    let scratch: ScratchDirectory
    let registry: Registry

    init() throws {
        scratch = try ScratchDirectory()
        registry = try scratch.open()
    }

    private func faces(_ range: ClosedRange<Int>) -> [(path: String, format: FontFormat?, face: FaceDescription)] {
        range.map { ("/fonts/\($0).otf", .cff, face("Sys\($0)", family: "System")) }
    }

    @Test func `are known with their times`() async throws {
        try await registry.systemDirectories.replace("/b", modificationNanoseconds: -5, faces: [])
        try await registry.systemDirectories.replace("/a", modificationNanoseconds: .max, faces: faces(1...2))
        #expect(
            try await registry.systemDirectories.all() == [
                SystemDirectoryRecord(path: "/a", modificationNanoseconds: .max),
                SystemDirectoryRecord(path: "/b", modificationNanoseconds: -5),
            ])
        try await registry.systemDirectories.remove(["/a", "/none"])
        #expect(try await registry.systemDirectories.all().map(\.path) == ["/b"])
        #expect(try await registry.faces.page(FaceFilter()).faces.isEmpty)
    }

    @Test func `tell their faces under ids that stay`() async throws {
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...3))
        let before = try await registry.faces.page(FaceFilter(source: .system)).faces
        let first = try #require(before.first)
        #expect(first.id.rawValue.hasPrefix("system-") && first.id.rawValue.count == 39)
        #expect(before.contains { $0.path == "/fonts/1.otf" })
        #expect(first.format == .cff && first.provider == nil && first.digest == nil)
        #expect(Set(before.map(\.id)).count == 3)
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 2, faces: faces(1...4))
        let after = try await registry.faces.page(FaceFilter(source: .system)).faces
        #expect(after.count == 4 && Set(before.map(\.id)).isSubset(of: after.map(\.id)))
        let again = try #require(try await registry.faces.face(first.id, includingCoverage: true))
        #expect(again.face.coverage == coverage("abc"))
        #expect(try await registry.faces.face(first.id, index: 1) == nil)
        #expect(try await registry.faces.face(id("system-none")) == nil)
    }

    @Test func `of more faces than one transaction takes are whole`() async throws {
        let count = RegistryLimits.systemFacesPerTransaction * 3 + 7
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...count))
        var seen: [FontIdentifier] = []
        var cursor: String?
        repeat {
            let page = try await registry.faces.page(FaceFilter(cursor: cursor, limit: 100))
            seen += page.faces.map(\.id)
            cursor = page.cursor
        } while cursor != nil
        #expect(seen.count == count && Set(seen).count == count)
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...1))
        #expect(try await registry.faces.page(FaceFilter()).faces.count == 1)
        let raw = try DatabaseQueue(path: scratch.registryPath)
        let rows = try await raw.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM face") }
        #expect(rows == 1)
    }

    @Test func `show the old faces until all the new ones are there, and let commits through meanwhile`() async throws {
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...600))
        let registry = registry
        let replacement = faces(601...1400)
        let replacing = Task {
            try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 2, faces: replacement)
        }
        var counts: Set<Int> = []
        var number = 0
        while counts != [600, 800] {
            number += 1
            _ = try await registry.commit([.change(.added, id("\(number)"), foundry, .provider)])
            var count = 0
            // One face of each old and new set tells which set is seen; a mixture would show both or none.
            for name in ["Sys1", "Sys600"] where try await registry.faces.match([FontDescriptor(name: name)])[0] != nil
            {
                count += 300
            }
            let visible = try await registry.faces.match([
                FontDescriptor(name: "Sys601"), FontDescriptor(name: "Sys1400"),
            ])
            let new = visible.compactMap { $0 }.count
            if new == 2, count == 0 { counts.insert(800) }
            if new == 0, count == 600 { counts.insert(600) }
        }
        try await replacing.value
        #expect(try await registry.faces.page(FaceFilter()).faces.count == 800)
    }

    @Test func `that were left half taken in are not seen, and go`() async throws {
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...3))
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { db in
            try db.execute(sql: "UPDATE systemDirectory SET state = 'arriving'")
        }
        try raw.close()
        let again = try scratch.open()
        #expect(try await again.systemDirectories.all().isEmpty)
        #expect(try await again.faces.page(FaceFilter()).faces.isEmpty)
        try await again.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(2...3))
        #expect(try await again.faces.page(FaceFilter()).faces.count == 2)
        let count = try await DatabaseQueue(path: scratch.registryPath).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM face")
        }
        #expect(count == 2)
    }

    @Test func `with one face twice keep the first`() async throws {
        try await registry.systemDirectories.replace(
            "/fonts", modificationNanoseconds: 1,
            faces: [("/fonts/a.ttc", .collection, face("First")), ("/fonts/a.ttc", .collection, face("Second"))])
        #expect(try await registry.faces.page(FaceFilter()).faces.map(\.face.postscriptName) == ["First"])
    }

    @Test func `that cannot be taken in leave what was known before`() async throws {
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...3))
        let bad = faces(4...5) + [("/" + String(repeating: "x", count: 5000), nil, face("Long"))]
        let error = await #expect(throws: RegistryError.self) {
            try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 2, faces: bad)
        }
        #expect(error?.code == .failed)
        #expect(try await registry.systemDirectories.all().map(\.modificationNanoseconds) == [1])
        #expect(
            try await registry.faces.page(FaceFilter()).faces.map(\.face.postscriptName) == ["Sys1", "Sys2", "Sys3"])
    }

    @Test func `share one row for the same languages and characters, and drop it with the last face`() async throws {
        try await registry.systemDirectories.replace("/fonts", modificationNanoseconds: 1, faces: faces(1...50))
        try await registry.register(1, [face("Ours"), face("Wide", index: 1, characters: "xyz")])
        let raw = try DatabaseQueue(path: scratch.registryPath)
        func rows() async throws -> Int? {
            try await raw.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM repertoire") }
        }
        #expect(try await rows() == 2)
        try await registry.systemDirectories.remove(["/fonts"])
        #expect(try await rows() == 2)
        _ = try await registry.commit([.deleteRegistration(id("font1")), .deleteContent(digest(1))])
        #expect(try await rows() == 0)
        for table in ["face", "faceName", "faceKey", "axis", "namedInstance", "systemDirectory"] {
            let count = try await raw.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
            #expect(count == 0, "\(table)")
        }
    }
}
