internal import CZlib

/// Data compressed as gzip does.
package enum Gzip {
    /// Compresses data.
    ///
    /// - Parameter bytes: The data.
    /// - Returns: One stream.
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 16 asks for gzip's header and sums, 15 for a window of the usual size.
        guard deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return []
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        return input.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? buffer.count - Int(stream.avail_out) : 0
            }
        }
    }
}

/// Checksums of formats that are made by hand.
package enum Checksum {
    /// The CRC-32 of zip, gzip and xz.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: CZlib.crc32(0, bytes, UInt32(bytes.count)))
    }
}
