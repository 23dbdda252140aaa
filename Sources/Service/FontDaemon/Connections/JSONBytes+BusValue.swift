internal import DBus
internal import FontModel

extension JSONBytes {
    /// Appends a dictionary as an object with sorted keys.
    mutating func append(_ dictionary: [String: BusVariant]) {
        append(dictionary.busValue)
    }

    /// Appends a value: dictionaries as objects with sorted keys, structures as arrays, variants as their contents.
    mutating func append(_ value: BusValue) {
        switch value {
        case .boolean(let value): append(value)
        case .byte(let value): append(UInt64(value))
        case .uint16(let value): append(UInt64(value))
        case .uint32(let value): append(UInt64(value))
        case .uint64(let value): append(value)
        case .int16(let value): append(Int64(value))
        case .int32(let value): append(Int64(value))
        case .int64(let value): append(value)
        case .double(let value): append(value)
        case .string(let value): append(string: value)
        case .objectPath(let value): append(string: value.text)
        case .signature(let value): append(string: value.text)
        case .fileDescriptor: append("null")
        case .array(_, let values), .structure(let values): append(values)
        case .variant(let value): append(value)
        case .dictionary(_, _, let entries):
            let members = entries.map { (key: Self.key($0.key), value: $0.value) }.sorted { $0.key < $1.key }
            append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { append(",") }
                append(string: member.key)
                append(":")
                append(member.value)
            }
            append("}")
        }
    }

    private mutating func append(_ values: [BusValue]) {
        append("[")
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            append(value)
        }
        append("]")
    }

    /// A key as text; all keys in face dictionaries are strings.
    private static func key(_ value: BusValue) -> String {
        if case .string(let text) = value { return text }
        var text = JSONBytes()
        text.append(value)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
