internal import CLinux
internal import CSeccomp
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// Counts the system calls of some names that a program makes, on all of its threads, and may end it before one of them,
/// or have all of them fail.
///
/// The kernel has each of these calls wait for an answer (see seccomp_unotify(2)), so that they are counted one after the
/// other, whichever threads make them, and so that one before which the program is ended has no effect. All other calls
/// take their usual time. Processes that the program starts are neither counted nor ended.
package final class CallSupervisor: Sendable {
    /// What the thread that answers has in common with the test.
    private final class Ledger: Sendable {
        struct State {
            /// The calls, by their numbers.
            var counts: [Int32: Int] = [:]
            var hasEndedProgram = false

            var count: Int { counts.values.reduce(0, +) }
        }

        let state = Mutex(State())
    }

    private let directory: ScratchDirectory
    private let calls: [String]
    private let socket: OwnedFileDescriptor
    private let ledger = Ledger()

    /// Prepares for a program, which is to be started once.
    ///
    /// - Parameters:
    ///   - calls: The names of the system calls, such as `renameat2`; with `write/9` those of at least 9 bytes, which
    ///     those that only wake a thread are not.
    ///   - point: Before which of the calls to end the program with `SIGKILL`, from 1 on; `nil` ends it at none.
    ///   - failure: What each of the calls fails with, of the processes that the program starts as well; `nil` lets them
    ///     be made.
    /// - Throws: What the system said.
    package init(_ calls: [String], endingAt point: Int? = nil, failingWith failure: Errno? = nil) throws(Errno) {
        self.calls = calls
        directory = try ScratchDirectory(name: "calls")
        socket = try Self.listen(at: directory["socket"])
        let (socket, ledger) = (socket, ledger)
        try NativeThread(name: "call-supervisor") {
            // Without an end the program cannot even start, which is its own error.
            guard let (listener, program) = try? Self.accept(socket) else { return }
            Self.answer(listener, of: program, endingAt: point, failingWith: failure, ledger)
        }.detach()
    }

    deinit { shutdown(socket.rawValue, Int32(SHUT_RDWR)) }

    /// The program, with its arguments, that becomes the one whose path and arguments follow.
    package var wrapper: [String] {
        [BuildProducts.executable("SupervisedProgram"), directory["socket"], calls.joined(separator: ",")]
    }

    /// How many of the calls the program has come to, with the one that it was ended before.
    package var count: Int { ledger.state.withLock { $0.count } }

    /// How many of one of the calls the program has come to.
    ///
    /// - Parameter call: Its name, as it was given.
    /// - Returns: The number, with the one that the program was ended before.
    package func count(of call: String) -> Int {
        let number = seccomp_syscall_resolve_name(call.split(separator: "/").first.map(String.init) ?? call)
        return ledger.state.withLock { $0.counts[number] ?? 0 }
    }

    /// Whether the program was ended before one of the calls.
    package var hasEndedProgram: Bool { ledger.state.withLock { $0.hasEndedProgram } }

    /// Whether calls can be supervised here; some containers forbid it.
    package static func isAvailable() async -> Bool {
        guard let supervisor = try? CallSupervisor(["fsync"]) else { return false }
        let command = supervisor.wrapper + ["/bin/true"]
        let outcome = try? await ChildProcess.run(command[0], Array(command.dropFirst()), environment: [:])
        return outcome?.succeeded ?? false
    }

    private static func listen(at path: String) throws(Errno) -> OwnedFileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedFileDescriptor(adopting: try retryingInterrupts { Glibc.socket(AF_UNIX, type, 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try retryingInterrupts {
            withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        try retryingInterrupts { Glibc.listen(socket.rawValue, 1) }
        return socket
    }

    /// Waits for the program: the end at which its calls are answered, and its process id.
    private static func accept(_ socket: OwnedFileDescriptor) throws(Errno) -> (OwnedFileDescriptor, pid_t) {
        let connection = OwnedFileDescriptor(
            adopting: try retryingInterrupts { Glibc.accept(socket.rawValue, nil, nil) })
        var process: pid_t = 0
        var listener: Int32 = -1
        try retryingInterrupts {
            typecase_receive_with_descriptor(connection.rawValue, &process, MemoryLayout<pid_t>.size, &listener)
        }
        guard listener >= 0 else { throw .connectionReset }
        return (OwnedFileDescriptor(adopting: listener), process)
    }

    /// Answers calls until the last process that could make one is gone.
    private static func answer(
        _ listener: OwnedFileDescriptor, of program: pid_t, endingAt point: Int?, failingWith failure: Errno?,
        _ ledger: Ledger
    ) {
        var request: UnsafeMutablePointer<seccomp_notif>?
        var response: UnsafeMutablePointer<seccomp_notif_resp>?
        guard seccomp_notify_alloc(&request, &response) == 0, let request, let response else { return }
        defer { seccomp_notify_free(request, response) }
        while true {
            var source = pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0)
            guard (try? retryingInterrupts { poll(&source, 1, -1) }) != nil else { return }
            guard source.revents & Int16(POLLIN) != 0 else { return }
            // The kernel takes cleared memory only. Where it has nothing any more, the caller was killed meanwhile.
            request.pointee = seccomp_notif()
            guard seccomp_notify_receive(listener.rawValue, request) == 0 else { continue }
            let caller = request.pointee.pid
            if access("/proc/\(program)/task/\(caller)", F_OK) == 0 {
                let isOver = ledger.state.withLock { state in
                    if state.hasEndedProgram { return true }
                    state.counts[request.pointee.data.nr, default: 0] += 1
                    state.hasEndedProgram = state.count == point
                    return state.hasEndedProgram
                }
                if isOver {
                    // It is left waiting: nothing comes of the call.
                    kill(program, SIGKILL)
                    continue
                }
            }
            response.pointee = seccomp_notif_resp()
            response.pointee.id = request.pointee.id
            if let failure {
                response.pointee.error = -failure.rawValue
            } else {
                response.pointee.flags = UInt32(SECCOMP_USER_NOTIF_FLAG_CONTINUE)
            }
            _ = seccomp_notify_respond(listener.rawValue, response)
        }
    }
}
