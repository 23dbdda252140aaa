internal import FontLibrary
package import FontModel
package import LinuxSystem
package import Logging
package import ProviderInstallations
package import Registry
internal import Systemd

/// Sets fonts aside when their providers are removed, and restores them when the providers return.
///
/// It is not told which providers have changed: each change signal makes it check all of them. Therefore it does not
/// matter which signals come, how often, from whom, or whether the service was running. Fonts that are set aside are
/// kept for 30 days.
package actor ProviderKeeper {
    /// How long a provider must be missing before its fonts are set aside.
    ///
    /// People who replace files by hand do so in steps.
    package static let settleTime = Duration.milliseconds(500)
    /// The interval between checks whether a package manager has finished.
    private static let transactionInterval = Duration.milliseconds(250)
    /// The maximum time to wait for a package manager, which may be waiting for a user's answer.
    private static let longestTransaction = Duration.seconds(120)
    /// The delay after a registration before the service checks whether its provider was removed meanwhile.
    private static let registrationInterval = Duration.seconds(1)
    /// The maximum time that a call waits for its turn.
    ///
    /// Callers give up after 25 seconds, and would then not learn the outcome.
    static let patience = Duration.seconds(15)
    /// The delay between a change signal and a second check.
    ///
    /// A change signal starts a unit, which ends when the first check is over. While that unit is running, the service
    /// manager does not notice further signals.
    private static let secondLookInterval = Duration.seconds(1)

    let registry: Registry
    let publisher: LibraryPublisher
    let search: InstallationSearch
    let threads: BlockingThreads
    let log: Logger
    private let assets: AssetRegistrar?
    private let transactions: PackageTransactions
    private let work: WorkInProgress
    private let onEvidence: @Sendable (Set<InstallationEvidence>) -> Void

    /// The evidence that providers are installed.
    private var evidence: Set<InstallationEvidence> = []
    private var isBusy = false
    private var waiting: [CheckedContinuation<Result<Void, FontError>, Never>] = []
    /// The callers that wait for a turn of their own, and learn whether they get it.
    private var turns: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    private var lastTurn: UInt64 = 0
    /// The installations in the last written note; `nil` if none has been written yet.
    var notedInstallations: ProviderInstallations?
    /// The task that waits for a package manager.
    private var postponement: Task<Void, Never>?
    /// The task that waits for the second check.
    private var secondLook: Task<Void, Never>?

    /// Creates the keeper.
    ///
    /// - Parameters:
    ///   - registry: The providers with registrations, and the evidence that they were installed.
    ///   - publisher: Changes the library.
    ///   - search: Finds out what is installed.
    ///   - assets: Registers the fonts that manifests want registered; `nil` if no component does.
    ///   - transactions: Reports whether package managers are at work.
    ///   - threads: The thread pool that reads files.
    ///   - work: Records running work.
    ///   - log: The log for removed and returning providers.
    ///   - onEvidence: Receives all evidence that providers are installed, whenever it may have changed.
    package init(
        registry: Registry, publisher: LibraryPublisher, search: InstallationSearch,
        assets: AssetRegistrar? = nil, transactions: PackageTransactions = PackageTransactions(),
        threads: BlockingThreads, work: WorkInProgress,
        log: Logger, onEvidence: @escaping @Sendable (Set<InstallationEvidence>) -> Void = { _ in }
    ) {
        self.onEvidence = onEvidence
        self.registry = registry
        self.publisher = publisher
        self.search = search
        self.assets = assets
        self.transactions = transactions
        self.threads = threads
        self.work = work
        self.log = log
    }

    /// The providers that have a manifest and may not register fonts, in the order of their ids.
    package nonisolated var deniedProviders: [ProviderIdentifier] { assets?.deniedProviders ?? [] }

    // MARK: Looking

    /// Brings the registrations up to date with what is installed now.
    ///
    /// This is necessary at each start, each login and each change signal. If a package manager is at work, providers
    /// that seem removed are checked again after it has finished. Callers wait neither for that nor for the second
    /// check of all providers.
    ///
    /// - Throws: The error that prevented reading or changing the registry.
    package func reconcile() async throws(FontError) {
        defer { lookAgainSoon() }
        try await runInTurn().get()
    }

    /// Does the same as ``reconcile()``, but logs errors instead of throwing them.
    package func reconcileOrLog() async {
        defer { lookAgainSoon() }
        report(await runInTurn())
    }

    /// Checks providers that register fonts while they are being removed.
    ///
    /// The change signal may have come before the registration.
    ///
    /// - Parameter registrations: The providers that have registered fonts; the loop ends with the task.
    package func watch(_ registrations: RegisteredProviders) async {
        for await _ in registrations.notes {
            // The service must not exit before the new evidence is watched.
            work.begin(.departures)
            defer { work.end(.departures) }
            guard (try? await AlarmClock.shared.sleep(for: Self.registrationInterval)) != nil else { return }
            let providers = registrations.take()
            guard !providers.isEmpty else { continue }
            let areThere = try? await threads.run { [search] in
                providers.allSatisfy { provider in
                    guard case .installed = search.standing(of: provider.id, known: provider.installation) else {
                        return false
                    }
                    return true
                }
            }
            let new = Set(providers.flatMap(\.installation)).subtracting(evidence)
            // A new version of an AppImage causes no change signal, and restores the fonts that were removed with the
            // old version.
            if areThere != true || new.contains(where: { $0.kind == .appImage }) {
                await reconcileOrLog()
            } else if !new.isEmpty {
                noteEvidence(evidence.union(new))
                try? await inTurn { () throws(FontError) in await noteInstallations() }
            }
        }
    }

    private func lookAgainSoon() {
        secondLook?.cancel()
        secondLook = Task { [weak self] in
            guard (try? await AlarmClock.shared.sleep(for: Self.secondLookInterval)) != nil else { return }
            await self?.lookAgain()
        }
    }

    private func lookAgain() async {
        // From here on, the next change signal must not cancel this check.
        secondLook = nil
        report(await runInTurn())
        registry.restWhenQuiet()
    }

    private func runInTurn() async -> Result<Void, FontError> {
        // The running check may have begun before the change signal.
        if isBusy { return await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
        let result = await run(waitsForTransactions: true)
        serveWaiting()
        return result
    }

    private func report(_ result: Result<Void, FontError>) {
        guard case .failure(let error) = result else { return }
        log.error("The fonts were not brought to what is installed", metadata: ["error": "\(error)"])
    }

    /// Performs an action during which no check of providers runs.
    ///
    /// Otherwise the findings of a check could be outdated when they are acted on.
    ///
    /// - Parameters:
    ///   - limit: The maximum time to wait for the turn; `nil` for no limit.
    ///   - body: The action.
    /// - Returns: The result of the body.
    /// - Throws: The error that the body throws, and `busy` if it was not run.
    func inTurn<Result>(
        within limit: Duration? = nil, _ body: () async throws(FontError) -> Result
    ) async throws(FontError) -> Result {
        if isBusy {
            guard await waitForTurn(within: limit) else {
                throw FontError(
                    .busy, "Fonts of programs are being added or removed, so nothing was changed. Try again later.")
            }
        } else {
            isBusy = true
        }
        defer { serveWaiting() }
        return try await body()
    }

    private func waitForTurn(within limit: Duration?) async -> Bool {
        lastTurn += 1
        let number = lastTurn
        let alarm = limit.map { AlarmClock.shared.add(after: $0) { Task { await self.giveUpTurn(number) } } }
        defer { if let alarm { AlarmClock.shared.cancel(alarm) } }
        return await withCheckedContinuation { turns.append((number, $0)) }
    }

    private func giveUpTurn(_ number: UInt64) {
        guard let index = turns.firstIndex(where: { $0.number == number }) else { return }
        turns.remove(at: index).continuation.resume(returning: false)
    }

    private func serveWaiting() {
        // The keeper stays busy on behalf of the next caller.
        guard turns.isEmpty else { return turns.removeFirst().continuation.resume(returning: true) }
        guard !waiting.isEmpty else {
            isBusy = false
            return
        }
        let served = waiting
        waiting = []
        Task {
            let result = await run(waitsForTransactions: true)
            for continuation in served { continuation.resume(returning: result) }
            serveWaiting()
        }
    }

    private func run(waitsForTransactions: Bool) async -> Result<Void, FontError> {
        await work.during(.departures) {
            do throws(FontError) {
                try await bringToAgree(waitsForTransactions: waitsForTransactions)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
    }

    private func bringToAgree(waitsForTransactions: Bool) async throws(FontError) {
        let first = try await look()
        try await note(first.installations)
        for provider in first.returning { try await bringBack(provider) }
        if !first.leaving.isEmpty {
            if waitsForTransactions, await isTransactionUnderWay() {
                postpone()
            } else {
                try await setAsideOnceSettled(
                    Set(first.leaving.map(\.provider)), waitsForTransactions: waitsForTransactions)
            }
        }
        try await endExpired()
        let presences = try await FontError.mapping { () throws(RegistryError) in
            try await registry.providers.presences()
        }
        if try await reconcileAssets(presences, waitsForTransactions: waitsForTransactions) {
            await noteInstallations()
        } else {
            await noteInstallations(of: presences)
        }
    }

    /// Sets aside the fonts of those providers that are still missing after a while.
    private func setAsideOnceSettled(
        _ suspects: Set<ProviderIdentifier>, waitsForTransactions: Bool
    ) async throws(FontError) {
        guard (try? await AlarmClock.shared.sleep(for: Self.settleTime)) != nil else {
            throw FontError(
                .busy, "No caller is waiting for this any more; it will be done at the next signal or start.")
        }
        // A package manager may run others one after the other, and between two of them none may be at work.
        if waitsForTransactions, await isTransactionUnderWay() { return postpone() }
        for departure in try await look().leaving where suspects.contains(departure.provider) {
            try await setAside(departure.provider, for: departure.reason)
        }
    }

    /// Registers the fonts that manifests want registered, and removes those that manifests no longer contain.
    ///
    /// - Returns: Whether there was anything to do.
    private func reconcileAssets(
        _ presences: [ProviderPresence], waitsForTransactions: Bool
    ) async throws(FontError) -> Bool {
        guard let assets else { return false }
        await assets.noteRights(presences, for: self)
        let tasks = try await assets.work(presences, for: self)
        guard !tasks.isEmpty else { return false }
        // While a package is being unpacked, its manifest may exist before its fonts.
        if waitsForTransactions, await isTransactionUnderWay() {
            postpone()
            return false
        }
        let removed = Set(presences.filter { $0.departedCounts[.user] != nil }.map(\.provider.id))
        for task in tasks { try await assets.perform(task, removed: removed, for: self) }
        return true
    }

    private func look() async throws(FontError) -> Findings {
        let presences = try await FontError.mapping { () throws(RegistryError) in
            try await registry.providers.presences()
        }
        guard !presences.isEmpty else {
            if !evidence.isEmpty { noteEvidence([]) }
            return Findings()
        }
        let findings = try await findings(of: presences)
        noteEvidence(Set(presences.flatMap(\.provider.installation)))
        return findings
    }

    /// Checks whether providers are still installed.
    private func findings(of presences: [ProviderPresence]) async throws(FontError) -> Findings {
        let findings = try? await threads.run { [search] in
            presences.reduce(into: Findings()) {
                $0.add($1, search.standing(of: $1.provider.id, known: $1.provider.installation))
            }
        }
        guard let findings else { throw FontError(.busy, "The directories of providers are not responding.") }
        return findings
    }

    /// Checks whether there is nothing to do for any provider, without changing anything.
    ///
    /// - Parameter isWatched: Whether a removal of any of the evidence would be reported. Evidence that is not watched
    ///   is not even checked: it may be on an unreachable server.
    /// - Returns: The evidence that providers are installed; `nil` if there is something to do. It is also `nil` if
    ///   fonts are set aside, because these may be restored or expire. It is also `nil` if a provider with
    ///   registrations has no evidence that it is installed, because evidence may appear.
    package func evidenceAtRest(
        where isWatched: @Sendable (Set<InstallationEvidence>) -> Bool
    ) async -> Set<InstallationEvidence>? {
        guard !isBusy, postponement == nil else { return nil }
        return try? await inTurn { () async throws(FontError) -> Set<InstallationEvidence>? in
            let presences = try await FontError.mapping { () throws(RegistryError) in
                try await registry.providers.presences()
            }
            let isQuiet = presences.allSatisfy { presence in
                presence.departedCounts.isEmpty
                    && (presence.provider.id == .user || !presence.provider.installation.isEmpty)
            }
            let evidence = Set(presences.flatMap(\.provider.installation))
            guard isQuiet, isWatched(evidence), try await findings(of: presences).isEmpty,
                try await assets?.work(presences, for: self).isEmpty != false
            else { return nil }
            return evidence
        }
    }

    /// Records the evidence and has it watched for removal.
    private func noteEvidence(_ evidence: Set<InstallationEvidence>) {
        self.evidence = evidence
        onEvidence(evidence)
    }

    private func note(_ installations: [RegistryMutation]) async throws(FontError) {
        guard !installations.isEmpty else { return }
        _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit(installations) }
    }

    // MARK: Waiting

    private func isTransactionUnderWay() async -> Bool {
        (try? await threads.run { [transactions] in transactions.areUnderWay }) ?? false
    }

    /// Checks again when the running package manager has finished.
    private func postpone() {
        guard postponement == nil else { return }
        work.begin(.departures)
        postponement = Task {
            let end = ContinuousClock.now + Self.longestTransaction
            while ContinuousClock.now < end, await isTransactionUnderWay() {
                guard (try? await AlarmClock.shared.sleep(for: Self.transactionInterval)) != nil else { break }
            }
            await endPostponement()
            work.end(.departures)
        }
    }

    private func endPostponement() async {
        postponement = nil
        guard !Task.isCancelled else { return }
        guard await isTransactionUnderWay() else { return await reconcileOrLog() }
        // Whatever the package manager waits for, what it has removed so far has been missing for long enough.
        try? await inTurn { () throws(FontError) in report(await run(waitsForTransactions: false)) }
    }

    /// Cancels the scheduled checks.
    package func stop() {
        postponement?.cancel()
        secondLook?.cancel()
    }
}
