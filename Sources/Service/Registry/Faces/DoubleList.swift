/// Encodes numbers as bytes: eight little-endian bytes each.
enum DoubleList {
    /// Encodes numbers.
    static func encode(_ values: [Double]) -> [UInt8] {
        values.flatMap { value in
            (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
        }
    }

    /// Decodes the output of ``encode(_:)``; `nil` for any other bytes.
    static func decode(_ bytes: [UInt8]) -> [Double]? {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) })
        }
    }
}
