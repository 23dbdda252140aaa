package import DBus
package import FontModel

extension JSONText {
    /// Creates a document from a value of the bus.
    ///
    /// Dictionaries become objects with sorted keys, and variants are replaced with their contents.
    package init(_ value: BusValue) {
        switch value {
        case .boolean(let value): self = .boolean(value)
        case .byte(let value): self = .unsigned(UInt64(value))
        case .uint16(let value): self = .unsigned(UInt64(value))
        case .uint32(let value): self = .unsigned(UInt64(value))
        case .uint64(let value): self = .unsigned(value)
        case .int16(let value): self = .integer(Int64(value))
        case .int32(let value): self = .integer(Int64(value))
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .objectPath(let value): self = .string(value.text)
        case .signature(let value): self = .string(value.text)
        case .fileDescriptor: self = .null
        case .array(_, let values): self = .array(values.map { JSONText($0) })
        case .structure(let values): self = .array(values.map { JSONText($0) })
        case .variant(let value): self = JSONText(value)
        case .dictionary(_, _, let entries):
            self = .object(entries.map { (Self.key($0.key), JSONText($0.value)) }.sorted { $0.0 < $1.0 })
        }
    }

    /// Creates an object with sorted keys from a dictionary of the bus.
    package init(_ dictionary: [String: BusVariant]) {
        self = .object(dictionary.sorted { $0.key < $1.key }.map { ($0.key, JSONText($0.value.value)) })
    }

    /// Creates an array of objects from dictionaries of the bus.
    package init(_ dictionaries: [[String: BusVariant]]) {
        self = .array(dictionaries.map { JSONText($0) })
    }

    /// The document without spaces, as in the lists that the service provides as files.
    package var compactLine: String {
        switch self {
        case .array(let values): "[\(values.map(\.compactLine).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSONText.string($0).line):\($1.compactLine)" }.joined(separator: ","))}"
        default: line
        }
    }

    private static func key(_ value: BusValue) -> String {
        if case .string(let text) = value { return text }
        return JSONText(value).line
    }
}
