internal import CLinux
internal import Glibc
package import SystemPackage

/// Copies the bytes of open files, within the kernel where it can.
package enum FileCopy {
    /// Copies a file, or what follows a place in it, to the end of another.
    ///
    /// Blocks as long as reading does.
    ///
    /// - Parameters:
    ///   - source: A regular file or memfd; its offset is left alone.
    ///   - target: A file open for writing, at its end.
    ///   - limit: The most bytes to copy.
    ///   - start: Where to begin in the source.
    /// - Returns: How many bytes there were, up to the limit.
    /// - Throws: Why it cannot be read or written; some of it may have been copied by then.
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
            // Some file systems cannot be fed by the kernel, or feed it.
            guard error == .invalidArgument || error == .noFunction else { throw error }
            return try copyThroughMemory(source, from: Int(offset), to: target, before: limit) - start
        }
    }

    /// Copies what is left before an offset with a buffer; returns the offset where it ended.
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

    /// Writes all bytes where a file's offset is.
    ///
    /// - Throws: What the system said.
    package static func write(_ bytes: UnsafeRawBufferPointer, to target: OwnedFileDescriptor) throws(Errno) {
        var done = 0
        while done < bytes.count {
            done += try retryingInterrupts {
                Glibc.write(target.rawValue, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
        }
    }
}
