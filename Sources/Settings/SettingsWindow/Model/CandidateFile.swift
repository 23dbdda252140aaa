internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Reads the files of candidates outside the main thread, because a disk may be slow.
enum CandidateFile {
    @concurrent
    static func isFolder(_ path: String) async -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }

    /// The size of a file in bytes; 0 if it is not known.
    @concurrent
    static func size(_ path: String) async -> UInt64 {
        UInt64(clamping: (try? FileStatus(path: path, followsLinks: true))?.stamp.size ?? 0)
    }

    @concurrent
    static func open(_ path: String) async throws(FontError) -> OwnedFileDescriptor {
        try OwnedFileDescriptor.openingFont(path)
    }
}

/// The maximum times of the command line, in milliseconds.
enum ProgramLimits {
    /// For commands that only read.
    static let reading: UInt32 = 120_000
    /// For commands that change fonts or unpack archives, which may contain thousands of fonts.
    static let change: UInt32 = 3_600_000
}
