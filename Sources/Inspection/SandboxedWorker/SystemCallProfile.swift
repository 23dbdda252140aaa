internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem

/// The system calls that a process may make; all others are denied with EPERM.
struct SystemCallProfile {
    /// A requirement for an argument.
    struct Condition {
        /// How the argument is compared.
        enum Comparison {
            /// The argument has none of these bits.
            case hasNone(of: UInt64)
            /// The argument is this number.
            case equals(UInt64)
        }

        let argument: UInt32
        let comparison: Comparison

        /// Creates a condition that an argument has none of the bits of a mask.
        init(argument: UInt32, mask: UInt64) {
            self.argument = argument
            comparison = .hasNone(of: mask)
        }

        /// Creates a condition that an argument is a certain number.
        init(argument: UInt32, equals number: UInt64) {
            self.argument = argument
            comparison = .equals(number)
        }
    }

    /// The calls that are allowed unconditionally.
    let allowed: [String]
    /// The calls that are allowed under conditions.
    let conditional: [(name: String, conditions: [Condition])]

    /// Returns the profile of the zygote and its supervisors.
    ///
    /// It allows no network, no exec, no threads, and no executable memory besides what is already loaded.
    ///
    /// - Parameters:
    ///   - mode: The mode of the worker.
    ///   - hasLandlock: Whether the kernel can restrict a process to certain files.
    /// - Returns: The profile.
    static func process(_ mode: InspectionMode, hasLandlock: Bool = Landlock.version > 0) -> SystemCallProfile {
        SystemCallProfile(
            allowed: computing + supervising + calls(of: mode, hasLandlock),
            conditional: memory(mode) + descriptors
                + [(name: "clone", conditions: [Condition(argument: 0, mask: sharedOrNewSpaces)]), ownLimits])
    }

    /// Returns the profile of a job's process, which applies in addition to the one above.
    ///
    /// The only socket of the process, over which it receives its job, is connected to its supervisor.
    ///
    /// - Parameters:
    ///   - mode: The mode of the worker.
    ///   - hasLandlock: Whether the kernel can restrict a process to certain files.
    /// - Returns: The profile.
    static func job(_ mode: InspectionMode, hasLandlock: Bool = Landlock.version > 0) -> SystemCallProfile {
        SystemCallProfile(
            allowed: computing + calls(of: mode, hasLandlock),
            // The dynamic linker of another program reads its own limits.
            conditional: memory(mode) + descriptors + (mode == .secondOpinion ? [ownLimits] : []))
    }

    private static func calls(of mode: InspectionMode, _ hasLandlock: Bool) -> [String] {
        switch mode {
        case .inspect, .convert, .archive, .render, .icon: []
        case .warm, .systemFaces: files
        // Without Landlock, the process could execute any program.
        case .secondOpinion: hasLandlock ? starting : []
        }
    }

    /// The calls that no font parser ever needs: a process that makes one has been taken over.
    static let fatal = [
        "add_key", "bpf", "chroot", "delete_module", "finit_module", "fsconfig", "fsmount", "fsopen", "init_module",
        "io_uring_enter", "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load",
        "keyctl", "memfd_secret", "mount", "mount_setattr", "move_mount", "name_to_handle_at", "open_by_handle_at",
        "open_tree", "perf_event_open", "personality", "pivot_root", "process_madvise", "process_vm_readv",
        "process_vm_writev", "reboot", "request_key", "setns", "swapoff", "swapon", "umount2", "unshare",
        "userfaultfd",
    ]

    private static let computing = [
        "brk", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "exit", "exit_group",
        "fstat", "fstat64", "futex", "futex_time64", "getegid", "geteuid", "getgid", "getpid", "getppid", "getrandom",
        "gettid", "gettimeofday", "getuid", "lseek", "_llseek", "madvise", "mremap", "munmap", "nanosleep",
        "newfstatat", "fstatat64", "pread64", "read", "readv", "recvmsg", "restart_syscall", "rt_sigaction",
        "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "sched_yield", "set_robust_list", "sigaltstack",
        "sysinfo", "time", "uname", "write", "writev",
    ]

    /// The calls that the zygote needs to accept connections, and the supervisors to run jobs.
    private static let supervising = [
        "accept", "accept4", "close_range", "dup2", "dup3", "fork", "getpriority", "getsockopt", "kill", "pidfd_open",
        "pipe2", "poll", "ppoll", "prctl", "sched_getscheduler", "sched_setattr", "seccomp", "sendmsg",
        "sendto", "setrlimit", "socketpair", "splice", "wait4", "waitid",
    ]

    /// The calls that fontconfig needs to read directories and to write its caches.
    private static let files = [
        "access", "chmod", "faccessat", "faccessat2", "fadvise64", "fadvise64_64", "fchmod", "fchmodat", "flock",
        "fstatfs", "fstatfs64", "getcwd", "getdents64", "landlock_add_rule", "landlock_create_ruleset",
        "landlock_restrict_self", "link", "linkat", "lstat", "lstat64", "mkdir", "mkdirat",
        "open", "openat", "readlink", "readlinkat", "rename", "renameat", "renameat2", "stat", "stat64", "statfs",
        "statfs64", "statx", "umask", "unlink", "unlinkat", "utimensat",
    ]

    /// The calls that a program and its dynamic linker need to start; Landlock restricts the program and the libraries.
    private static let starting = [
        "access", "arch_prctl", "execve", "faccessat", "faccessat2", "landlock_add_rule", "landlock_create_ruleset",
        "landlock_restrict_self", "open", "openat", "rseq", "set_tid_address", "stat", "stat64", "statx",
    ]

    /// Returns the calls that allocate memory, but never memory into which code could be written and executed.
    private static func memory(_ mode: InspectionMode) -> [(name: String, conditions: [Condition])] {
        let harmless = ["mmap", "mmap2", "mprotect"].map { name in
            (name: name, conditions: [Condition(argument: 2, mask: UInt64(PROT_EXEC))])
        }
        guard mode == .secondOpinion else { return harmless }
        // This is for the code of libraries, which cannot be written.
        return harmless
            + ["mmap", "mmap2"].map { name in
                (name: name, conditions: [Condition(argument: 2, mask: UInt64(PROT_WRITE))])
            }
    }

    /// The calls on descriptors, without those that make the kernel send signals about a descriptor.
    ///
    /// F_SETOWN, F_SETSIG and O_ASYNC reach every process of the user.
    private static let descriptors: [(name: String, conditions: [Condition])] = ["fcntl", "fcntl64"].flatMap { name in
        let harmless = [
            F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW, typecase_F_ADD_SEALS,
            typecase_F_GET_SEALS, typecase_F_SETPIPE_SZ,
        ]
        return harmless.map {
            (name: name, conditions: [Condition(argument: 1, equals: UInt64(UInt32(bitPattern: $0)))])
        } + [
            (
                name: name,
                conditions: [
                    Condition(argument: 1, equals: UInt64(F_SETFL)), Condition(argument: 2, mask: UInt64(O_ASYNC)),
                ]
            )
        ]
    }

    /// Limits may be set and read, but not those of other processes.
    private static let ownLimits: (name: String, conditions: [Condition]) = (
        name: "prlimit64", conditions: [Condition(argument: 0, equals: 0)]
    )

    /// Flags of clone: CLONE_VM, CLONE_THREAD and all namespaces.
    ///
    /// Source: linux/sched.h.
    private static let sharedOrNewSpaces: UInt64 = 0x0000_0100 | 0x0001_0000 | 0x0002_0000 | 0x7E00_0000 | 0x80
}
