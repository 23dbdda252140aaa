package import FontLibrary
package import FontModel
internal import LinuxSystem
package import Logging
package import Registry
internal import Systemd

/// Keeps registry and tree consistent across starts, crashes, logouts and manual changes of the files.
package actor LibraryKeeper {
    /// The minimum time after a failed reconciliation before the next attempt.
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
    /// Why this service does not reconcile; `nil` if it does.
    private let refusal: FontError?

    private var lastAttempt: ContinuousClock.Instant?
    /// Whether the first reconciliation has not ended yet.
    private var isRecovering: Bool
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private var hasRecovered = false

    /// Whether the tree has been reconciled with the registry since the start, and no failure has occurred since.
    package var isReady: Bool {
        get async {
            guard hasRecovered else { return false }
            return await lastFailure == nil
        }
    }

    /// Why no fonts can be changed; `nil` if they can.
    ///
    /// This is the failure of the last reconciliation, no matter what triggered it, or a reason that lasts as long as
    /// the daemon runs.
    package var lastFailure: FontError? {
        get async {
            if let refusal { return refusal }
            return await publisher.state.knownObstacle
        }
    }

    /// Creates the keeper.
    ///
    /// - Parameters:
    ///   - registry: The registry, which is authoritative.
    ///   - publisher: The publisher, which changes the library.
    ///   - intake: The intake, which examines fonts that a lost registry has to record again.
    ///   - settling: The service that repeats notices to polling programs after a crash has interrupted them.
    ///   - session: The login session that session-scoped fonts belong to and end with.
    ///   - refusal: Why this service must not change the fonts; `nil` if it may.
    ///   - work: The record of running work.
    ///   - log: The log for failures.
    ///   - hasEnded: Returns whether the session or lease of a token has ended; `nil` if tokens belong only to
    ///     `session`.
    ///   - onStatus: Called when ``isReady`` or ``lastFailure`` may have changed.
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

    /// Reconciles tree and registry, which every start requires.
    ///
    /// Queries are answered meanwhile; changes wait.
    package func recover() async { await work.during(.recovery) { await recoverNow() } }

    private func recoverNow() async {
        lastAttempt = .now
        do throws(FontError) {
            // If the registry cannot be read, more than this fails, and the publisher reports it.
            let isPending = (try? await registry.isPublicationPending()) ?? true
            if isPending { settling.noteChange() }
            // Spare room is released, so that the rest of a change that ran out of room can be cleaned up.
            if await publisher.state.obstacle?.code == .storageFull {
                _ = try await publisher.context.giveUpSpareRoom()
            }
            let changed = try await reconciler.reconcile(cause: .recovery)
            await settling.prepareDirectory()
            await endPastSessionsOrLog()
            // Programs that wait for the signal may have missed it because the last daemon ended.
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

    /// Waits until tree and registry agree, and removes the registrations of past sessions.
    ///
    /// It must be called after each login and logout.
    ///
    /// - Throws: An error if tree and registry do not agree or the registrations cannot be removed.
    package func bringInOrder() async throws(FontError) {
        if isRecovering { await withCheckedContinuation { waiting.append($0) } }
        await recoverIfNeeded()
        if let lastFailure = await lastFailure { throw lastFailure }
        try await endPastSessions()
    }

    /// Removes the registrations of past sessions, once tree and registry agree.
    ///
    /// It must be called after each login and logout.
    package func noteLogins() async {
        if isRecovering { await withCheckedContinuation { waiting.append($0) } }
        await endPastSessionsOrLog()
    }

    /// Retries if the last reconciliation failed, at most every few seconds, because the cause may have disappeared.
    package func recoverIfNeeded() async {
        guard refusal == nil, await lastFailure != nil else { return }
        let now = ContinuousClock.now
        if let lastAttempt, now - lastAttempt < Self.retryInterval { return }
        await recover()
    }

    /// Reconciles after changes of published files, unless this service made the changes.
    ///
    /// - Parameter entries: The changed entries, by shard; `nil` for all.
    package func examine(_ entries: [Shard: Set<String>]?) async {
        await work.during(.recovery) { await examineNow(entries) }
    }

    private func examineNow(_ entries: [Shard: Set<String>]?) async {
        // The work of the start comes first, and finds these changes as well.
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

    /// Verifies files again that may have been in the process of being written.
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

    /// Removes the session-scoped registrations of login sessions that have ended.
    private func endPastSessions() async throws(FontError) {
        _ = try await session.current()
        // After this wait, changes that were begun before the end was noticed are registered, and later ones are
        // refused. Meanwhile, the user may have logged in again and registered fonts for the new session.
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
