internal import BusInterface
internal import Commands
internal import DBus
internal import FontModel
internal import LinuxSystem

/// The lists of the fake service as files.
extension FakeFontService {
    func listFontsFile(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> OwnedFileDescriptor {
        if snapshot.isOlder { throw BusError(.unknownMethod, "No such method") }
        var (fonts, cursor) = try listFonts(call, filter: filter)
        while !cursor.isEmpty {
            let page = try listFonts(call, filter: filter.merging(["cursor": BusVariant(cursor)]) { $1 })
            fonts += page.fonts
            cursor = page.cursor
        }
        return try Self.file(fonts)
    }

    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> OwnedFileDescriptor {
        if snapshot.isOlder { throw BusError(.unknownMethod, "No such method") }
        return try Self.file(try listFaces(call, filter: filter).faces)
    }

    private static func file(_ dictionaries: [[String: BusVariant]]) throws -> OwnedFileDescriptor {
        let lines = dictionaries.map { line($0.busValue) + "\n" }
        return try SealedMemory(bytes: Array(lines.joined().utf8)).descriptor
    }

    /// A value as the service writes it: without spaces, and with the escapes that JSON demands alone.
    private static func line(_ value: BusValue) -> String {
        switch value {
        case .variant(let value): line(value)
        case .array(_, let values): "[\(values.map(line).joined(separator: ","))]"
        case .dictionary(_, _, let entries):
            "{\(entries.map { "\(line($0.key)):\(line($0.value))" }.joined(separator: ","))}"
        case .string(let text):
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
        default: JSONText(value).line
        }
    }
}
