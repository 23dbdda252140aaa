internal import CLinux
internal import Glibc

/// The first thread of a program that handles signals.
package enum MainThread {
    /// Runs a program on other threads; all of them, and this thread, block the given signals.
    ///
    /// An asynchronous `main` would not work. It leaves the first thread to libdispatch, which waits there with no
    /// signal blocked. The kernel would deliver to that thread the signals that every other thread blocks, and the
    /// program would end.
    ///
    /// Writing to a closed pipe or socket is an error in the program and does not end it.
    ///
    /// - Parameters:
    ///   - signals: The signals, for a `SignalSource` or `sigwait` to receive.
    ///   - threads: The threads that run the program's tasks; `nil` for Swift's own.
    ///   - program: The program; its result is the exit status.
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
