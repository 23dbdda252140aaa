internal import BusInterface
internal import DBus

/// What the service is asked to find fonts by: what a font covers and says of itself is more than a list holds.
struct FaceQuery: Sendable, Equatable {
    /// What people may do with a font, as far as its licence is a well-known one.
    enum Licence: Int, Sendable, CaseIterable {
        case openFont, apache, gpl, unstated

        /// What is in the licence of a font, or in the address of it; of several one is enough.
        var marks: [String] {
            switch self {
            case .openFont: marks("open font license", "sil.org/ofl", "openfontlicense.org")
            case .apache: marks("apache license", "apache.org/licenses")
            case .gpl: marks("general public license", "gnu.org/licenses")
            case .unstated: marks("")
            }
        }

        /// Texts in the language of licences, which nobody is shown.
        private func marks(_ texts: String...) -> [String] { texts }
    }

    /// A BCP 47 tag; `nil` where the language does not matter.
    var language: String?
    /// A code of ISO 15924 in small letters; `nil` where the script does not matter.
    var script: String?
    var licence: Licence?
    /// Whether only fonts with coloured glyphs are wanted.
    var isColored = false

    var isEmpty: Bool { self == FaceQuery() }

    /// Filters of the service that have what is asked for between them.
    var filters: [[String: BusVariant]] {
        var filter: [String: BusVariant] = [:]
        if let language { filter["languages"] = BusVariant([language]) }
        if let licence { filter["licences"] = BusVariant(licence.marks) }
        if isColored { filter["color"] = BusVariant(true) }
        guard let script else { return [filter] }
        return (ScriptTags.all[script] ?? []).map { tag in filter.merging(["scripts": BusVariant([tag])]) { $1 } }
    }

    /// The ids of the fonts that are like that, off the thread of the window.
    @concurrent
    func ids(_ session: ServiceSession) async throws(BusError) -> Set<String> {
        var ids: Set<String> = []
        for filter in filters {
            let registered = try await session.registeredFonts(filter).map(\.font)
            let system = try await session.faces(filter.merging(["source": BusVariant("system")]) { $1 })
            for font in registered + system { ids.insert(font.id("id")) }
        }
        return ids
    }
}
