/// Loads of integers, most significant byte first.
///
/// The span checks each offset against its end. The compiler considers a load unsafe because some types have byte
/// patterns that are not valid values. For these integer types, all byte patterns are valid.
extension RawSpan {
    /// Returns a number of one byte.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

    /// Returns a number of two bytes.
    @inline(__always)
    func number16(at offset: Int) -> UInt16 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian
    }

    /// Returns a number of four bytes.
    @inline(__always)
    func number32(at offset: Int) -> UInt32 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
    }
}
