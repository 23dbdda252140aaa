internal import Glibc
package import LinuxSystem
package import SystemPackage

extension OwnedFileDescriptor {
    /// Writes all bytes, however many calls that takes.
    package func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest)
            rest = rest.dropFirst(try retryingInterrupts { write(rawValue, part, part.count) })
        }
    }
}
