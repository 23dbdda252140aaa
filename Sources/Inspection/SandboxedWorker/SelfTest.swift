internal import CLinux
internal import CSeccomp
internal import Glibc
internal import InspectionProtocol
internal import WorkerProtocol

/// Tries the actions that a job must not be able to do.
enum SelfTest {
    /// The actions that a kernel without Landlock cannot deny to a job with access to files.
    static let filesOnly: Set<String> = ["open-read", "open-write"]

    /// Tries all actions in turn, in a job's process.
    static func attempts() -> [SandboxAttempt] {
        [
            attempt("open-read") { openAndClose("/etc/passwd", O_RDONLY) },
            attempt("open-write") { openAndClose("/dev/null", O_WRONLY) },
            // The file cannot be truncated, but if the call gets far enough to find that out, it was not denied.
            attempt("truncate") { truncate("/dev/null", 0) },
            attempt("socket") { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) },
            // This is the type of the bus's and the daemon's own sockets.
            attempt("socket-local") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) },
            attempt("execute") { execute("/bin/sh") },
            attempt("fork") { forkAndEnd() },
            attempt("ptrace") { Int32(clamping: typecase_ptrace_traceme()) },
            attempt("signal") { kill(getppid(), 0) },
            attempt("signal-thread") { typecase_signal_thread(getppid(), getppid()) },
            attempt("signal-by-descriptor") { ownStandardError() },
            attempt("limit-others") { typecase_look_at_limits(getppid()) },
            attempt("make-code") { makeCode() },
        ]
    }

    /// Tries an action and returns whether it was denied.
    ///
    /// The kernel returns EPERM for calls that the filter denies, and EACCES for calls that Landlock denies. Everyone
    /// may open the files that are tried, so ordinary permissions cannot cause these errors. For fork, it returns
    /// EAGAIN if the limit is reached first.
    private static func attempt(_ action: String, _ body: () -> Int32) -> SandboxAttempt {
        let result = body()
        let error = typecase_errno()
        return SandboxAttempt(action: action, isDenied: result < 0 && [EPERM, EACCES, EAGAIN].contains(error))
    }

    /// Requests signals about a descriptor for another process.
    ///
    /// No signal is sent, because the descriptor is not asynchronous.
    private static func ownStandardError() -> Int32 { typecase_fcntl(STDERR_FILENO, F_SETOWN, getppid()) }

    private static func openAndClose(_ path: String, _ flags: Int32) -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC)
        return descriptor < 0 ? descriptor : close(descriptor)
    }

    private static func makeCode() -> Int32 {
        let code = mmap(nil, 1, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return code == MAP_FAILED ? -1 : 0
    }

    private static func execute(_ path: String) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        return execve(path, &arguments, &arguments)
    }

    private static func forkAndEnd() -> Int32 {
        let processID = fork()
        if processID == 0 { _exit(0) }
        if processID > 0 { _ = waitpid(processID, nil, 0) }
        return processID
    }
}
