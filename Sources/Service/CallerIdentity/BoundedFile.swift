internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Reads small files whose writers are not trusted.
enum BoundedFile {
    /// Reads a file from its current position to its end.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes; `nil` if there are more.
    /// - Throws: The error of `read`.
    static func bytes(of descriptor: OwnedFileDescriptor, limit: Int) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try retryingInterrupts { read(descriptor.rawValue, &buffer, buffer.count) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit { return nil }
        }
    }
}
