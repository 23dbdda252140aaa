internal import CLinux
package import InspectionProtocol

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
    /// Bytes of any file that is written.
    package var fileSize: UInt64
    /// Open descriptors.
    package var descriptors: UInt64

    /// The limits of a mode.
    package init(_ mode: InspectionMode) {
        switch mode {
        case .inspect:
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 512 << 20, fileSize: 0, descriptors: 16)
        case .secondOpinion:
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 512 << 20, fileSize: 0, descriptors: 16)
        case .convert:
            // The font several times over: as it comes, as it is put together, and in the reply.
            self.init(
                milliseconds: 10_000, processorSeconds: 5, addressSpace: 1 << 30, fileSize: 0, descriptors: 16)
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
        milliseconds: Int64, processorSeconds: UInt64, addressSpace: UInt64, fileSize: UInt64, descriptors: UInt64
    ) {
        self.milliseconds = milliseconds
        self.processorSeconds = processorSeconds
        self.addressSpace = addressSpace
        self.fileSize = fileSize
        self.descriptors = descriptors
    }

    /// Puts all but the wall-clock limit in force for this process.
    ///
    /// A limit that cannot be set is one above what the process already has.
    func apply() {
        _ = typecase_setrlimit(typecase_RLIMIT_CORE, 0, 0)
        // At the first limit the kernel sends SIGXCPU, which tells a slow job from a crashed one; at the second SIGKILL.
        _ = typecase_setrlimit(typecase_RLIMIT_CPU, processorSeconds, processorSeconds + 1)
        _ = typecase_setrlimit(typecase_RLIMIT_AS, addressSpace, addressSpace)
        _ = typecase_setrlimit(typecase_RLIMIT_FSIZE, fileSize, fileSize)
        _ = typecase_setrlimit(typecase_RLIMIT_NOFILE, descriptors, descriptors)
        _ = typecase_setrlimit(typecase_RLIMIT_NPROC, 0, 0)
    }
}
