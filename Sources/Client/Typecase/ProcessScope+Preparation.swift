internal import ApplicationFonts
internal import LinuxSystem
internal import Synchronization

/// The loading of fontconfig's configuration, for which the first font of a process waits.
extension ProcessScope {
    /// The state of the loading of fontconfig's configuration.
    enum Preparation {
        case ahead
        /// The configuration is being loaded.
        ///
        /// The closures run as soon as that ends.
        case underWay([@Sendable () -> Void])
        case done
    }

    /// Has fontconfig load its configuration, unless that has begun already.
    ///
    /// This is the longest part of the wait for the first font of a process.
    ///
    /// - Parameter files: Threads for blocking work. One starts immediately: a task for this would first have to wait
    ///   for its own thread.
    func prepare(on files: BlockingThreads) {
        let begins = preparation.withLock { preparation in
            guard case .ahead = preparation else { return false }
            preparation = .underWay([])
            return true
        }
        guard begins else { return }
        let isStarted = files.start { [self] in
            ApplicationFonts.prepare()
            endPreparation(on: files)
        }
        // If no thread can be started, the configuration is loaded with the first font.
        if !isStarted { endPreparation(on: files) }
    }

    private func endPreparation(on files: BlockingThreads) {
        let waiting = preparation.withLock { preparation -> [@Sendable () -> Void] in
            defer { preparation = .done }
            return if case .underWay(let waiting) = preparation { waiting } else { [] }
        }
        // The first closure runs on this thread. The others run on other threads, so that they do not wait for the file
        // that it reads.
        for work in waiting.dropFirst() {
            if !files.start(work) { work() }
        }
        waiting.first?()
    }

    /// Runs work that needs fontconfig's configuration; if it is being loaded, immediately after that.
    ///
    /// A thread that waited for the lock of the configuration would keep a processor busy all the time, because the
    /// kernel's locks are made for short waits.
    ///
    /// - Parameters:
    ///   - files: Threads for blocking work.
    ///   - work: The work.
    /// - Returns: The work's result.
    /// - Throws: The error of the work.
    func run<Result: Sendable>(
        on files: BlockingThreads, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        prepare(on: files)
        let result: Swift.Result<Result, any Error>? = await withCheckedContinuation { continuation in
            let waits = preparation.withLock { preparation in
                guard case .underWay(let waiting) = preparation else { return false }
                preparation = .underWay(
                    waiting + [{ continuation.resume(returning: Swift.Result(catching: work)) }])
                return true
            }
            if !waits { continuation.resume(returning: nil) }
        }
        if let result { return try result.get() }
        return try await files.run(work)
    }
}
