internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// The first process of a worker: it is prepared once, confined, and after that only forked.
package struct Zygote<Performer: JobPerformer> {
    private let options: WorkerOptions
    private let limits: JobLimits
    private var performer: Performer

    /// The descriptor that a service manager, or the daemon, passes to this process.
    private static var handedOver: Int32 { 3 }
    /// The most simultaneous connections; the daemon opens one per concurrent job.
    private static var maximumConnections: Int { 16 }
    /// The milliseconds without a connection after which a listening worker exits; the socket unit starts a new one.
    ///
    /// The daemon keeps its connections for a while; once it has closed them, there is nothing to wait for.
    private static var idleMilliseconds: Int32 { 5_000 }

    /// Creates a zygote.
    ///
    /// - Parameters:
    ///   - options: The options from the command line.
    ///   - limits: The limits of one job.
    ///   - performer: The work.
    package init(_ options: WorkerOptions, limits: JobLimits, performer: Performer) {
        self.options = options
        self.limits = limits
        self.performer = performer
    }

    /// Runs until there is no more work.
    ///
    /// - Returns: The exit status.
    package mutating func run() -> Int32 {
        Self.quietCrashes()
        // With this variable, fontconfig would write times into its caches that never match.
        unsetenv("SOURCE_DATE_EPOCH")
        guard let socket = takeSocket() else {
            complain("Descriptor 3 is no socket, or LISTEN_PID and LISTEN_FDS do not offer exactly one.")
            return EXIT_FAILURE
        }
        guard Self.silenceStandardDescriptors() else {
            complain("/dev/null cannot be opened, so input and output would lead somewhere.")
            return EXIT_FAILURE
        }
        // This is for the supervisors; jobs are scheduled like any other process.
        SchedulerSlice.requestShort()
        performer.warmUp()
        guard Confinement.threadCount == 1 else {
            complain("There is more than one thread, so forking is not safe.")
            return EXIT_FAILURE
        }
        let confinement: Confinement
        do throws(SystemCallFilter.Failure) {
            try Confinement.volunteerForMemoryShortage()
            confinement = try Confinement(
                mode: options.mode, limits: limits, keeping: performer.keptDirectories)
            try confinement.enterProcess()
        } catch {
            complain("The worker cannot be confined: \(error).")
            return EXIT_FAILURE
        }
        guard proveConfinement(confinement, for: socket) else { return EXIT_FAILURE }
        if options.isConnected {
            var supervisor = supervisor(of: socket, confinement)
            supervisor.run()
        } else {
            listen(socket, confinement)
        }
        return EXIT_SUCCESS
    }

    /// Makes a job's process try what it must not be able to do, before the first job arrives.
    private mutating func proveConfinement(_ confinement: Confinement, for socket: OwnedFileDescriptor) -> Bool {
        let supervisor = supervisor(of: socket, confinement)
        let report: SandboxReport
        switch supervisor.attempt(.selfTest) {
        case .selfTest(let result)?: report = result
        case .failed(.refused(let reason))?:
            complain(reason)
            return false
        default:
            complain("The worker's self-test came to nothing.")
            return false
        }
        var possible = report.attempts.filter { !$0.isDenied }.map(\.action)
        if report.landlockVersion == 0 {
            complain("The kernel has no Landlock; files are kept from jobs by the filter of system calls only.")
            if options.mode.opensFiles { possible.removeAll { SelfTest.filesOnly.contains($0) } }
        }
        performer.prove { supervisor.attempt($0, $1) }
        if !possible.isEmpty { complain("A job can do what it must not: \(possible.joined(separator: ", ")).") }
        return possible.isEmpty
    }

    private func supervisor(
        of connection: OwnedFileDescriptor, _ confinement: Confinement
    ) -> Supervisor<Performer> {
        Supervisor(
            connection: JobConnection(descriptor: connection), mode: options.mode, limits: limits,
            confinement: confinement, performer: performer)
    }

    private mutating func listen(_ socket: OwnedFileDescriptor, _ confinement: Confinement) {
        var supervisors: [(processID: Int32, exit: OwnedFileDescriptor)] = []
        while true {
            var entries = supervisors.map { pollfd(fd: $0.exit.rawValue, events: Int16(POLLIN), revents: 0) }
            let isFull = supervisors.count >= Self.maximumConnections
            if !isFull { entries.append(pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)) }
            let ready = poll(&entries, nfds_t(entries.count), supervisors.isEmpty ? Self.idleMilliseconds : -1)
            if ready == 0 { return }
            guard ready > 0 else { continue }
            let hasConnection = !isFull && entries[supervisors.count].revents != 0
            supervisors = zip(supervisors, entries).compactMap { supervisor, entry in
                guard entry.revents != 0 else { return supervisor }
                _ = waitpid(supervisor.processID, nil, 0)
                return nil
            }
            if hasConnection {
                if entries.last.map({ $0.revents & Int16(POLLIN) == 0 }) == true { return }
                // The connection waits for the next worker.
                _ = performer.refresh(for: .defaultFamilies)
                if !confinement.allows(keeping: performer.keptDirectories) { return }
                if let supervisor = accept(on: socket, confinement) { supervisors.append(supervisor) }
            }
        }
    }

    /// Forks a supervisor for the next connection.
    private func accept(
        on socket: OwnedFileDescriptor, _ confinement: Confinement
    ) -> (processID: Int32, exit: OwnedFileDescriptor)? {
        guard let number = try? retryingInterrupts({ Glibc.accept(socket.rawValue, nil, nil) }) else { return nil }
        let connection = OwnedFileDescriptor(adopting: number)
        let parent = getpid()
        guard let processID = try? retryingInterrupts({ fork() }) else { return nil }
        if processID == 0 {
            Confinement.endWithParent(parent)
            _ = close(socket.rawValue)
            var supervisor = supervisor(of: connection, confinement)
            supervisor.run()
            _exit(0)
        }
        guard let exit = try? retryingInterrupts({ typecase_pidfd_open(processID) }) else {
            _ = kill(processID, SIGKILL)
            _ = waitpid(processID, nil, 0)
            return nil
        }
        return (processID, OwnedFileDescriptor(adopting: exit))
    }

    /// The socket that was passed to this process, if there is one.
    private func takeSocket() -> OwnedFileDescriptor? {
        if !options.isConnected {
            guard Self.number("LISTEN_PID") == getpid(), Self.number("LISTEN_FDS") == 1 else { return nil }
        }
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(Self.handedOver, SOL_SOCKET, SO_TYPE, &type, &size) == 0,
            type == Int32(SOCK_STREAM.rawValue)
        else { return nil }
        _ = typecase_fcntl(Self.handedOver, F_SETFD, FD_CLOEXEC)
        return OwnedFileDescriptor(adopting: Self.handedOver)
    }

    /// Disables the backtrace that Swift's runtime may have set up: a crash is a reply here, so it must be quick.
    private static func quietCrashes() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
    }

    /// Redirects the standard input and output to the null device.
    ///
    /// This prevents libraries from writing to a file that got one of their numbers. Error messages of the zygote still
    /// go to the standard error.
    ///
    /// - Returns: Whether this succeeded.
    private static func silenceStandardDescriptors() -> Bool {
        var null = open("/dev/null", O_RDWR)
        // If the program was started without them, the first descriptors that open returns have their numbers.
        while 0...2 ~= null { null = open("/dev/null", O_RDWR) }
        guard null > 2, dup2(null, 0) == 0, dup2(null, 1) == 1 else { return false }
        _ = close(null)
        return true
    }

    private static func number(_ variable: String) -> Int32? {
        getenv(variable).flatMap { Int32(String(cString: $0)) }
    }

    private func complain(_ message: String) {
        StandardError.write("\(options.mode.program.rawValue): \(message)\n")
    }
}
