internal import CLinux
package import FontModel
internal import Glibc
package import SystemPackage

/// The SHA-256 of a file as it is now.
package enum FileDigest {
    /// Hashes a file from its start.
    ///
    /// Blocks as long as reading does. Somebody else may change the file meanwhile; what must not change is copied into
    /// ``SealedMemory``.
    ///
    /// - Parameter descriptor: A readable regular file; its offset is left alone.
    /// - Returns: The digest.
    /// - Throws: What went wrong while reading.
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

    /// Copies a file from its start to the end of another, and hashes what is written.
    ///
    /// Blocks as long as reading does.
    ///
    /// - Parameters:
    ///   - source: A readable regular file; its offset is left alone.
    ///   - target: A file open for writing, at its end.
    ///   - limit: The most bytes to copy.
    /// - Returns: How many bytes there were, up to the limit, and their digest.
    /// - Throws: Why it cannot be read or written; some of it may have been copied by then.
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

    /// Hashes sealed memory, which is read in place.
    ///
    /// - Parameters:
    ///   - memory: Memory that nobody can change any more.
    ///   - size: Its bytes.
    /// - Returns: The digest.
    /// - Throws: What the system said where the memory cannot be mapped.
    static func ofSealed(_ memory: OwnedFileDescriptor, size: Int) throws(Errno) -> FontDigest {
        var hash = Hash()
        guard size > 0 else { return hash.finish() }
        // Private, as older kernels take a shared mapping for one that could be made writable. All pages at once: each
        // is needed.
        let address = mmap(nil, size, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), memory.rawValue, 0)
        guard let address, address != MAP_FAILED else { throw Errno(rawValue: typecase_errno()) }
        defer { munmap(address, size) }
        hash.update(UnsafeRawBufferPointer(start: address, count: size))
        return hash.finish()
    }
}
