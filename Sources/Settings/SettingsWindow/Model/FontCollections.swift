internal import BusInterface
internal import DBus
internal import Localization

/// A collection of fonts that the user has created.
struct CollectionEntry: Sendable {
    let name: String
    let count: Int
    let enabled: Int
    let missing: Int

    init(_ record: Record) {
        name = record.id("name")
        count = record.number("count")
        enabled = record.number("enabled")
        missing = record.number("missing")
    }

    /// The subtitle of its row.
    var details: String {
        var parts = [localized("1 font", "%1 fonts", count: count)]
        if missing > 0 { parts.append(localized("1 not installed", "%1 not installed", count: missing)) }
        let disabled = count - missing - enabled
        if disabled > 0 { parts.append(localized("1 disabled", "%1 disabled", count: disabled)) }
        return parts.joined(separator: " · ")
    }
}

extension ServiceSession {
    /// All collections, without their fonts.
    func collections() async throws(BusError) -> [CollectionEntry] {
        try await management.listCollections(filter: [:]).map { CollectionEntry(Record($0)) }
    }

    /// One collection.
    ///
    /// - Returns: All registrations of its fonts, and its fonts; `nil` if there is no such collection.
    func collection(_ name: String) async throws(BusError) -> (registrations: [String], fonts: [Record])? {
        let found = try await management.listCollections(filter: ["name": BusVariant(name)]).map(Record.init)
        return found.first.map { ($0.value("ids") ?? [], $0.records("fonts")) }
    }

    /// Adds registrations to a collection, or removes them from it.
    ///
    /// - Returns: The ids that changed the collection, and the first failure.
    func changeCollection(
        _ name: String, _ ids: [String], add: Bool
    ) async throws(BusError) -> (changed: [String], failure: BusError?) {
        var changed: [String] = []
        var failure: BusError?
        for batch in ids.batches(of: MessageLimits.items) {
            let results = try await management.changeCollection(name: name, ids: Array(batch), add: add, options: [:])
                .map(Record.init)
            for (id, result) in zip(batch, results) {
                if result.flag("changed") { changed.append(id) }
                failure = failure ?? result.failure
            }
        }
        return (changed, failure)
    }
}
