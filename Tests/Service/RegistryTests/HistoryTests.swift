import FontModel
import GRDB
import Registry
import Testing

@Suite struct `The history` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func item(_ number: Int, _ kind: HistoryItem.Kind = .installed) -> HistoryItem {
        HistoryItem(
            kind, subject: "font\(number)", digest: digest(number), provider: foundry, family: "Family",
            postscriptName: "Face\(number)", revision: 0x0001_4000)
    }

    private func pages(_ registry: Registry, limit: Int) async throws -> [[Int64]] {
        var filter = HistoryFilter(limit: limit)
        var pages: [[Int64]] = []
        repeat {
            let page = try await registry.history.page(matching: filter)
            pages.append(page.entries.map(\.id))
            filter.cursor = page.cursor
        } while filter.cursor != nil
        return pages
    }

    /// Makes all entries older, as time would.
    private func age(by days: Int64) throws {
        let raw = try DatabaseQueue(path: scratch.registryPath)
        try raw.write { try $0.execute(sql: "UPDATE historyEntry SET time = time - ?", arguments: [days * 86_400]) }
        try raw.close()
    }

    @Test func `tells who did what, the last change first, over a restart`() async throws {
        let registry = try scratch.open()
        let operation = HistoryOperation(
            key: "a", cause: .user, action: "install", caller: "session.shell", program: "typecase",
            command: "typecase install a.ttf")
        _ = try await registry.commit([.history(operation, [item(1)])])
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1, .disabled)])])
        // What comes later for the same operation is the same change.
        _ = try await registry.commit([.history(operation, [item(2)])])
        try registry.close()
        let entries = try await scratch.open().history.page(matching: HistoryFilter()).entries
        #expect(entries.map(\.id) == [2, 1])
        #expect(entries[1].operation == operation && entries[1].items == [item(1), item(2)])
        #expect(entries[0].operation.action == "disabled" && entries[0].items == [item(1, .disabled)])
        #expect(entries[0].items[0].version == "1.250")
    }

    @Test func `tells what was done to one font, without what was done to others`() async throws {
        let registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1), item(2), item(3)])])
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1, .disabled)])])
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(2, .removed)])])
        let entries = try await registry.history.page(matching: HistoryFilter(font: "font2", itemLimit: 1)).entries
        #expect(entries.map(\.id) == [3, 1])
        #expect(entries.map(\.items) == [[item(2, .removed)], [item(2)]])
        #expect(entries.map(\.itemCount) == [1, 3])
        #expect(try await registry.history.page(matching: HistoryFilter(font: "nobody")).entries.isEmpty)
    }

    @Test func `knows what was undone, and that it is in effect again when that is undone`() async throws {
        let registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1)])])
        #expect(try await registry.history.lastUndoable()?.id == 1)
        _ = try await registry.commit([.history(HistoryOperation(cause: .user, undoes: 1), [item(1, .removed)])])
        #expect(try await registry.history.page(matching: HistoryFilter(id: 1)).entries.first?.undoneBy == 2)
        #expect(try await registry.history.lastUndoable() == nil, "an undo is not undone unasked")
        _ = try await registry.commit([.history(HistoryOperation(cause: .user, undoes: 2), [item(1)])])
        let undone = try await registry.history.page(matching: HistoryFilter()).entries.map(\.undoneBy)
        #expect(undone == [nil, 3, nil])
        #expect(try await registry.history.lastUndoable()?.id == 1)
    }

    @Test func `is rolled back with the commit that it is a part of`() async throws {
        let registry = try scratch.open()
        await #expect(throws: RegistryError.self) {
            _ = try await registry.commit([
                .history(HistoryOperation(cause: .user), [item(1)]), .deleteRegistration(id("nobody")),
            ])
        }
        #expect(try await registry.history.page(matching: HistoryFilter()).entries.isEmpty)
    }

    @Test func `forgets what is older than 30 days`() async throws {
        var registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1)])])
        try registry.close()
        try age(by: 20)
        registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(2)])])
        #expect(try await registry.history.page(matching: HistoryFilter()).entries.map(\.id) == [2, 1])
        try registry.close()
        try age(by: 11)
        registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(3)])])
        #expect(try await registry.history.page(matching: HistoryFilter()).entries.map(\.id) == [3, 2])
    }

    @Test func `makes what a program does within a minute one change, and names a part of its fonts`() async throws {
        let registry = try scratch.open()
        let operation = HistoryOperation(cause: .provider, caller: foundry.rawValue, program: "Foundry")
        let count = RegistryLimits.historyItemsOfProgram + 5
        for number in 0..<count { _ = try await registry.commit([.history(operation, [item(number)])]) }
        let page = try await registry.history.page(matching: HistoryFilter(itemLimit: .max))
        #expect(page.entries.map(\.itemCount) == [count])
        #expect(page.entries.map(\.items.count) == [RegistryLimits.historyItemsOfProgram])
        _ = try await registry.commit([.history(HistoryOperation(cause: .provider, caller: "other"), [item(1)])])
        _ = try await registry.commit([.history(operation, [item(1)])])
        #expect(try await registry.history.page(matching: HistoryFilter()).entries.map(\.id) == [3, 2, 1])
    }

    @Test func `does not let programs displace what the user did`() async throws {
        let registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1)])])
        let flood = (0..<RegistryLimits.historyEntriesOfPrograms + 200).map { number in
            RegistryMutation.history(
                HistoryOperation(cause: .provider, caller: number.isMultiple(of: 2) ? "a" : "b"), [item(number)])
        }
        _ = try await registry.commit(flood)
        let all = try await pages(registry, limit: 1000).flatMap(\.self)
        #expect(all.last == 1)
        #expect(all.count <= RegistryLimits.historyEntriesOfPrograms + 65)
    }

    @Test func `has pages that are as fast at the end as at the start, within its bound`() async throws {
        try scratch.open().close()
        let raw = try DatabaseQueue(path: scratch.registryPath)
        // As if each change had been made by a call of its own.
        try await raw.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO historyEntry (id, time, cause, action, caller, program, command, itemCount)
                    SELECT n, unixepoch(), 'user', 'install', 'session.shell', 'typecase', 'typecase install', 1
                    FROM number;
                    """, arguments: [RegistryLimits.historyItems + 500])
            try db.execute(
                sql: """
                    INSERT INTO historyItem (
                        id, entry, kind, subject, digest, provider, family, postscriptName, revision)
                    SELECT id, id, 'installed', 'font' || id, NULL, 'user', 'Family', 'Face', 65536 FROM historyEntry
                    """)
        }
        try raw.close()
        let registry = try scratch.open()
        _ = try await registry.commit([.history(HistoryOperation(cause: .user), [item(1)])])
        let clock = ContinuousClock()
        var times: [Duration] = []
        var filter = HistoryFilter(limit: 1000)
        var count = 0
        repeat {
            let start = clock.now
            let page = try await registry.history.page(matching: filter)
            times.append(clock.now - start)
            count += page.entries.count
            filter.cursor = page.cursor
        } while filter.cursor != nil
        #expect(count == RegistryLimits.historyItems)
        // The middle one of ten, as another process may hold up any of them.
        let (first, last) = (times.prefix(10).sorted()[5], times.suffix(10).sorted()[5])
        #expect(last < first * 3 + .milliseconds(20), "\(first) for the first 1,000 changes, \(last) for the last")
    }

    @Test func `refuses cursors of other lists`() async throws {
        let registry = try scratch.open()
        let error = await #expect(throws: RegistryError.self) {
            _ = try await registry.history.page(matching: HistoryFilter(cursor: "r1.1"))
        }
        #expect(error?.code == .invalidCursor)
    }
}
