internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Copies the bytes of one open file to the end of another.
///
/// - Parameters:
///   - source: A regular file or memfd; its offset is left alone.
///   - size: How many bytes it has.
///   - target: A file open for writing, at its end.
/// - Throws: `EIO` where the source turns out shorter.
func copyBytes(from source: OwnedFileDescriptor, size: Int, to target: OwnedFileDescriptor) throws(Errno) {
    guard try FileCopy.copy(source, to: target, atMost: size) == size else { throw .ioError }
}

/// Copies a font to the end of another file.
///
/// - Parameters:
///   - memory: The font.
///   - target: A file open for writing, at its end.
/// - Throws: `EIO` where the source turns out shorter, or other than it was.
func copyBytes(of memory: SealedMemory, to target: OwnedFileDescriptor) throws(Errno) {
    guard memory.isOnDisk else { return try copyBytes(from: memory.descriptor, size: memory.size, to: target) }
    // What counts is what was examined: nothing but its digest keeps a file on a disk from being changed.
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
///   - file: The file; its offset is left alone.
///   - limit: The most bytes to read.
/// - Returns: The bytes, `nil` where there are more.
/// - Throws: Why it cannot be read.
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
