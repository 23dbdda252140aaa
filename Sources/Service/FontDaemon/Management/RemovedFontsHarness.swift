internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import Registry

/// Serves the removed fonts that can be restored.
struct RemovedFontsHarness: Management1RemovedFontsService {
    let operations: CallerOperations
    let queries: FontQueries
    let removedFonts: RemovedFontsService

    func listRemoved(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        let filter = BusDictionary(filter, "filter")
        let limit = try FontFilters.limit(filter, maximum: RegistrationFilter.maximumLimit)
        let cursor = try FontFilters.text(filter, "cursor") ?? ""
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let fonts = try await removedFonts.list()
        guard let start = Self.start(of: cursor, in: fonts) else {
            throw BusError(
                FontError(
                    .invalidCursor,
                    "The cursor does not belong to this list. Start again from the beginning of the list."))
        }
        let page = Array(fonts[start...].prefix(limit))
        let dictionaries = await ReplyPage.make(of: page, Self.dictionary)
        let next = start + dictionaries.count
        return (dictionaries, next < fonts.count ? Self.cursor(after: fonts[next - 1]) : "")
    }

    func restoreFonts(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let digests = try FontFilters.digests(ids)
        let answer = try await operations.changing(call, "restore", options) {
            try await removedFonts.restore(digests)
        }
        let results = zip(ids, answer.outcomes).map { id, outcome -> [String: BusVariant] in
            switch outcome {
            case .success(let font): RegistrationHarness.registration(font)
            case .failure(let error): ["id": BusVariant(id)].merging(error.itemDictionary()) { first, _ in first }
            }
        }
        return (results, answer.generation)
    }

    func purgeRemoved(_ call: BusMethodCall, ids: [String], options: [String: BusVariant]) async throws -> UInt32 {
        let digests = try FontFilters.digests(ids)
        return UInt32(
            clamping: try await removedFonts.delete(digests))
    }

    private static func dictionary(_ font: RemovedFont) -> [String: BusVariant] {
        [
            "id": BusVariant(font.digest.hexadecimal), "provider": BusVariant(font.provider.rawValue),
            "reason": BusVariant(font.reason.rawValue), "time": BusVariant(UInt64(clamping: font.time)),
            "expires": BusVariant(UInt64(clamping: font.expires)), "enabled": BusVariant(font.wasEnabled),
            "size": BusVariant(UInt64(clamping: font.size)),
            "faces": BusVariant(
                font.names.map { name in
                    [
                        "postscript_name": BusVariant(name.postscriptName), "family": BusVariant(name.family),
                        "style": BusVariant(name.style ?? ""),
                    ]
                }),
        ]
    }

    /// The cursor for the page after a font.
    private static func cursor(after font: RemovedFont) -> String { "\(font.time)-\(font.digest)" }

    /// The index at which the list continues; `nil` for an invalid cursor.
    ///
    /// The fonts are ordered by their times, the latest first.
    private static func start(of cursor: String, in fonts: [RemovedFont]) -> Int? {
        if cursor.isEmpty { return 0 }
        let parts = cursor.split(separator: "-")
        guard parts.count == 2, let time = Int64(parts[0]), FontDigest(hexadecimal: String(parts[1])) != nil else {
            return nil
        }
        let digest = String(parts[1])
        return fonts.firstIndex { ($0.time, $0.digest.hexadecimal) < (time, digest) } ?? fonts.count
    }
}
