import FontModel
import Foundation
import GRDB
import Glibc
import Registry
import Testing

@Suite struct `A damaged or foreign registry` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private var url: URL { URL(filePath: scratch.registryPath) }

    /// A registry of a few hundred pages, closed.
    private func fill() async throws {
        let registry = try scratch.open()
        for number in 1...40 {
            try await registry.register(number, (0..<10).map { face("F\(number)-\($0)", index: $0) })
        }
        try registry.close()
    }

    enum Damage: CaseIterable, CustomTestStringConvertible {
        case empty, oneByte, header, halfPage, onePage, half, lastByte, text, zeroes, garbagePages, otherDatabase

        var testDescription: String { "\(self)" }

        func inflict(on url: URL) throws {
            var bytes = try Data(contentsOf: url)
            switch self {
            case .empty: bytes = Data()
            case .oneByte: bytes = bytes.prefix(1)
            case .header: bytes = bytes.prefix(100)
            case .halfPage: bytes = bytes.prefix(2048)
            case .onePage: bytes = bytes.prefix(4096)
            case .half: bytes = bytes.prefix(bytes.count / 2)
            case .lastByte: bytes = bytes.dropLast(1)
            case .text: bytes = Data("this is not a database\n".utf8) + Data(count: 9000)
            case .zeroes: bytes = Data(count: bytes.count)
            case .garbagePages:
                for offset in 4096..<bytes.count { bytes[offset] = UInt8(truncatingIfNeeded: offset &* 31) }
            case .otherDatabase:
                try FileManager.default.removeItem(at: url)
                let other = try DatabaseQueue(path: url.path)
                try other.write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER)") }
                try other.close()
                return
            }
            try bytes.write(to: url)
        }
    }

    @Test(arguments: Damage.allCases)
    func `is set aside as it is, and replaced by an empty one`(_ damage: Damage) async throws {
        try await fill()
        try damage.inflict(on: url)
        let bytes = try Data(contentsOf: url)
        let (registry, condition) = try Registry.open(at: scratch.registryPath)
        #expect(condition == .damaged(setAsideAs: "registry.sqlite.damaged-1"))
        #expect(Registry.damagedFile(besides: scratch.registryPath) == "\(scratch.registryPath).damaged-1")
        #expect(try Data(contentsOf: URL(filePath: scratch.registryPath + ".damaged-1")) == bytes)
        #expect(try await registry.contents.all().isEmpty)
        try await registry.register(1, [face("A")])
        try registry.close()
        #expect(try Registry.open(at: scratch.registryPath).1 == .opened)
    }

    @Test(arguments: ["crash", "query", "boot"])
    func `that was closed and trusted is told by the query that meets it, and by the opening after`(
        event: String
    ) async throws {
        try await fill()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        let page = try await raw.read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'faceName'")
        }
        try raw.close()
        var bytes = try Data(contentsOf: url)
        let start = (try #require(page) - 1) * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xFF, count: 4096))
        try bytes.write(to: url)

        let (trusted, condition) = try Registry.open(at: scratch.registryPath, trustsCleanClose: true)
        #expect(condition == .opened)
        if event == "query" {
            let error = await #expect(throws: RegistryError.self) { try await trusted.faces.page(FaceFilter()) }
            #expect(error?.code == .damaged)
        }
        try trusted.close()
        switch event {
        // A log that is not empty is the sign of a crash.
        case "crash": try Data(count: 32).write(to: URL(filePath: scratch.registryPath + "-wal"))
        case "boot":
            let past = timespec(tv_sec: 1, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, scratch.registryPath, [past, past], 0) == 0)
        default: break
        }
        let (next, second) = try Registry.open(at: scratch.registryPath, trustsCleanClose: true)
        #expect(second == .damaged(setAsideAs: "registry.sqlite.damaged-1"))
        try next.close()
        #expect(try Registry.open(at: scratch.registryPath, trustsCleanClose: true).1 == .created)
    }

    @Test func `is set aside under a name that is free`() async throws {
        for number in 1...3 {
            try Data("damaged \(number)".utf8).write(to: url)
            let (registry, condition) = try Registry.open(at: scratch.registryPath)
            #expect(condition == .damaged(setAsideAs: "registry.sqlite.damaged-\(number)"))
            #expect(Registry.damagedFile(besides: scratch.registryPath)?.hasSuffix(".damaged-\(number)") == true)
            try registry.close()
        }
        for number in 1...3 {
            let text = try String(contentsOfFile: scratch.registryPath + ".damaged-\(number)", encoding: .utf8)
            #expect(text == "damaged \(number)")
        }
    }

    @Test func `takes its log with it`() async throws {
        let registry = try scratch.open()
        try await registry.register(1, [face("A")])
        let log = try Data(contentsOf: URL(filePath: scratch.registryPath + "-wal"))
        try registry.close()
        try Data("garbage".utf8).write(to: url)
        try log.write(to: URL(filePath: scratch.registryPath + "-wal"))
        _ = try Registry.open(at: scratch.registryPath)
        #expect(try Data(contentsOf: URL(filePath: scratch.registryPath + ".damaged-1-wal")) == log)
    }

    @Test func `a log without its file is kept, not applied to a new file`() async throws {
        let log = Data("left alone".utf8)
        try log.write(to: URL(filePath: scratch.registryPath + "-wal"))
        let (_, condition) = try Registry.open(at: scratch.registryPath)
        #expect(condition == .damaged(setAsideAs: "registry.sqlite.damaged-1"))
        #expect(try Data(contentsOf: URL(filePath: scratch.registryPath + ".damaged-1-wal")) == log)
    }

    @Test func `a registry that lost a table's contents is set aside`() async throws {
        try await fill()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { try $0.execute(sql: "DELETE FROM state") }
        try raw.close()
        #expect(
            try Registry.open(at: scratch.registryPath).1 == .damaged(setAsideAs: "registry.sqlite.damaged-1"))
    }

    @Test(
        arguments: [
            "PRAGMA user_version = 99", "PRAGMA application_id = 7",
            "INSERT INTO grdb_migrations (identifier) VALUES ('999-later')",
        ], [RegistryJournalMode.writeAheadLog, .rollback])
    func `of a later version is refused and not touched`(
        _ statement: String, _ journalMode: RegistryJournalMode
    ) async throws {
        try await fill()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.writeWithoutTransaction { db in
            try db.execute(sql: statement)
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try raw.close()
        let bytes = try Data(contentsOf: url)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.registryPath)
        let error = #expect(throws: RegistryError.self) {
            try Registry.open(at: scratch.registryPath, journalMode: journalMode)
        }
        #expect(error?.code == .newerSchema)
        #expect(try Data(contentsOf: url) == bytes)
        let after = try FileManager.default.attributesOfItem(atPath: scratch.registryPath)
        #expect(after[.modificationDate] as? Date == attributes[.modificationDate] as? Date)
        #expect(try scratch.names().allSatisfy { !$0.contains("damaged") })
    }

    @Test(arguments: [RegistryJournalMode.writeAheadLog, .rollback])
    func `killed in a change that a journal protects, is as it was before`(
        _ journalMode: RegistryJournalMode
    ) async throws {
        try await fill()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        let copy = try ScratchDirectory()
        let paths = ["", "-journal"].map { (from: scratch.registryPath + $0, to: copy.registryPath + $0) }
        try await raw.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            // Pages leave the memory before the commit, so the file is half changed and only the journal tells.
            try db.execute(sql: "PRAGMA cache_size = 1")
            try db.execute(sql: "BEGIN; DELETE FROM face; DELETE FROM registration; DELETE FROM content")
            for (from, to) in paths { try FileManager.default.copyItem(atPath: from, toPath: to) }
            try db.execute(sql: "ROLLBACK")
        }
        try raw.close()
        #expect(try Data(contentsOf: url) != Data(contentsOf: URL(filePath: copy.registryPath)), "half changed")
        let (registry, condition) = try Registry.open(at: copy.registryPath, journalMode: journalMode)
        #expect(condition == .opened)
        #expect(try await registry.contents.all().count == 40)
        try registry.close()
    }

    @Test func `of a later version is refused even where only the log tells, and file and log stay`() async throws {
        try await fill()
        let raw = try DatabasePool(path: scratch.registryPath)
        try await raw.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999-later')") }
        let copy = try ScratchDirectory()
        for name in ["registry.sqlite", "registry.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: scratch.path + "/" + name, toPath: copy.path + "/" + name)
        }
        let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy.registryPath + $0)) }
        let error = #expect(throws: RegistryError.self) { try Registry.open(at: copy.registryPath) }
        #expect(error?.code == .newerSchema)
        let after = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy.registryPath + $0)) }
        #expect(after == before)
        try raw.close()
    }

    @Test(arguments: [
        "UPDATE content SET format = 'pictures'", "UPDATE face SET slant = 'leaning'",
        "UPDATE face SET embedding = ''", "UPDATE face SET revision = 9000000000",
        "UPDATE repertoire SET coverage = x'01'", "UPDATE registration SET scope = 'for ever'",
        "UPDATE provider SET identifier = '../etc'", "UPDATE faceName SET kind = -1",
        "UPDATE namedInstance SET coordinates = x'0102'",
    ])
    func `a row that cannot be decoded is an error of the query`(_ statement: String) async throws {
        let registry = try scratch.open()
        try await registry.register(1, [richFace()])
        try registry.close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try await raw.write { try $0.execute(sql: statement) }
        try raw.close()
        let again = try scratch.open()
        let error = await #expect(throws: RegistryError.self) {
            _ = try await again.registrations.page(matching: RegistrationFilter())
            _ = try await again.faces.face(id("font1"), includingCoverage: true)
        }
        #expect(error?.code == .damaged)
    }
}
