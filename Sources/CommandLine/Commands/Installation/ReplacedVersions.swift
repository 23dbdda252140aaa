internal import BusInterface
internal import DBus
internal import FontModel

/// The versions of the fonts that left for those that a command has installed, as the history has them.
struct ReplacedVersions: Sendable {
    private var versions: [String: String] = [:]

    /// Asks the service, where anything was replaced.
    ///
    /// - Parameters:
    ///   - records: The results of the service.
    ///   - session: The connection that made the change.
    init(of records: [FontRecord], over session: CommandSession) async {
        guard records.contains(where: { ($0.value("replaced") ?? [String]()).isEmpty == false }) else { return }
        // The change that was just made is the last one of the user's.
        let filter = ["cause": BusVariant("user"), "limit": BusVariant(UInt32(1))]
        guard let last = try? await session.management.listHistory(filter: filter).changes.first,
            let id: UInt64 = FontRecord(last).value("id"),
            let change = try? await session.management.listHistory(filter: ["id": BusVariant(id)]).changes.first
        else { return }
        let items: [[String: BusVariant]] = FontRecord(change).value("items") ?? []
        for item in items.map(FontRecord.init) where item.text("kind") == "replaced" {
            versions[item.text("postscript_name")] = item.text("version")
        }
    }

    /// Nothing was replaced.
    init() {}

    /// The version that left for a font; `nil` where it is not known, or none did.
    func version(before font: FontRecord) -> String? {
        font.faces.lazy.compactMap { versions[$0.text("postscript_name")] }.first
    }
}
