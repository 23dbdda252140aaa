internal import BusInterface
internal import DBus

/// Criteria by which the service finds fonts, because lists do not contain coverage and licences.
struct FaceQuery: Sendable, Equatable {
    /// A kind of well-known licences, by what people may do with a font.
    enum Licence: Int, Sendable, CaseIterable {
        case openFont, apache, gpl, unstated

        /// Texts of which a font's licence, or the address of the licence, contains at least one.
        var marks: [String] {
            switch self {
            case .openFont: marks("open font license", "sil.org/ofl", "openfontlicense.org")
            case .apache: marks("apache license", "apache.org/licenses")
            case .gpl: marks("general public license", "gnu.org/licenses")
            case .unstated: marks("")
            }
        }

        /// Wraps texts in the language of licences, which are not shown and not translated.
        private func marks(_ texts: String...) -> [String] { texts }
    }

    /// A BCP 47 tag; `nil` for any language.
    var language: String?
    /// A code of ISO 15924 in lower case; `nil` for any script.
    var script: String?
    var licence: Licence?
    /// Whether only fonts with coloured glyphs are wanted.
    var isColored = false

    var isEmpty: Bool { self == FaceQuery() }

    /// The filters for the service, whose results together match the criteria.
    var filters: [[String: BusVariant]] {
        var filter: [String: BusVariant] = [:]
        if let language { filter["languages"] = BusVariant([language]) }
        if let licence { filter["licences"] = BusVariant(licence.marks) }
        if isColored { filter["color"] = BusVariant(true) }
        guard let script else { return [filter] }
        return (ScriptTags.all[script] ?? []).map { tag in filter.merging(["scripts": BusVariant([tag])]) { $1 } }
    }

    /// Finds the ids of the matching fonts outside the main thread.
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
