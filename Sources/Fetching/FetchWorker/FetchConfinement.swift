internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// Confines the fetcher, independently of any restrictions by its systemd unit.
///
/// The fetcher can still use the network, and read the system's configuration for name resolution and trusted
/// certificates. It cannot read any home directory, wherever it is, cannot write anything except the memory that came
/// with the connection, and cannot execute programs. It can still reach local services by sockets in directories,
/// because one of them may resolve names.
enum FetchConfinement {
    /// The paths that are read for name resolution and encryption, and by the libraries for both.
    private static let readable = [
        // Modules that are loaded on demand, such as those in nsswitch.conf; certificates and time zones.
        "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib64", "/usr/share", "/usr/local/lib",
        "/usr/local/share/ca-certificates", "/etc/ld.so.cache", "/etc/localtime",
        "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies", "/etc/gnutls",
        "/var/lib/ca-certificates",
        "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
        "/etc/protocols",
        // The targets of resolv.conf, which may be a link.
        "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/netconfig", "/run/connman",
        "/dev/urandom", "/dev/random", "/dev/null", "/sys/devices/system/cpu",
    ]

    /// Confines this process permanently; it must have only one thread.
    ///
    /// - Throws: The error of the system; then no file may be fetched. If the kernel has no Landlock, only the unit
    ///   restricts the process, and the self-test reports this.
    static func enter() throws(Errno) {
        try retryingInterrupts { typecase_prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }
        // The process cannot be traced, and does not write core dumps.
        try retryingInterrupts { typecase_prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) }
        try Landlock.enter(
            network: .bind,
            [.init(paths: readable + CurlTransfer.certificates.map(\.path), rights: .read)])
    }

    // MARK: Whether it holds

    /// Attempts the actions that a fetching process must not be able to do, on any thread.
    static func attempts() -> [SandboxAttempt] {
        [
            // Paths that are not listed above; without confinement, every user can read or write them.
            attempt("open-read") { openAndClose("/", O_RDONLY | O_DIRECTORY) },
            attempt("open-write") { openAndClose("/dev/null", O_WRONLY) },
            attempt("make-file") { openAndClose("/tmp", O_WRONLY | typecase_O_TMPFILE) },
            attempt("execute") { execute("/bin/true") },
            // If a process of the same user can be traced, the tracer controls it.
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
