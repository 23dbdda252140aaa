/// Loads of whole numbers, the most significant byte first.
///
/// The span holds each place against its end. What makes a load unsafe for the compiler is that not all bytes are a value of
/// every type; of these types they are.
extension RawSpan {
    /// A number of one byte.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

    /// A number of two bytes.
    @inline(__always)
    func number16(at offset: Int) -> UInt16 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian
    }

    /// A number of four bytes.
    @inline(__always)
    func number32(at offset: Int) -> UInt32 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
    }
}
