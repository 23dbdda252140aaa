internal import FontModel
internal import Glibc
package import SystemPackage

extension OwnedFileDescriptor {
    /// Reads a whole regular file or memfd, regardless of its offset.
    ///
    /// Blocks.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: All bytes.
    /// - Throws: The system's error; `fileTooLarge` if there are more than `limit` bytes.
    package func contents(limit: Int) throws(Errno) -> [UInt8] {
        // Read at once up to the known size; if the file grows in the meantime, the rest is read in parts.
        let size = Int(clamping: try FileStatus(of: self).stamp.size)
        if size > limit { throw .fileTooLarge }
        var failure: Errno?
        var bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(Errno) {
                while count < size {
                    let (start, rest) = (buffer.baseAddress.map { $0 + count }, size - count)
                    let read = try retryingInterrupts { pread(rawValue, start, rest, count) }
                    if read == 0 { break }
                    count += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        var part = [UInt8](repeating: 0, count: 4 << 10)
        while true {
            let offset = bytes.count
            let count = try retryingInterrupts { pread(rawValue, &part, part.count, offset) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            if bytes.count > limit { throw .fileTooLarge }
        }
    }
}
