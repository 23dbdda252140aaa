internal import CLinux
internal import Glibc

/// The first thread of a program that handles signals.
package enum MainThread {
    /// Runs a program on other threads, all of which, and this one, keep signals from ending it.
    ///
    /// An asynchronous `main` would not do: it leaves the first thread to libdispatch, which waits there with no signal
    /// blocked, so that the kernel delivers to it what every other thread blocks, and the program dies of it.
    ///
    /// Writing to what nobody reads is an error there, and ends nothing.
    ///
    /// - Parameters:
    ///   - signals: The signals, for a `SignalSource` or `sigwait` to receive.
    ///   - threads: The threads that carry the program's tasks; `nil` for Swift's own.
    ///   - program: The program; what it returns is the exit status.
    package static func run(
        blocking signals: [Int32], on threads: BlockingThreads? = nil,
        _ program: @escaping @Sendable () async -> Int32
    ) -> Never {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        threads?.carryAllTasks()
        Task.detached { exit(await program()) }
        while true { pause() }
    }
}
