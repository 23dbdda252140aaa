internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import SystemPackage

/// Lists that the service returns as files, because thousands of dictionaries would take many times as long.
extension ServiceSession {
    /// The maximum size of a list in bytes; the service writes no larger lists.
    private static let largestList = 64 << 20

    /// The keys that pages show; integral numbers arrive as integers.
    private static let keys = [
        "id", "source", "provider", "enabled", "sha256", "quarantine", "quarantine_reason", "collision", "faces",
        "face_index", "family", "typographic_family", "style", "full_name", "postscript_name", "weight", "slant",
        "variable", "monospace",
    ]

    /// Registered fonts, each with its faces.
    ///
    /// - Parameter filter: The filter; if it is empty, everything is listed.
    /// - Returns: The fonts.
    /// - Throws: The reason why they cannot be listed.
    @concurrent
    func registeredFonts(
        _ filter: [String: BusVariant] = [:]
    ) async throws(BusError) -> [(font: Record, faces: [Record])] {
        do throws(BusError) {
            let file = try await management.listFontsFile(filter: filter)
            return try Self.lines(of: file).map { (Record($0.entries), $0.faces.map { Record($0.entries) }) }
        } catch {
            guard error.code == .unknownMethod else { throw error }
            // An older version of the service does not return files.
            return try await all(filter) { filter throws(BusError) in
                let page = try await management.listFonts(filter: filter)
                return (page.fonts, page.cursor)
            }.map { ($0, $0.records("faces")) }
        }
    }

    /// The faces that programs find.
    ///
    /// - Parameter filter: The filter; if it is empty, everything is listed.
    /// - Returns: The faces.
    /// - Throws: The reason why they cannot be listed.
    @concurrent
    func faces(_ filter: [String: BusVariant] = [:]) async throws(BusError) -> [Record] {
        do throws(BusError) {
            return try Self.lines(of: try await fonts.listFacesFile(filter: filter)).map { Record($0.entries) }
        } catch {
            guard error.code == .unknownMethod else { throw error }
            return try await all(filter) { filter throws(BusError) in
                let page = try await fonts.listFaces(filter: filter)
                return (page.faces, page.cursor)
            }
        }
    }

    private static func lines(of file: OwnedFileDescriptor) throws(BusError) -> [RecordLines.Record] {
        guard let bytes = try? file.contents(limit: largestList),
            let records = try? RecordLines(keys).records(in: bytes)
        else { throw .failed("The font service wrote a list that cannot be read.") }
        return records
    }
}
