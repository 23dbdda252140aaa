internal import CZlib

/// Data that gzip has compressed, as drawings of glyphs in SVG may be.
package enum GzipStream {
    /// Why nobody could or should expand some data.
    package enum Failure: Error, Sendable, Hashable {
        /// It breaks the rules of its format.
        case damaged
        /// It has more bytes than allowed when it is expanded.
        case tooLarge
    }

    /// Expands data and forgets it: how much there is of it is all that this tells.
    ///
    /// - Parameters:
    ///   - bytes: One stream of gzip, and nothing after it.
    ///   - limit: The most bytes of the data.
    /// - Returns: The number of bytes.
    /// - Throws: ``Failure``; of a size beyond the limit as soon as it is reached.
    package static func expandedSize(of bytes: RawSpan, limit: Int) throws(Failure) -> Int {
        // zlib takes pointers, and is told how many bytes each leads to.
        let result: Result<Int, Failure> = unsafe bytes.withUnsafeBytes { content in
            var stream = unsafe z_stream()
            // 16 says that gzip's header and sums are there, 15 that the window has its usual size.
            guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else {
                return .failure(.tooLarge)
            }
            defer { unsafe inflateEnd(&stream) }
            unsafe stream.next_in = UnsafeMutablePointer(
                mutating: content.baseAddress?.assumingMemoryBound(to: UInt8.self))
            unsafe stream.avail_in = UInt32(clamping: content.count)
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { buffer in
                var size = 0
                while true {
                    unsafe stream.next_out = buffer.baseAddress
                    unsafe stream.avail_out = UInt32(buffer.count)
                    let status = unsafe inflate(&stream, Z_NO_FLUSH)
                    unsafe size += buffer.count - Int(stream.avail_out)
                    if size > limit { return .failure(.tooLarge) }
                    switch status {
                    case Z_STREAM_END: return unsafe stream.avail_in == 0 ? .success(size) : .failure(.damaged)
                    case Z_OK: continue
                    case Z_MEM_ERROR: return .failure(.tooLarge)
                    // Also where the data ends before the stream does.
                    default: return .failure(.damaged)
                    }
                }
            }
        }
        return try result.get()
    }
}
