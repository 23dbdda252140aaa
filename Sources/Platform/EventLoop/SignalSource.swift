internal import CLinux
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// Unix signals as events of a loop.
package final class SignalSource: Sendable {
    /// The numbers of the received signals, for a single reader.
    ///
    /// The stream ends when the source is released.
    package let signals: AsyncStream<Int32>

    private let loop: EventLoop
    private let descriptor: OwnedFileDescriptor
    private let continuation: AsyncStream<Int32>.Continuation
    // Only used on the loop.
    private nonisolated(unsafe) var source: EventSource?

    /// Blocks signals in the calling thread and in every thread that it starts from now on.
    ///
    /// A program must call this first, before it has a second thread. If any thread does not block a signal, the signal
    /// has its default effect there, which for most signals is to end the program.
    package static func block(_ signals: [Int32]) {
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Creates a source for signals, which all threads must block.
    ///
    /// - Parameters:
    ///   - signals: The numbers of the signals, such as `SIGTERM`.
    ///   - loop: The loop that waits for the signals.
    /// - Throws: The system's error, if it has no descriptor left.
    package init(_ signals: [Int32], on loop: EventLoop) async throws(Errno) {
        self.loop = loop
        var set = Self.set(of: signals)
        descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts { signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)) })
        (self.signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        let failure = await loop.run { [self] in start() }
        if let failure { throw failure }
    }

    private func start() -> Errno? {
        do throws(Errno) {
            source = try loop.addSource(descriptor.rawValue, events: .readable) { [weak self] _ in self?.read() }
            return nil
        } catch {
            return error
        }
    }

    deinit {
        continuation.finish()
        // The descriptor must outlive its source.
        loop.execute { [source = SourceBox(source), descriptor] in
            source.value?.cancel()
            withExtendedLifetime(descriptor) {}
        }
    }

    private func read() {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while let count = try? retryingInterrupts({ Glibc.read(descriptor.rawValue, &information, size) }),
            count == size
        {
            continuation.yield(Int32(bitPattern: information.ssi_signo))
        }
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
