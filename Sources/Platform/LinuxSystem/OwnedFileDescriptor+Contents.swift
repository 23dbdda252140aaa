internal import FontModel
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
        // At once as far as the size is known; a file that grows meanwhile goes on in parts.
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
