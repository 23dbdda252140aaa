internal import ApplicationFonts
internal import LinuxSystem
internal import Synchronization

/// The configuration of fontconfig, which the first font of a process waits for.
extension ProcessScope {
    /// How far it is that fontconfig has its configuration.
    enum Preparation {
        case ahead
        /// It is being loaded; what is to be done as soon as it is there.
        case underWay([@Sendable () -> Void])
        case done
    }

    /// Has fontconfig load its configuration, where nobody has begun to: what the first font of a process waits for
    /// longest.
    ///
    /// - Parameter files: Threads for what blocks. One starts right here: a task for it would have to wait for a thread
    ///   of its own first.
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
        // Without a thread for it, the configuration is loaded with the first font.
        if !isStarted { endPreparation(on: files) }
    }

    private func endPreparation(on files: BlockingThreads) {
        let waiting = preparation.withLock { preparation -> [@Sendable () -> Void] in
            defer { preparation = .done }
            return if case .underWay(let waiting) = preparation { waiting } else { [] }
        }
        // The first goes on right here. The others must not wait for the file that it reads.
        for work in waiting.dropFirst() {
            if !files.start(work) { work() }
        }
        waiting.first?()
    }

    /// Does what needs fontconfig's configuration: where that is being loaded, right after that.
    ///
    /// A thread that waited for the lock of the configuration would keep a processor busy all the time, as locks of the
    /// kernel's expect to be held for moments.
    ///
    /// - Parameters:
    ///   - files: Threads for what blocks.
    ///   - work: What to do.
    /// - Returns: The work's result.
    /// - Throws: What the work throws.
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
