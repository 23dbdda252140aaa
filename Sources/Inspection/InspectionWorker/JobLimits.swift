internal import CLinux
internal import FontModel
package import InspectionProtocol
internal import RenderingProtocol

/// What one job may use before it is ended.
package struct JobLimits: Sendable, Equatable {
    /// Wall-clock time in milliseconds, measured by the supervisor.
    package var milliseconds: Int64
    /// Processor time in seconds, measured by the kernel.
    package var processorSeconds: UInt64
    /// Bytes of address space.
    ///
    /// The OpenType sanitizer needs 129 MiB for the worst of its own test files; fontconfig
    /// maps its caches besides.
    package var addressSpace: UInt64
    /// Bytes of memory that is the process' own: what it writes to, unlike files that are mapped.
    package var privateMemory: UInt64
    /// Bytes of any file that is written.
    package var fileSize: UInt64
    /// Open descriptors.
    package var descriptors: UInt64

    /// The limits of a mode.
    package init(_ mode: InspectionMode) {
        switch mode {
        case .inspect:
            // The font is mapped, which is no private memory. The processor time is that of the largest font: one process
            // waits for fonts of all sizes, of which the supervisor gives the usual ones less time.
            self.init(
                milliseconds: 10_000, processorSeconds: 120, addressSpace: 512 << 20 + UInt64(FontLimits.fileSize),
                privateMemory: 256 << 20, fileSize: 0, descriptors: 16)
        case .secondOpinion:
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 512 << 20, fileSize: 0, descriptors: 16)
        case .convert:
            // The font several times over: as it comes, as it is put together, and in the reply.
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 1 << 30, fileSize: 0, descriptors: 16)
        case .icon:
            // The picture, what it is drawn into in every size, and what librsvg makes of it.
            self.init(
                milliseconds: 5_000, processorSeconds: 4, addressSpace: 1 << 30, privateMemory: 256 << 20, fileSize: 0,
                descriptors: 16)
        case .archive:
            // Several gigabytes of the slowest compression; whoever waits for that can interrupt it.
            self.init(
                milliseconds: 900_000, processorSeconds: 600, addressSpace: 512 << 20 + UInt64(FontLimits.fileSize),
                privateMemory: 256 << 20, fileSize: UInt64(ArchiveLimits.unpackedBytes), descriptors: 16)
        case .render:
            // The fonts are mapped; a picture in colour takes four bytes for each pixel, twice over.
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

    /// Puts all but the wall-clock limit in force for this process.
    ///
    /// - Throws: Which limit the system did not set; without all of them nothing hostile may be read.
    func apply() throws(SystemCallFilter.Failure) {
        // At the first limit the kernel sends SIGXCPU, which tells a slow job from a crashed one; at the second SIGKILL.
        try Self.lower(typecase_RLIMIT_CPU, to: processorSeconds, processorSeconds + 1, "processor time")
        try Self.forbidCoreFiles()
        try Self.lower(typecase_RLIMIT_AS, to: addressSpace, addressSpace, "address space")
        try Self.lower(typecase_RLIMIT_DATA, to: privateMemory, privateMemory, "private memory")
        try Self.lower(typecase_RLIMIT_FSIZE, to: fileSize, fileSize, "file size")
        try Self.lower(typecase_RLIMIT_NOFILE, to: descriptors, descriptors, "open files")
        try Self.lower(typecase_RLIMIT_NPROC, to: 0, 0, "processes")
    }

    /// Has this process leave no image of its memory when it crashes.
    static func forbidCoreFiles() throws(SystemCallFilter.Failure) {
        try lower(typecase_RLIMIT_CORE, to: 0, 0, "core file size")
    }

    /// Lowers a limit; one that is lower already stays as it is.
    private static func lower(
        _ resource: Int32, to soft: UInt64, _ hard: UInt64, _ name: String
    ) throws(SystemCallFilter.Failure) {
        guard typecase_lower_limit(resource, soft, hard) == 0 else {
            throw .system("the limit of \(name) cannot be set")
        }
    }
}
