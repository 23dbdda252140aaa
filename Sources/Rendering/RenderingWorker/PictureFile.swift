internal import CZlib
internal import Glibc
internal import LinuxSystem
internal import RenderingProtocol

/// Encodes pixels as PNG.
///
/// The fastest level of zlib; libpng, which cairo uses, takes several times as long and saves a few percent.
enum PNGFile {
    /// The format of a pixel.
    enum Pixels {
        case grey
        case colour

        fileprivate var size: Int { self == .grey ? 1 : 4 }
        /// Source: PNG specification, 11.2.1 IHDR.
        fileprivate var code: UInt8 { self == .grey ? 0 : 6 }
    }

    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - rows: All rows without gaps: one byte for each pixel, or red, green, blue and alpha.
    ///   - width: The number of pixels of a row.
    ///   - height: The number of rows.
    ///   - pixels: The format of a pixel.
    /// - Returns: The file.
    /// - Throws: ``DrawingError`` if there is not enough memory.
    static func encode(
        _ rows: UnsafeRawBufferPointer, width: Int, height: Int, _ pixels: Pixels
    ) throws(DrawingError) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append("IHDR", bigEndian(width) + bigEndian(height) + [8, pixels.code, 0, 0, 0], to: &file)
        append("IDAT", try compress(rows, rowSize: width * pixels.size, height: height), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    private static func compress(
        _ rows: UnsafeRawBufferPointer, rowSize: Int, height: Int
    ) throws(DrawingError) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 1, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            throw DrawingError(.limit, "There is not enough memory to compress the picture.")
        }
        defer { deflateEnd(&stream) }
        // Each row begins with a byte for its filter; 0 stands for no filter.
        let bound = Int(deflateBound(&stream, UInt((rowSize + 1) * height)))
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(clamping: bound)
            var filter: UInt8 = 0
            for row in 0..<height {
                withUnsafeMutablePointer(to: &filter) { filter in
                    stream.next_in = filter
                    stream.avail_in = 1
                    deflate(&stream, Z_NO_FLUSH)
                }
                let start = rows.baseAddress?.advanced(by: row * rowSize).assumingMemoryBound(to: UInt8.self)
                stream.next_in = UnsafeMutablePointer(mutating: start)
                stream.avail_in = UInt32(rowSize)
                deflate(&stream, Z_NO_FLUSH)
            }
            deflate(&stream, Z_FINISH)
            count = bound - Int(stream.avail_out)
        }
    }

    private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
        let checked = Array(type.utf8) + content
        file += bigEndian(content.count)
        file += checked
        file += bigEndian(Int(crc32(0, checked, UInt32(checked.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

extension OwnedFileDescriptor {
    /// Writes the rows of a picture; zeros are skipped and take no memory, because most rows are empty.
    ///
    /// - Parameters:
    ///   - pixels: The rows, at least one.
    ///   - stride: The number of bytes of each row.
    /// - Throws: ``DrawingError`` if the file cannot be written.
    func write(inked pixels: UnsafeRawBufferPointer, rowsOf stride: Int) throws(DrawingError) {
        var start = 0
        while start < pixels.count {
            let isInked = !Self.isZero(pixels, start, stride)
            var end = start + stride
            while end < pixels.count, !Self.isZero(pixels, end, stride) == isInked { end += stride }
            if isInked {
                try seek(to: start)
                try write(all: UnsafeRawBufferPointer(rebasing: pixels[start..<end]))
            } else if end == pixels.count {
                // The last byte must be written, because it determines the size of the file.
                try seek(to: end - 1)
                try write(all: UnsafeRawBufferPointer(rebasing: pixels[(end - 1)...]))
            }
            start = end
        }
    }

    private static func isZero(_ pixels: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Bool {
        var offset = start
        var bits: UInt64 = 0
        while offset + 8 <= start + count {
            bits |= pixels.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < start + count {
            bits |= UInt64(pixels[offset])
            offset += 1
        }
        return bits == 0
    }

    private func seek(to offset: Int) throws(DrawingError) {
        guard lseek(rawValue, off_t(offset), SEEK_SET) == offset else {
            throw DrawingError(.limit, "The picture cannot be written: memory is short.")
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``DrawingError`` if the file cannot be written.
    func write(all bytes: UnsafeRawBufferPointer) throws(DrawingError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(rawValue, rest.baseAddress, rest.count)
            guard count > 0 else { throw DrawingError(.limit, "The picture cannot be written: memory is short.") }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
