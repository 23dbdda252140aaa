internal import CLinux
package import FontModel
internal import Glibc
package import SystemPackage

/// The SHA-256 of a file's current contents.
package enum FileDigest {
    /// Hashes a whole file.
    ///
    /// Blocks while reading. Others may change the file in the meantime; contents that must not change are copied into
    /// ``SealedMemory``.
    ///
    /// - Parameter descriptor: A readable regular file; its offset is not changed.
    /// - Returns: The digest.
    /// - Throws: The error from reading.
    package static func of(_ descriptor: OwnedFileDescriptor) throws(Errno) -> FontDigest {
        var hash = Hash()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try retryingInterrupts { pread(descriptor.rawValue, buffer.baseAddress, buffer.count, offset) }
            if count == 0 { return hash.finish() }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    /// Hashes bytes.
    package static func of(_ bytes: [UInt8]) -> FontDigest {
        var hash = Hash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }

    /// Copies a whole file to the end of another, and hashes the copied bytes.
    ///
    /// Blocks while reading.
    ///
    /// - Parameters:
    ///   - source: A readable regular file; its offset is not changed.
    ///   - target: A file open for writing, positioned at its end.
    ///   - limit: The maximum number of bytes to copy.
    /// - Returns: The number of copied bytes and their digest.
    /// - Throws: The error from reading or writing; some bytes may already have been copied.
    package static func copying(
        _ source: OwnedFileDescriptor, to target: OwnedFileDescriptor, atMost limit: Int
    ) throws(Errno) -> (size: Int, digest: FontDigest) {
        var hash = Hash()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while offset < limit {
            let count = try retryingInterrupts {
                pread(source.rawValue, buffer.baseAddress, min(buffer.count, limit - offset), offset)
            }
            if count == 0 { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(bytes)
            try FileCopy.write(bytes, to: target)
            offset += count
        }
        return (offset, hash.finish())
    }

    /// Hashes sealed memory without copying it.
    ///
    /// - Parameters:
    ///   - memory: Memory that can no longer change.
    ///   - size: The number of bytes in the memory.
    /// - Returns: The digest.
    /// - Throws: The system's error, if the memory cannot be mapped.
    static func ofSealed(_ memory: OwnedFileDescriptor, size: Int) throws(Errno) -> FontDigest {
        var hash = Hash()
        guard size > 0 else { return hash.finish() }
        // Private, because older kernels assume that a shared mapping could be made writable. All pages are populated
        // at once, because each is needed.
        let address = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), memory.rawValue, 0)
        guard let address, address != MAP_FAILED else { throw Errno(rawValue: typecase_errno()) }
        defer { munmap(address, size) }
        hash.update(UnsafeRawBufferPointer(start: address, count: size))
        return hash.finish()
    }
}
