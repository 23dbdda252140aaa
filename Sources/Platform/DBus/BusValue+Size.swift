extension BusValue {
    /// The maximum number of bytes that the value takes in a message, including padding for alignment.
    ///
    /// Source: D-Bus specification, "Marshaling (Wire Format)".
    package var maximumSize: Int {
        switch self {
        case .byte: 1
        case .int16, .uint16: 2 + 1
        case .boolean, .int32, .uint32, .fileDescriptor: 4 + 3
        case .int64, .uint64, .double: 8 + 7
        case .string(let text): 4 + 3 + text.utf8.count + 1
        case .objectPath(let path): 4 + 3 + path.text.utf8.count + 1
        case .signature(let signature): signature.text.utf8.count + 2
        case .array(_, let values): values.reduce(4 + 3 + 7) { $0 + $1.maximumSize }
        case .structure(let values): values.reduce(7) { $0 + $1.maximumSize }
        case .dictionary(_, _, let entries):
            entries.reduce(4 + 3 + 7) { $0 + 7 + $1.key.maximumSize + $1.value.maximumSize }
        case .variant(let value): value.signature.text.utf8.count + 2 + value.maximumSize
        }
    }
}
