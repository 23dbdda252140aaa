internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Copies the bytes of one open file to the end of another.
///
/// - Parameters:
///   - source: A regular file or memfd; its offset does not change.
///   - size: The size of the source in bytes.
///   - target: A file open for writing, at its end.
/// - Throws: `EIO` if the source is shorter than `size`.
func copyBytes(from source: OwnedFileDescriptor, size: Int, to target: OwnedFileDescriptor) throws(Errno) {
    guard try FileCopy.copy(source, to: target, atMost: size) == size else { throw .ioError }
}

/// Copies a font to the end of another file.
///
/// - Parameters:
///   - memory: The font.
///   - target: A file open for writing, at its end.
/// - Throws: `EIO` if the source is shorter than it was, or has changed.
func copyBytes(of memory: SealedMemory, to target: OwnedFileDescriptor) throws(Errno) {
    guard memory.isOnDisk else { return try copyBytes(from: memory.descriptor, size: memory.size, to: target) }
    // The copy must equal the examined bytes; only the digest shows whether a file on a disk was changed.
    let (size, digest) = try FileDigest.copying(memory.descriptor, to: target, atMost: memory.size)
    guard size == memory.size, digest == memory.digest else { throw .ioError }
}

/// Writes all bytes.
func write(_ bytes: [UInt8], to target: OwnedFileDescriptor) throws(Errno) {
    let result: Result<Void, Errno> = bytes.withUnsafeBytes { buffer in
        Result { () throws(Errno) in try FileCopy.write(buffer, to: target) }
    }
    try result.get()
}

/// Reads a file from its start.
///
/// - Parameters:
///   - file: The file; its offset does not change.
///   - limit: The most bytes to read.
/// - Returns: The bytes; `nil` if there are more.
/// - Throws: Why the file cannot be read.
func readBytes(of file: OwnedFileDescriptor, limit: Int) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(64 << 10, limit + 1))
    while true {
        let count = try retryingInterrupts { pread(file.rawValue, &buffer, buffer.count, bytes.count) }
        if count == 0 { return bytes }
        bytes += buffer[..<count]
        if bytes.count > limit { return nil }
    }
}
