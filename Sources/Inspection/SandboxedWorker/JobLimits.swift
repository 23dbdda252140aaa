internal import CLinux
internal import FontModel
package import InspectionProtocol
internal import RenderingProtocol

/// The limits of one job, after which it is ended.
package struct JobLimits: Sendable, Equatable {
    /// The wall-clock time in milliseconds, measured by the supervisor.
    package var milliseconds: Int64
    /// The processor time in seconds, measured by the kernel.
    package var processorSeconds: UInt64
    /// The bytes of address space.
    ///
    /// The OpenType Sanitizer needs 129 MiB for the worst of its own test files; fontconfig maps its caches in
    /// addition.
    package var addressSpace: UInt64
    /// The bytes of private memory: memory that the process writes to, as opposed to mapped files.
    package var privateMemory: UInt64
    /// The bytes of any file that is written.
    package var fileSize: UInt64
    /// The number of open descriptors.
    package var descriptors: UInt64

    /// Creates the limits of a mode.
    package init(_ mode: InspectionMode) {
        switch mode {
        case .inspect:
            // The font is mapped and does not count as private memory. The processor time is that of the largest font:
            // one process waits for fonts of all sizes, and the supervisor gives usual fonts less time.
            self.init(
                milliseconds: 10_000, processorSeconds: 120, addressSpace: 512 << 20 + UInt64(FontLimits.fileSize),
                privateMemory: 256 << 20, fileSize: 0, descriptors: 16)
        case .secondOpinion:
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 512 << 20, fileSize: 0, descriptors: 16)
        case .convert:
            // Memory for several copies of the font: as received, during assembly, and in the reply.
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 1 << 30, fileSize: 0, descriptors: 16)
        case .icon:
            // Memory for the picture, for its rendering in every size, and for librsvg's own data.
            self.init(
                milliseconds: 5_000, processorSeconds: 4, addressSpace: 1 << 30, privateMemory: 256 << 20, fileSize: 0,
                descriptors: 16)
        case .archive:
            // Time for several gigabytes with the slowest compression; the user can interrupt it.
            self.init(
                milliseconds: 900_000, processorSeconds: 600, addressSpace: 512 << 20 + UInt64(FontLimits.fileSize),
                privateMemory: 256 << 20, fileSize: UInt64(ArchiveLimits.unpackedBytes), descriptors: 16)
        case .render:
            // The fonts are mapped; a colour picture takes four bytes for each pixel, twice.
            self.init(
                milliseconds: 5_000, processorSeconds: 4, addressSpace: 4 << 30, privateMemory: 512 << 20,
                fileSize: UInt64(DrawingLimits.file), descriptors: UInt64(DrawingLimits.files) + 8)
        case .warm:
            self.init(
                milliseconds: 60_000, processorSeconds: 50, addressSpace: 1 << 30, fileSize: 256 << 20,
                descriptors: 64)
        case .systemFaces:
            self.init(
                milliseconds: 30_000, processorSeconds: 25, addressSpace: 1 << 30, fileSize: 256 << 20,
                descriptors: 64)
        }
    }

    /// Creates limits.
    package init(
        milliseconds: Int64, processorSeconds: UInt64, addressSpace: UInt64, privateMemory: UInt64 = .max,
        fileSize: UInt64,
        descriptors: UInt64
    ) {
        self.milliseconds = milliseconds
        self.processorSeconds = processorSeconds
        self.addressSpace = addressSpace
        self.privateMemory = privateMemory
        self.fileSize = fileSize
        self.descriptors = descriptors
    }

    /// Applies all limits except the wall-clock time to this process.
    ///
    /// - Throws: The limit that the system did not set. Nothing hostile may be read unless all limits are set.
    func apply() throws(SystemCallFilter.Failure) {
        // At the first limit, the kernel sends SIGXCPU, which distinguishes a slow job from a crashed one; at the
        // second, SIGKILL.
        try Self.lower(typecase_RLIMIT_CPU, to: processorSeconds, processorSeconds + 1, "processor time")
        try Self.forbidCoreFiles()
        try Self.lower(typecase_RLIMIT_AS, to: addressSpace, addressSpace, "address space")
        try Self.lower(typecase_RLIMIT_DATA, to: privateMemory, privateMemory, "private memory")
        try Self.lower(typecase_RLIMIT_FSIZE, to: fileSize, fileSize, "file size")
        try Self.lower(typecase_RLIMIT_NOFILE, to: descriptors, descriptors, "open files")
        try Self.lower(typecase_RLIMIT_NPROC, to: 0, 0, "processes")
    }

    /// Prevents this process from writing a core file when it crashes.
    static func forbidCoreFiles() throws(SystemCallFilter.Failure) {
        try lower(typecase_RLIMIT_CORE, to: 0, 0, "core file size")
    }

    /// Lowers a limit; a limit that is already lower stays unchanged.
    private static func lower(
        _ resource: Int32, to soft: UInt64, _ hard: UInt64, _ name: String
    ) throws(SystemCallFilter.Failure) {
        guard typecase_lower_limit(resource, soft, hard) == 0 else {
            throw .system("the limit of \(name) cannot be set")
        }
    }
}
