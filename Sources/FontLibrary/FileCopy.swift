internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Copies the bytes of one open file to the end of another, within the kernel where it can.
///
/// - Parameters:
///   - source: A regular file or memfd; its offset is left alone.
///   - size: How many bytes it has.
///   - target: A file open for writing, at its end.
/// - Throws: `EIO` where the source turns out shorter.
func copyBytes(from source: OwnedFileDescriptor, size: Int, to target: OwnedFileDescriptor) throws(Errno) {
    var offset = off_t(0)
    do throws(Errno) {
        while offset < size {
            let count = try retryingInterrupts {
                sendfile(target.rawValue, source.rawValue, &offset, size - Int(offset))
            }
            if count == 0 { throw .ioError }
        }
    } catch {
        // Some file systems cannot be fed by the kernel.
        guard error == .invalidArgument || error == .noFunction else { throw error }
        try copyThroughMemory(from: source, at: Int(offset), size: size, to: target)
    }
}

/// Copies as ``copyBytes(from:size:to:)`` does, with a buffer.
private func copyThroughMemory(
    from source: OwnedFileDescriptor, at start: Int, size: Int, to target: OwnedFileDescriptor
) throws(Errno) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = start
    while offset < size {
        let count = try retryingInterrupts {
            pread(source.rawValue, buffer.baseAddress, min(buffer.count, size - offset), offset)
        }
        if count == 0 { throw .ioError }
        try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
        offset += count
    }
}

/// Writes all bytes.
func write(_ bytes: UnsafeRawBufferPointer, to target: OwnedFileDescriptor) throws(Errno) {
    var done = 0
    while done < bytes.count {
        done += try retryingInterrupts {
            Glibc.write(target.rawValue, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        }
    }
}

/// Writes all bytes.
func write(_ bytes: [UInt8], to target: OwnedFileDescriptor) throws(Errno) {
    let result: Result<Void, Errno> = bytes.withUnsafeBytes { buffer in
        Result { () throws(Errno) in try write(buffer, to: target) }
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
