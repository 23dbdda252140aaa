/// Loads whole numbers, of which all bytes are a value: the compiler takes loads of any type for unsafe.
extension RawSpan {
    /// A number of two bytes, the most significant first.
    func uint16(at offset: Int) throws(WebFontError) -> UInt16 {
        try check(offset, 2)
        return UInt16(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// A number of four bytes, the most significant first.
    func uint32(at offset: Int) throws(WebFontError) -> UInt32 {
        try check(offset, 4)
        return UInt32(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private func check(_ offset: Int, _ count: Int) throws(WebFontError) {
        guard offset >= 0, offset <= byteCount - count else { throw .cut }
    }
}
