internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The lists that the service returns completely, as files.
///
/// A list that takes a third of a second in pages takes milliseconds as a file.
extension CommandSession {
    /// The maximum number of bytes of a list; the service does not write larger lists.
    private static let largestList = 64 << 20

    /// The keys by which fonts are shown and distinguished.
    static let nameKeys = [
        "id", "provider", "scope", "enabled", "quarantined", "collision", "faces", "display_name", "full_name",
        "postscript_name", "family", "typographic_family", "style",
    ]

    /// All registered fonts that match a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter of `ListFonts`.
    ///   - keys: The keys to read for each entry.
    /// - Returns: The fonts, oldest first.
    /// - Throws: An error if they cannot be listed.
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

    /// All faces that programs find and that match a filter.
    ///
    /// - Parameters:
    ///   - filter: The filter of `ListFaces`.
    ///   - keys: The keys to read for each entry.
    /// - Returns: The faces.
    /// - Throws: An error if they cannot be listed.
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

    /// A list that the service returns as a file or in pages.
    ///
    /// Pages are needed for an older service that does not return such files: it may still run after this program was
    /// updated.
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

    /// The error for a list that cannot be read.
    static var unreadable: CommandFailure {
        CommandFailure(
            failed: localized(
                """
                The font service wrote a list that cannot be read. Run 'typecase doctor' to check whether the service \
                and this program have different versions.
                """))
    }

    private static func content(of file: OwnedFileDescriptor) throws(CommandFailure) -> [UInt8] {
        do throws(Errno) {
            return try file.contents(limit: Self.largestList)
        } catch {
            throw CommandFailure(failed: localized("The list from the font service cannot be read: %1.", "\(error)"))
        }
    }
}
