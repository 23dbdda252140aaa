internal import CZlib

/// Data that gzip has compressed, as drawings of glyphs in SVG may be.
package enum GzipStream {
    /// Why data cannot or should not be expanded.
    package enum Failure: Error, Sendable, Hashable {
        /// It breaks the rules of its format.
        case damaged
        /// It has more bytes than allowed when it is expanded.
        case tooLarge
    }

    /// Expands data.
    ///
    /// - Parameters:
    ///   - bytes: One stream of gzip, and nothing after it.
    ///   - limit: The most bytes of the data.
    /// - Returns: The data.
    /// - Throws: ``Failure``; of a size beyond the limit as soon as it is reached.
    package static func expand(_ bytes: RawSpan, limit: Int) throws(Failure) -> [UInt8] {
        var failure: Failure?
        // One byte more, so that data of just that size ends before its room does. Nothing of it costs memory before it is
        // written to.
        let data = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            // zlib takes pointers, and is told how many bytes each leads to.
            (count, failure) = unsafe bytes.withUnsafeBytes { unsafe expand($0, into: buffer) }
        }
        if let failure { throw failure }
        return data
    }

    private static func expand(
        _ content: UnsafeRawBufferPointer, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, failure: Failure?) {
        var stream = unsafe z_stream()
        // 16 says that gzip's header and sums are there, 15 that the window has its usual size.
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return (0, .tooLarge)
        }
        defer { unsafe inflateEnd(&stream) }
        unsafe stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.avail_in = UInt32(clamping: content.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(clamping: buffer.count)
        while true {
            let status = unsafe inflate(&stream, Z_NO_FLUSH)
            let count = unsafe buffer.count - Int(stream.avail_out)
            if unsafe stream.avail_out == 0 { return (0, .tooLarge) }
            switch status {
            case Z_STREAM_END: return unsafe stream.avail_in == 0 ? (count, nil) : (0, .damaged)
            case Z_OK: continue
            case Z_MEM_ERROR: return (0, .tooLarge)
            // Also where the data ends before the stream does.
            default: return (0, .damaged)
            }
        }
    }
}
