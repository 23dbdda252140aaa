internal import FontModel
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// The bytes of a font file in memory, read-only, as long as this object lives.
package final class MappedFont {
    private let content: UnsafeRawBufferPointer
    /// What is mapped: whole pages.
    private let pages: UnsafeMutableRawBufferPointer

    /// Maps a file.
    ///
    /// - Parameter descriptor: A sealed memfd: another file could shrink under the mapping, and reading would crash.
    /// - Throws: What the system said; `Errno.invalidArgument` for an empty file.
    package convenience init(_ descriptor: OwnedFileDescriptor) throws(Errno) {
        try self.init(descriptor, range: 0..<Int(clamping: try FileStatus(of: descriptor).stamp.size))
    }

    /// Maps a part of a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which nobody may make shorter meanwhile.
    ///   - range: The bytes of the font.
    /// - Throws: What the system said; `Errno.invalidArgument` for an empty range.
    package init(_ descriptor: OwnedFileDescriptor, range: Range<Int>) throws(Errno) {
        guard !range.isEmpty else { throw .invalidArgument }
        let slack = range.lowerBound % Int(sysconf(Int32(_SC_PAGESIZE)))
        // Nearly every page will be read, and one call is quicker than a fault for every sixteen.
        let flags = MAP_PRIVATE | MAP_POPULATE
        let offset = off_t(range.lowerBound - slack)
        guard let start = mmap(nil, slack + range.count, PROT_READ, flags, descriptor.rawValue, offset),
            start != MAP_FAILED
        else { throw Errno(rawValue: errno) }
        pages = UnsafeMutableRawBufferPointer(start: start, count: slack + range.count)
        content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pages)[slack...])
    }

    deinit { munmap(pages.baseAddress, pages.count) }

    /// Reads the bytes.
    ///
    /// - Parameter body: Gets all bytes; they are only valid during the call.
    /// - Returns: What the body returns.
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(content.bytes) }

    /// The bytes for C, valid as long as this object lives.
    package var pointer: UnsafeRawBufferPointer { content }
}
