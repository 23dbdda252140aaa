internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// How the fetcher gives up what it does not need, whatever its unit takes from it, or nobody does.
///
/// The network is what is left, and what the system says of it: how names are looked up, and whom to trust. No home can
/// be read, wherever it is, nothing can be written but what came with the connection, and nothing executed. Local
/// services that are reached by sockets in directories are not kept from it: names may be looked up by one.
enum FetchConfinement {
    /// What looking names up, encryption and the libraries of both read.
    private static let readable = [
        // Parts that are loaded when they are needed, such as those of nsswitch.conf; certificates and time zones.
        "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib64", "/usr/share", "/usr/local/lib",
        "/usr/local/share/ca-certificates", "/etc/ld.so.cache", "/etc/localtime",
        "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies", "/etc/gnutls",
        "/var/lib/ca-certificates",
        "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
        "/etc/protocols",
        // Where resolv.conf is a link to.
        "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/netconfig", "/run/connman",
        "/dev/urandom", "/dev/random", "/dev/null", "/sys/devices/system/cpu",
    ]

    /// Confines this process, which has one thread, for good.
    ///
    /// - Throws: What the system said; then nothing is to be fetched. Where the kernel has no Landlock, that is left to the
    ///   unit, and the self-test tells.
    static func enter() throws(Errno) {
        try retryingInterrupts { typecase_prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }
        // Neither traced nor written to a core.
        try retryingInterrupts { typecase_prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) }
        try Landlock.enter(
            network: .bind,
            [.init(paths: readable + CurlTransfer.certificates.map(\.path), rights: .read)])
    }

    // MARK: Whether it holds

    /// Tries in earnest what a process that fetches must not be able to do, on whatever thread.
    static func attempts() -> [SandboxAttempt] {
        [
            // Whatever is not named above: the directories are such as everybody may read and write.
            attempt("open-read") { openAndClose("/", O_RDONLY | O_DIRECTORY) },
            attempt("open-write") { openAndClose("/dev/null", O_WRONLY) },
            attempt("make-file") { openAndClose("/tmp", O_WRONLY | typecase_O_TMPFILE) },
            attempt("execute") { execute("/bin/true") },
            // A process of the same user that is traced does what the other wants.
            attempt("be-traced") { answer(typecase_prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0) },
            attempt("gain-privileges") { answer(typecase_prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) },
        ]
    }

    private static func attempt(_ action: String, _ body: () -> Errno?) -> SandboxAttempt {
        SandboxAttempt(action: action, isDenied: [.notPermitted, .permissionDenied].contains(body()))
    }

    private static func answer(_ isDenied: Bool) -> Errno? { isDenied ? .notPermitted : nil }

    private static func openAndClose(_ path: String, _ flags: Int32) -> Errno? {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        if descriptor < 0 { return Errno(rawValue: typecase_errno()) }
        close(descriptor)
        return nil
    }

    private static func execute(_ path: String) -> Errno? {
        var processID: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        let error = posix_spawn(&processID, path, nil, nil, &arguments, &arguments)
        guard error == 0 else { return Errno(rawValue: error) }
        _ = waitpid(processID, nil, 0)
        return nil
    }
}
