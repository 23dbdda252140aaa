/// Numbers as bytes: eight little-endian bytes each.
enum DoubleList {
    /// Writes numbers.
    static func encode(_ values: [Double]) -> [UInt8] {
        values.flatMap { value in
            (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
        }
    }

    /// Reads what ``encode(_:)`` wrote; `nil` for anything else.
    static func decode(_ bytes: [UInt8]) -> [Double]? {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) })
        }
    }
}
