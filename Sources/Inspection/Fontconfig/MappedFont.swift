internal import FontModel
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// The bytes of a font file in memory, read-only, for the lifetime of this object.
package final class MappedFont {
    private let content: UnsafeRawBufferPointer
    /// The mapped pages.
    private let pages: UnsafeMutableRawBufferPointer

    /// Maps a file.
    ///
    /// - Parameter descriptor: A sealed memfd. Another file could shrink while it is mapped, and reading it would
    ///   crash.
    /// - Throws: The error of the system; `Errno.invalidArgument` for an empty file.
    package convenience init(_ descriptor: OwnedFileDescriptor) throws(Errno) {
        try self.init(descriptor, range: 0..<Int(clamping: try FileStatus(of: descriptor).stamp.size))
    }

    /// Maps a part of a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which must not be truncated while it is mapped.
    ///   - range: The bytes of the font.
    /// - Throws: The error of the system; `Errno.invalidArgument` for an empty range.
    package init(_ descriptor: OwnedFileDescriptor, range: Range<Int>) throws(Errno) {
        guard !range.isEmpty else { throw .invalidArgument }
        let slack = range.lowerBound % Int(sysconf(Int32(_SC_PAGESIZE)))
        // Nearly every page will be read, and one call is faster than a page fault for every sixteen pages.
        let flags = MAP_PRIVATE | MAP_POPULATE
        let offset = off_t(range.lowerBound - slack)
        guard let start = mmap(nil, slack + range.count, PROT_READ, flags, descriptor.rawValue, offset),
            start != MAP_FAILED
        else { throw Errno(rawValue: errno) }
        pages = UnsafeMutableRawBufferPointer(start: start, count: slack + range.count)
        content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pages)[slack...])
    }

    deinit { munmap(pages.baseAddress, pages.count) }

    /// Calls a function with the bytes.
    ///
    /// - Parameter body: Receives all bytes, which are valid only during the call.
    /// - Returns: What the body returns.
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(content.bytes) }

    /// The bytes for C, valid during the lifetime of this object.
    package var pointer: UnsafeRawBufferPointer { content }
}
