internal import CLinux
internal import CSeccomp
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A compiled seccomp filter.
///
/// libseccomp takes a millisecond to compile a filter; the kernel takes some microseconds to apply it. So the filter is
/// compiled once, and each job's process only loads it.
struct SystemCallFilter {
    private let program: [UInt8]

    /// Why a filter, or another part of the confinement, could not be created or applied.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// Returns a failure of the system, with the error of the last call.
        static func system(_ what: String) -> Failure {
            Failure(description: "\(what): \(Errno(rawValue: typecase_errno()))")
        }
    }

    /// Compiles a profile.
    init(_ profile: SystemCallProfile) throws(Failure) {
        let denied = typecase_SCMP_ACT_ERRNO(UInt16(EPERM))
        guard let context = seccomp_init(denied) else { throw Failure(description: "seccomp cannot be initialised") }
        defer { seccomp_release(context) }
        for name in profile.allowed { try Self.add(typecase_SCMP_ACT_ALLOW, name, context) }
        for (name, conditions) in profile.conditional {
            try Self.add(typecase_SCMP_ACT_ALLOW, name, context, conditions.map(\.rule))
        }
        for name in SystemCallProfile.fatal { try Self.add(typecase_SCMP_ACT_KILL_PROCESS, name, context) }
        // With this error, the C library falls back to clone, whose flags can be checked.
        try Self.add(typecase_SCMP_ACT_ERRNO(UInt16(ENOSYS)), "clone3", context)
        program = try Self.export(context)
    }

    /// Applies the filter permanently to this process.
    func load() throws(Failure) {
        let size = MemoryLayout<sock_filter>.size
        let result = program.withUnsafeBytes {
            typecase_load_filter($0.baseAddress, UInt16(clamping: $0.count / size))
        }
        guard result == 0 else { throw .system("the seccomp filter was refused") }
    }

    private static func add(
        _ action: UInt32, _ name: String, _ context: scmp_filter_ctx, _ conditions: [scmp_arg_cmp] = []
    ) throws(Failure) {
        let number = seccomp_syscall_resolve_name(name)
        // Not every processor has every call, and older versions of libseccomp do not know newer calls.
        guard number >= 0 else { return }
        let result = seccomp_rule_add_array(context, action, number, UInt32(conditions.count), conditions)
        guard result == 0 else { throw Failure(description: "no seccomp rule could be made for \(name): \(-result)") }
    }

    /// Returns the compiled program; libseccomp writes it only to descriptors.
    private static func export(_ context: scmp_filter_ctx) throws(Failure) -> [UInt8] {
        do throws(Errno) {
            let memory = OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_memfd_create("seccomp", typecase_MFD_CLOEXEC) })
            guard seccomp_export_bpf(context, memory.rawValue) == 0 else { throw .invalidArgument }
            let size = Int(clamping: try retryingInterrupts { lseek(memory.rawValue, 0, SEEK_END) })
            var program = [UInt8](repeating: 0, count: size)
            let count = try retryingInterrupts { pread(memory.rawValue, &program, size, 0) }
            guard count == size, size > 0 else { throw .invalidArgument }
            return program
        } catch {
            throw Failure(description: "the seccomp filter cannot be compiled: \(error)")
        }
    }
}

extension SystemCallProfile.Condition {
    fileprivate var rule: scmp_arg_cmp {
        switch comparison {
        case .hasNone(let mask): scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: 0)
        case .equals(let number):
            // The kernel reads 32 bits of the number and ignores the others.
            scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: number)
        }
    }
}
