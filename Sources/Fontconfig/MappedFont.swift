internal import FontModel
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// The bytes of a font file in memory, read-only, as long as this object lives.
package final class MappedFont {
    private let content: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Parameter descriptor: A sealed memfd: another file could shrink under the mapping, and reading would crash.
    /// - Throws: What the system said; `Errno.invalidArgument` for an empty file.
    package init(_ descriptor: OwnedFileDescriptor) throws(Errno) {
        let size = Int(clamping: try FileStatus(of: descriptor).stamp.size)
        guard size > 0 else { throw .invalidArgument }
        // Nearly every page will be read, and one call is quicker than a fault for every sixteen.
        let flags = MAP_PRIVATE | MAP_POPULATE
        guard let start = mmap(nil, size, PROT_READ, flags, descriptor.rawValue, 0), start != MAP_FAILED else {
            throw Errno(rawValue: errno)
        }
        content = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: content.baseAddress), content.count) }

    /// Reads the bytes.
    ///
    /// - Parameter body: Gets all bytes; they are only valid during the call.
    /// - Returns: What the body returns.
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(content.bytes) }

    /// The bytes for C, valid as long as this object lives.
    var pointer: UnsafeRawBufferPointer { content }
}
