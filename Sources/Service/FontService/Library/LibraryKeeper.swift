package import FontLibrary
package import FontModel
internal import LinuxSystem
package import Logging
package import Registry
internal import Systemd

/// Keeps registry and tree in agreement over starts, crashes, logouts and what people do to the files by hand.
package actor LibraryKeeper {
    /// How long a failed attempt to bring tree and registry to agree keeps others from being made.
    private static let retryInterval = Duration.seconds(5)

    private let registry: Registry
    private let publisher: LibraryPublisher
    private let reconciler: LibraryReconciler
    private let settling: PublicationSettling
    private let session: LoginSession
    private let hasEnded: @Sendable (String) -> Bool
    private let work: WorkInProgress
    private let log: Logger
    private let onStatus: @Sendable () -> Void
    /// Why nothing is kept in agreement from here.
    private let refusal: FontError?

    private var lastAttempt: ContinuousClock.Instant?
    /// Whether the first attempt to bring tree and registry to agree is still to come or under way.
    private var isRecovering: Bool
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private var hasRecovered = false

    /// Whether the tree has been brought to the registry since the start, and nothing has come between them since.
    package var isReady: Bool {
        get async {
            guard hasRecovered else { return false }
            return await lastFailure == nil
        }
    }

    /// Why no fonts can be changed: the failure of the last attempt to bring tree and registry to agree, whatever the
    /// occasion, or what lasts for as long as the daemon runs.
    package var lastFailure: FontError? {
        get async {
            if let refusal { return refusal }
            return await publisher.state.knownObstacle
        }
    }

    /// Creates the keeper.
    ///
    /// - Parameters:
    ///   - registry: The truth.
    ///   - publisher: Who changes the library.
    ///   - intake: Who examines fonts that a lost registry has to learn of again.
    ///   - settling: Who repeats notices to polling programs that a crash has cut off.
    ///   - session: The login session that session-scoped fonts end with.
    ///   - refusal: Why the fonts are not to be changed from here; `nil` where they are.
    ///   - work: Where it is noted what is under way.
    ///   - log: Where failures are reported.
    ///   - hasEnded: Whether what a registration lasts as long as is over; `nil` where that is `session` alone.
    ///   - onStatus: Called when ``isReady`` or ``lastFailure`` may be another by now.
    package init(
        registry: Registry, publisher: LibraryPublisher, intake: FontIntake, settling: PublicationSettling,
        session: LoginSession, refusal: FontError? = nil, work: WorkInProgress, log: Logger,
        hasEnded: (@Sendable (String) -> Bool)? = nil, onStatus: @escaping @Sendable () -> Void = {}
    ) {
        self.hasEnded = hasEnded ?? { session.hasEnded($0) }
        self.registry = registry
        self.publisher = publisher
        reconciler = LibraryReconciler(publisher, intake: intake)
        self.settling = settling
        self.session = session
        self.refusal = refusal
        self.work = work
        self.log = log
        self.onStatus = onStatus
        isRecovering = refusal == nil
    }

    /// Does what every start needs; queries are answered meanwhile, changes wait.
    package func recover() async { await work.during(.recovery) { await recoverNow() } }

    private func recoverNow() async {
        lastAttempt = .now
        do throws(FontError) {
            // What cannot be read is in the way of more than this, as the publisher will say.
            let isPending = (try? await registry.isPublicationPending()) ?? true
            if isPending { settling.noteChange() }
            // What is left of a change that had no room is cleared up with it.
            if await publisher.state.obstacle?.code == .storageFull {
                _ = try await publisher.context.giveUpSpareRoom()
            }
            let changed = try await reconciler.reconcile(cause: .recovery)
            await settling.prepareDirectory()
            await endPastSessionsOrLog()
            // Whoever waits for the signal may have missed it with the end of the last daemon.
            if isPending, let latest = try? await registry.generation() {
                publisher.executor.announcer.announceAgain(latest)
            }
            hasRecovered = true
            onStatus()
            resumeWaiting()
            await verify(changed, cause: .recovery)
        } catch {
            onStatus()
            log.report(
                .libraryStuck, .error, "The published fonts could not be brought to the registry",
                metadata: ["error": "\(error)"])
            resumeWaiting()
        }
    }

    private func resumeWaiting() {
        isRecovering = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits until tree and registry agree, and removes what past sessions have left.
    ///
    /// Due after each login and logout.
    ///
    /// - Throws: What is in the way.
    package func bringInOrder() async throws(FontError) {
        if isRecovering { await withCheckedContinuation { waiting.append($0) } }
        await recoverIfNeeded()
        if let lastFailure = await lastFailure { throw lastFailure }
        try await endPastSessions()
    }

    /// Removes what past sessions have left, once tree and registry agree; due after each login and logout.
    package func noteLogins() async {
        if isRecovering { await withCheckedContinuation { waiting.append($0) } }
        await endPastSessionsOrLog()
    }

    /// Tries once more where the last attempt failed, at most every few seconds: what was in the way may be gone.
    package func recoverIfNeeded() async {
        guard refusal == nil, await lastFailure != nil else { return }
        let now = ContinuousClock.now
        if let lastAttempt, now - lastAttempt < Self.retryInterval { return }
        await recover()
    }

    /// Takes note of what was done to published files, unless it was us.
    ///
    /// - Parameter entries: The entries that something happened to, by shard; `nil` for all.
    package func examine(_ entries: [Shard: Set<String>]?) async {
        await work.during(.recovery) { await examineNow(entries) }
    }

    private func examineNow(_ entries: [Shard: Set<String>]?) async {
        // What the start has to do comes first, and finds these changes as well.
        if !hasRecovered, !isRecovering { return await recoverNow() }
        if let entries, await reconciler.agrees(with: entries) { return }
        do throws(FontError) {
            let changed = try await reconciler.reconcile(cause: .file)
            onStatus()
            await verify(changed, cause: .file)
        } catch {
            onStatus()
            log.report(
                .libraryStuck, .error, "Changes of the published files could not be taken note of",
                metadata: ["error": "\(error)"])
        }
    }

    private func verify(_ digests: [FontDigest], cause: ChangeLogEntry.Cause) async {
        var unsettled: [FontDigest] = []
        for digest in digests {
            do throws(FontError) {
                if try await reconciler.verify(digest, cause: cause) { unsettled.append(digest) }
            } catch {
                log.error(
                    "A file that changed could not be examined",
                    metadata: ["sha256": "\(digest)", "error": "\(error)"])
            }
        }
        guard !unsettled.isEmpty else { return }
        let waiting = unsettled
        Task { await verifyLater(waiting, cause: cause) }
    }

    /// Looks once more at files that somebody may have been writing.
    private func verifyLater(_ digests: [FontDigest], cause: ChangeLogEntry.Cause) async {
        await work.during(.recovery) {
            try? await AlarmClock.shared.sleep(for: LibraryReconciler.quietTime)
            await verify(digests, cause: cause)
        }
    }

    func endPastSessionsOrLog() async {
        do throws(FontError) {
            try await endPastSessions()
        } catch {
            log.error("The fonts of past sessions could not be removed", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the session-scoped registrations of login sessions that are over.
    private func endPastSessions() async throws(FontError) {
        _ = try await session.current()
        // What was begun before the end was seen is registered by now, and what comes after it is refused. Meanwhile the
        // user may have logged in again, and registered fonts for that session.
        await publisher.exclusively {}
        var filter = RegistrationFilter(scope: .session)
        var past: [SessionRegistration] = []
        while true {
            let wanted = filter
            let page = try await FontError.mapping { () throws(RegistryError) in
                try await registry.registrations.page(matching: wanted)
            }
            past += page.registrations.map(\.registration)
                .filter { $0.sessionToken.map(hasEnded) ?? true }
                .map { SessionRegistration($0.id, sessionToken: $0.sessionToken) }
            guard let cursor = page.cursor else { break }
            filter.cursor = cursor
        }
        guard !past.isEmpty else { return }
        log.info("Removing the fonts of sessions that are over", metadata: ["fonts": "\(past.count)"])
        let answer = await publisher.submit(LibraryRequest(.endSession(past), by: .service))
        for case .failure(let error) in answer.outcomes where error.code != .notRegistered { throw error }
    }
}
