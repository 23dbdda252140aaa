internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Watches one child process from a thread of its own: collects its output, reaps it, tells those who wait.
final class ProcessMonitor: Sendable {
    private struct State {
        var output: [UInt8] = []
        var error: [UInt8] = []
        var ended: ChildProcess.Outcome?
        var endWaiters: [CheckedContinuation<ChildProcess.Outcome, Never>] = []
        var textWaiters: [(text: [UInt8], continuation: CheckedContinuation<ChildProcess.Outcome?, Never>)] = []

        func contains(_ text: [UInt8]) -> Bool { output.contains(text) || error.contains(text) }
    }

    private let processID: Int32
    private let state = Mutex(State())

    init(_ processID: Int32, output: OwnedFileDescriptor, error: OwnedFileDescriptor) throws(Errno) {
        self.processID = processID
        let exit = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(processID) })
        for pipe in [output, error] {
            try retryingInterrupts { typecase_fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK) }
        }
        try startThread { [self] in follow(exit: exit, output: output, error: error) }
    }

    /// What was written so far.
    var collected: (output: String, error: String) {
        state.withLock { (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.error, as: UTF8.self)) }
    }

    /// Signals the process group, unless its leader was reaped: its number may belong to somebody else by then.
    func signal(_ number: Int32) {
        state.withLock { state in
            if state.ended == nil { _ = kill(-processID, number) }
        }
    }

    /// Waits for the end.
    func outcome() async -> ChildProcess.Outcome {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                if state.ended == nil { state.endWaiters.append(continuation) }
                return state.ended
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    /// Waits for a text; `nil` once it was written, the outcome where the process ended without.
    func endedWithout(_ text: [UInt8]) async -> ChildProcess.Outcome? {
        await withCheckedContinuation { continuation in
            let answer: ChildProcess.Outcome?? = state.withLock { state in
                if state.contains(text) { return .some(nil) }
                if let ended = state.ended { return .some(ended) }
                state.textWaiters.append((text, continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func follow(exit: OwnedFileDescriptor, output: OwnedFileDescriptor, error: OwnedFileDescriptor) {
        var sources = [exit, output, error].map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&sources, nfds_t(sources.count), -1) > 0 else { continue }
            // The exit comes first: what a process wrote before it ended is in the pipes by now.
            let ended = sources[0].revents != 0
            if !drain(output, into: \.output) { sources[1].fd = -1 }
            if !drain(error, into: \.error) { sources[2].fd = -1 }
            answerTextWaiters()
            if ended { break }
        }
        reap()
    }

    /// Reads what is there; false at the end of the pipe.
    private func drain(_ pipe: OwnedFileDescriptor, into stream: WritableKeyPath<State, [UInt8]>) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(pipe.rawValue, &buffer, buffer.count)
            if count == 0 { return false }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            state.withLock { $0[keyPath: stream] += buffer[..<count] }
        }
    }

    private func answerTextWaiters() {
        let answered = state.withLock { state in
            let waiters = state.textWaiters
            state.textWaiters = waiters.filter { !state.contains($0.text) }
            return waiters.filter { state.contains($0.text) }
        }
        for waiter in answered { waiter.continuation.resume(returning: nil) }
    }

    private func reap() {
        let (outcome, endWaiters, textWaiters) = state.withLock { state in
            // While its leader is not reaped yet, the number of the group cannot be anybody else's.
            _ = kill(-processID, SIGKILL)
            var status: Int32 = 0
            while waitpid(processID, &status, 0) == -1, errno == EINTR {}
            let signal = status & 0x7f
            let outcome = ChildProcess.Outcome(
                termination: signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal),
                standardOutput: String(decoding: state.output, as: UTF8.self),
                standardError: String(decoding: state.error, as: UTF8.self))
            state.ended = outcome
            defer {
                state.endWaiters = []
                state.textWaiters = []
            }
            return (outcome, state.endWaiters, state.textWaiters)
        }
        for waiter in endWaiters { waiter.resume(returning: outcome) }
        for waiter in textWaiters { waiter.continuation.resume(returning: outcome) }
    }
}

/// Runs a body on a new detached thread.
private func startThread(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box.toOpaque())
    if result != 0 {
        box.release()
        throw Errno(rawValue: result)
    }
    pthread_detach(thread)
}
