/// Collects big-endian numbers: what all tables of a font are made of.
package struct BigEndianWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
        for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
        }
    }

    /// A tag, cut or padded with spaces to four bytes.
    mutating func put(tag: String) {
        let characters = Array(tag.utf8.prefix(4))
        bytes.append(contentsOf: characters + Array(repeating: UInt8(ascii: " "), count: 4 - characters.count))
    }

    /// A 16.16 fixed-point number.
    mutating func put(fixed value: Double) { put(Int32((value * 65_536).rounded())) }

    package mutating func put(_ content: [UInt8]) { bytes.append(contentsOf: content) }

    /// Fills up to a multiple of four, as every table starts at one.
    package mutating func align() { while bytes.count % 4 != 0 { bytes.append(0) } }
}
