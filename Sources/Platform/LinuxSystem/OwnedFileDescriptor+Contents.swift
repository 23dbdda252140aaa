internal import Glibc
package import SystemPackage

extension OwnedFileDescriptor {
    /// Reads a regular file or memfd from its start, whatever its offset is.
    ///
    /// Blocks.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: All bytes.
    /// - Throws: What the system said; `fileTooLarge` for more than `limit` bytes.
    package func contents(limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let offset = bytes.count
            let count = try retryingInterrupts { pread(rawValue, &part, part.count, offset) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            if bytes.count > limit { throw .fileTooLarge }
        }
    }
}
