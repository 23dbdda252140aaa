internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The lists that the service hands out whole, as files: what takes pages a third of a second takes them milliseconds.
extension CommandSession {
    /// The most bytes of a list: the service writes no larger ones.
    private static let largestList = 64 << 20

    /// The keys by which fonts are shown and told apart.
    static let nameKeys = [
        "id", "provider", "scope", "enabled", "quarantined", "collision", "faces", "display_name", "full_name",
        "postscript_name", "family", "typographic_family", "style",
    ]

    /// Registered fonts, all that pass a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter of `ListFonts`.
    ///   - keys: What is read of each.
    /// - Returns: The fonts, oldest first.
    /// - Throws: Why they cannot be listed.
    func fontList(
        _ filter: [String: BusVariant] = [:], keys: [String] = nameKeys
    ) async throws(CommandFailure) -> [FontRecord] {
        try Self.records(in: try await fontListFile(filter), keys)
    }

    /// The file of ``fontList(_:keys:)``.
    func fontListFile(_ filter: [String: BusVariant]) async throws(CommandFailure) -> [UInt8] {
        try await list { () async throws(BusError) in
            try await management.listFontsFile(filter: filter)
        } orElse: { () async throws(CommandFailure) in
            try await PagedList.all(filter) { page throws(BusError) in
                let reply = try await management.listFonts(filter: page)
                return (reply.fonts, reply.cursor)
            }
        }
    }

    /// Faces that programs find, all that pass a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter of `ListFaces`.
    ///   - keys: What is read of each.
    /// - Returns: The faces.
    /// - Throws: Why they cannot be listed.
    func faceList(
        _ filter: [String: BusVariant], keys: [String] = nameKeys
    ) async throws(CommandFailure) -> [FontRecord] {
        try Self.records(in: try await faceListFile(filter), keys)
    }

    /// The file of ``faceList(_:keys:)``.
    func faceListFile(_ filter: [String: BusVariant]) async throws(CommandFailure) -> [UInt8] {
        try await list { () async throws(BusError) in
            try await fonts.listFacesFile(filter: filter)
        } orElse: { () async throws(CommandFailure) in
            try await PagedList.all(filter) { page throws(BusError) in
                let reply = try await fonts.listFaces(filter: page)
                return (reply.faces, reply.cursor)
            }
        }
    }

    /// A list that comes as a file, or in pages from a service of a version that hands out no such files: it may run on
    /// when this program was updated already.
    private func list(
        asFile file: () async throws(BusError) -> OwnedFileDescriptor,
        orElse pages: () async throws(CommandFailure) -> [[String: BusVariant]]
    ) async throws(CommandFailure) -> [UInt8] {
        let opened: OwnedFileDescriptor
        do throws(BusError) {
            opened = try await file()
        } catch {
            guard error.code == .unknownMethod else { throw CommandFailure(error) }
            return Array(try await pages().map { JSONText($0).compactLine + "\n" }.joined().utf8)
        }
        return try Self.content(of: opened)
    }

    /// The records of a list.
    static func records(in bytes: [UInt8], _ keys: [String]) throws(CommandFailure) -> [FontRecord] {
        do throws(RecordLines.Fault) {
            return try RecordLines(keys).records(in: bytes).map(FontRecord.init)
        } catch {
            throw unreadable
        }
    }

    /// What a list fails with that is none.
    static var unreadable: CommandFailure {
        CommandFailure(
            failed: localized(
                """
                The font service wrote a list that cannot be read. Run typecase doctor; it says whether the service \
                has another version than this program.
                """))
    }

    private static func content(of file: OwnedFileDescriptor) throws(CommandFailure) -> [UInt8] {
        do throws(Errno) {
            return try file.contents(limit: Self.largestList)
        } catch {
            throw CommandFailure(failed: localized("The list of the font service cannot be read: %1.", "\(error)"))
        }
    }
}
