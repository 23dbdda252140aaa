internal import BusInterface
internal import DBus

/// Finds the change that this window made, so that an undo reverts this change and no other.
enum OwnChange {
    /// The kinds of items that add a font.
    static let installing: Set<String> = ["installed", "brought-back", "enabled"]
    /// The kinds of items that remove a font.
    static let removing: Set<String> = ["removed", "set-aside", "deleted"]

    /// The last change in effect that concerns a registration.
    ///
    /// - Parameters:
    ///   - changes: Changes of the history, the latest first.
    ///   - kinds: The kinds of the items.
    ///   - id: The registration.
    /// - Returns: Its number; `nil` if there is none.
    static func number(in changes: [Record], _ kinds: Set<String>, of id: String) -> UInt64? {
        number(in: changes) { change in
            change.records("items").contains { kinds.contains($0.id("kind")) && $0.id("id") == id }
        }
    }

    /// The last change in effect that removed a collection.
    static func number(in changes: [Record], removingCollection name: String) -> UInt64? {
        number(in: changes) { change in
            change.id("action") == "delete-collection"
                && change.records("items").contains { $0.id("collection") == name }
        }
    }

    /// The last change in effect that restored the fonts of a provider.
    static func number(in changes: [Record], restoringProvider id: String) -> UInt64? {
        number(in: changes) { change in
            change.id("action") == "restore-provider" && change.records("items").contains { $0.id("provider") == id }
        }
    }

    private static func number(in changes: [Record], where isWanted: (Record) -> Bool) -> UInt64? {
        changes.first { $0.size("id") > 0 && $0.size("undone_by") == 0 && isWanted($0) }.map { $0.size("id") }
    }
}

/// The history, and undoing its changes.
extension ServiceSession {
    /// The number of changes that are searched for a change of this window.
    private static let searched: UInt32 = 100
    /// The maximum number of changes in a reply.
    private static let pageSize = 1_000

    /// The user's change that concerns registrations of one call.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of its items.
    ///   - ids: The registrations, of which the change concerns at least one.
    /// - Returns: Its number; `nil` if the history cannot be read.
    func change(_ kinds: Set<String>, of ids: some Sequence<String>) async -> UInt64? {
        guard let id = ids.first(where: { !$0.isEmpty }) else { return nil }
        return OwnChange.number(in: await lastChanges(["font": BusVariant(id)]), kinds, of: id)
    }

    /// The user's change that removed a collection; `nil` if the history cannot be read.
    func removal(ofCollection name: String) async -> UInt64? {
        OwnChange.number(in: await lastChanges(), removingCollection: name)
    }

    /// The user's change that restored the fonts of a provider; `nil` if the history cannot be read.
    func restoration(ofProvider id: String) async -> UInt64? {
        OwnChange.number(in: await lastChanges(), restoringProvider: id)
    }

    private func lastChanges(_ filter: [String: BusVariant] = [:]) async -> [Record] {
        let users = ["cause": BusVariant("user"), "limit": BusVariant(Self.searched)].merging(filter) { $1 }
        return ((try? await management.listHistory(filter: users))?.changes ?? []).map(Record.init)
    }

    /// The changes of a registration, the latest first.
    ///
    /// - Throws: The reason why the history cannot be read.
    func history(of id: String) async throws(BusError) -> [Record] {
        try await management.listHistory(filter: ["font": BusVariant(id), "limit": BusVariant(Self.searched)])
            .changes.map(Record.init)
    }

    /// The changes of the history.
    ///
    /// - Parameter count: The maximum number of changes, beginning with the latest.
    /// - Returns: The changes, and whether there are more.
    /// - Throws: The reason why the history cannot be read.
    func history(count: Int) async throws(BusError) -> (changes: [Record], hasMore: Bool) {
        var changes: [Record] = []
        var cursor = ""
        repeat {
            let room = min(count - changes.count, Self.pageSize)
            var filter = ["limit": BusVariant(UInt32(clamping: room))]
            if !cursor.isEmpty { filter["cursor"] = BusVariant(cursor) }
            let page = try await management.listHistory(filter: filter)
            changes += page.changes.map(Record.init)
            cursor = page.cursor
        } while !cursor.isEmpty && changes.count < count
        return (changes, !cursor.isEmpty)
    }

    /// Undoes a change.
    ///
    /// - Returns: The first failure of an item.
    /// - Throws: The error of the call.
    func undo(_ change: UInt64) async throws(BusError) -> BusError? {
        try await management.undo(change: change, options: [:], timeout: Self.changeTimeout)
            .results.lazy.map(Record.init).compactMap(\.failure).first
    }
}
