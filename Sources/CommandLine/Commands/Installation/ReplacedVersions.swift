internal import BusInterface
internal import DBus
internal import FontModel

/// The versions of the fonts that a command has replaced, as recorded in the history.
struct ReplacedVersions: Sendable {
    private var versions: [String: String] = [:]

    /// Creates the list of versions; asks the service only if a font was replaced.
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

    /// Creates an empty list of versions.
    init() {}

    /// The version that a font replaced; `nil` if it is not known, or if the font did not replace any.
    func version(before font: FontRecord) -> String? {
        font.faces.lazy.compactMap { versions[$0.text("postscript_name")] }.first
    }
}
