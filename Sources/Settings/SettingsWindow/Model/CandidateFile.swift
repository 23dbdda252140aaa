internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Files that the user wants installed, looked at off the thread of the window: a disk may take its time.
enum CandidateFile {
    @concurrent
    static func isFolder(_ path: String) async -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }

    /// The size of a file in bytes; 0 where it is not known.
    @concurrent
    static func size(_ path: String) async -> UInt64 {
        UInt64(clamping: (try? FileStatus(path: path, followsLinks: true))?.stamp.size ?? 0)
    }

    @concurrent
    static func open(_ path: String) async throws(FontError) -> OwnedFileDescriptor {
        try OwnedFileDescriptor.openingFont(path)
    }
}

/// How long the command line may take, in milliseconds.
enum ProgramLimits {
    /// For what only reads.
    static let reading: UInt32 = 120_000
    /// For what changes fonts, of which an archive may have thousands.
    static let change: UInt32 = 3_600_000
}
