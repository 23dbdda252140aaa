internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// A worker that this process started and must reap.
final class WorkerProcess: Sendable {
    /// The descriptor that is the worker's connected socket.
    private static let connectionDescriptor: Int32 = 3
    /// How long a worker may take to end after its connection was closed.
    private static let gracePeriod: Int32 = 2_000

    private let processID: pid_t
    private let isReaped = Mutex(false)

    /// Creates and starts a worker.
    ///
    /// The child process has a null device for input and output, the daemon's standard error, and the socket; all other
    /// descriptors are closed. No signal is blocked or ignored in it. It leads a process group of its own. A signal to
    /// the daemon's process group, such as a terminal sends for Ctrl-C, would otherwise end it in the middle of a job
    /// that the daemon still answers.
    ///
    /// - Parameters:
    ///   - executable: The path of the worker.
    ///   - arguments: The arguments after the program name, which tell the worker what to do.
    ///   - connection: The worker's end of the connection.
    ///   - environment: The worker's environment.
    /// - Throws: Why the worker could not be started, such as `ENOENT`.
    init(
        executable: String, arguments: [String], connection: OwnedFileDescriptor, environment: [String: String]
    ) throws(Errno) {
        var actions = posix_spawn_file_actions_t()
        try Self.check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Done first, so that no other descriptor takes the number of the connection.
        try Self.check(
            posix_spawn_file_actions_adddup2(&actions, connection.rawValue, Self.connectionDescriptor))
        for (descriptor, flags) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY)] {
            try Self.check(posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0))
        }
        try Self.check(typecase_spawn_close_from(&actions, Self.connectionDescriptor + 1))

        var attributes = posix_spawnattr_t()
        try Self.check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        try Self.check(posix_spawnattr_setsigmask(&attributes, &signals))
        sigfillset(&signals)
        try Self.check(posix_spawnattr_setsigdefault(&attributes, &signals))
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        try Self.check(posix_spawnattr_setflags(&attributes, Int16(flags)))

        let arguments = CStrings([executable] + arguments)
        let variables = CStrings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        var processID = pid_t()
        try Self.check(
            posix_spawn(&processID, executable, &actions, &attributes, arguments.pointers, variables.pointers))
        self.processID = processID
    }

    /// Leaves no zombie even if ``end(immediately:)`` was not called.
    deinit { end(immediately: true) }

    /// Kills the worker, so that a thread that waits for it notices its end; it must still be reaped.
    func kill() {
        isReaped.withLock { isReaped in
            // The number is only certain to be this process' while the process is not reaped.
            if !isReaped { _ = Glibc.kill(processID, SIGKILL) }
        }
    }

    /// Reaps the worker; blocks until the worker has ended.
    ///
    /// - Parameter isImmediate: Whether to kill the worker immediately, rather than only if it does not end in time.
    func end(immediately isImmediate: Bool) {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            if isImmediate || !waitForEnd() { _ = Glibc.kill(processID, SIGKILL) }
            // The only possible error is that there is no such child; in that case there is nothing to reap.
            do throws(Errno) { try retryingInterrupts { waitpid(processID, nil, 0) } } catch {}
            isReaped = true
        }
    }

    /// Waits for the process to end within the grace period.
    private func waitForEnd() -> Bool {
        let raw = typecase_pidfd_open(processID)
        guard raw >= 0 else { return false }
        let descriptor = OwnedFileDescriptor(adopting: raw)
        return typecase_poll(descriptor.rawValue, Int16(POLLIN), Self.gracePeriod) > 0
    }

    private static func check(_ result: Int32) throws(Errno) {
        if result != 0 { throw Errno(rawValue: result) }
    }
}

/// An array of C strings that ends with a null pointer, as required by `execve`.
private struct CStrings: ~Copyable {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
