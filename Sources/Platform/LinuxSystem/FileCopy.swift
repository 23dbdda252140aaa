internal import CLinux
internal import Glibc
package import SystemPackage

/// Copies the bytes of open files, inside the kernel if possible.
package enum FileCopy {
    /// Copies a file, or the part after an offset, to the end of another file.
    ///
    /// Blocks while reading.
    ///
    /// - Parameters:
    ///   - source: A regular file or memfd; its offset is not changed.
    ///   - target: A file open for writing, positioned at its end.
    ///   - limit: The maximum number of bytes to copy.
    ///   - start: The offset in the source at which to begin.
    /// - Returns: The number of bytes that were copied.
    /// - Throws: The error from reading or writing; some bytes may already have been copied.
    package static func copy(
        _ source: OwnedFileDescriptor, to target: OwnedFileDescriptor, atMost limit: Int = .max, from start: Int = 0
    ) throws(Errno) -> Int {
        let (end, overflow) = start.addingReportingOverflow(limit)
        let limit = overflow ? Int.max : end
        var offset = off_t(start)
        do throws(Errno) {
            while Int(offset) < limit {
                let count = try retryingInterrupts {
                    sendfile(target.rawValue, source.rawValue, &offset, limit - Int(offset))
                }
                if count == 0 { break }
            }
            return Int(offset) - start
        } catch {
            // Some file systems do not support copying inside the kernel, as a source or as a target.
            guard error == .invalidArgument || error == .noFunction else { throw error }
            return try copyThroughMemory(source, from: Int(offset), to: target, before: limit) - start
        }
    }

    /// Copies the bytes from one offset up to another with a buffer; returns the offset at which the copy ended.
    private static func copyThroughMemory(
        _ source: OwnedFileDescriptor, from start: Int, to target: OwnedFileDescriptor, before limit: Int
    ) throws(Errno) -> Int {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = start
        while offset < limit {
            let count = try retryingInterrupts {
                pread(source.rawValue, buffer.baseAddress, min(buffer.count, limit - offset), offset)
            }
            if count == 0 { break }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
            offset += count
        }
        return offset
    }

    /// Writes all bytes at a file's current offset.
    ///
    /// - Throws: The system's error.
    package static func write(_ bytes: UnsafeRawBufferPointer, to target: OwnedFileDescriptor) throws(Errno) {
        var done = 0
        while done < bytes.count {
            done += try retryingInterrupts {
                Glibc.write(target.rawValue, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
        }
    }
}
