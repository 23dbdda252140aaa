internal import FontLibrary
package import FontModel
package import LinuxSystem
package import Logging
package import ProviderInstallations
package import Registry
internal import Systemd

/// Lets fonts leave with their providers, and come back with them.
///
/// Nobody tells it who has come or gone: whoever rings has it look at all providers anew, so that it does not matter
/// which bells were rung, how often, by whom, and while the daemon did not run. What leaves is set aside for 30 days.
package actor ProviderKeeper {
    /// How long a provider has to be missing until its fonts leave: whoever replaces files by hand does it in steps.
    package static let settleTime = Duration.milliseconds(500)
    /// How often it is looked whether a package manager has done what it does.
    private static let transactionInterval = Duration.milliseconds(250)
    /// How long a package manager is waited for: it may be one that asks somebody something.
    private static let longestTransaction = Duration.seconds(120)
    /// How long after a registration it is looked whether its provider was removed meanwhile.
    private static let registrationInterval = Duration.seconds(1)
    /// How long somebody who waits for a reply waits for a turn: they give up after 25 seconds, and would not know what
    /// has become of it.
    static let patience = Duration.seconds(15)
    /// How long after a bell it is looked once more: the service manager hears none from the start of the unit that a
    /// bell starts until its end, and what has the unit end is that the first look is over.
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

    /// All that shows that providers are installed.
    private var evidence: Set<InstallationEvidence> = []
    private var isBusy = false
    private var waiting: [CheckedContinuation<Result<Void, FontError>, Never>] = []
    /// Those who wait for a turn of their own, and are told whether it is theirs.
    private var turns: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    private var lastTurn: UInt64 = 0
    /// What was noted last of the installation of providers; `nil` where nothing was yet.
    var notedInstallations: ProviderInstallations?
    /// Waits for a package manager.
    private var postponement: Task<Void, Never>?
    /// Waits until it is time to look once more.
    private var secondLook: Task<Void, Never>?

    /// Creates the keeper.
    ///
    /// - Parameters:
    ///   - registry: Who has registered something, and what showed that they were installed.
    ///   - publisher: Who changes the library.
    ///   - search: What is installed.
    ///   - assets: Who registers what manifests want registered; `nil` where nobody does.
    ///   - transactions: Whether package managers are at work.
    ///   - threads: Where files are looked at.
    ///   - work: Where it is noted what is under way.
    ///   - log: Where it is said who has gone and come back.
    ///   - onEvidence: Takes all that shows that providers are installed, whenever it may have changed.
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

    /// Brings the registrations to what is installed now.
    ///
    /// Due at each start, each login and each bell. Where a package manager is at work, what would leave is looked at
    /// again once it is done, and nobody waits for that, nor for the second look at all others.
    ///
    /// - Throws: What kept the registry from being read or changed.
    package func reconcile() async throws(FontError) {
        defer { lookAgainSoon() }
        try await runInTurn().get()
    }

    /// As ``reconcile()``, for where nobody waits for it.
    package func reconcileOrLog() async {
        defer { lookAgainSoon() }
        report(await runInTurn())
    }

    /// Looks after providers that register fonts while they are removed: the bell may have rung before.
    ///
    /// - Parameter registrations: Who has registered fonts; ends with the task.
    package func watch(_ registrations: RegisteredProviders) async {
        for await _ in registrations.notes {
            // It is not to leave before somebody else knows of what has come to be looked after.
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
            // A new version of an AppImage rings no bell, and brings back what left with the old one.
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
        // From here on it is not to be cancelled by the next bell.
        secondLook = nil
        report(await runInTurn())
        registry.restWhenQuiet()
    }

    private func runInTurn() async -> Result<Void, FontError> {
        // What is under way may have looked before the bell was rung.
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

    /// Does something in the midst of which nobody looks who is installed: what a look has found would not be so any more
    /// when it is acted on.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for it at most; `nil` for as long as it takes.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and `busy` where it was not done.
    func inTurn<Result>(
        within limit: Duration? = nil, _ body: () async throws(FontError) -> Result
    ) async throws(FontError) -> Result {
        if isBusy {
            guard await waitForTurn(within: limit) else {
                throw FontError(
                    .busy, "Fonts of programs are coming and going, and nothing was changed. Try again later.")
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
        // It is busy on behalf of the next one already.
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

    /// Sets the fonts of those aside who are still gone after a while.
    private func setAsideOnceSettled(
        _ suspects: Set<ProviderIdentifier>, waitsForTransactions: Bool
    ) async throws(FontError) {
        guard (try? await AlarmClock.shared.sleep(for: Self.settleTime)) != nil else {
            throw FontError(.busy, "Nobody waits for it any more; the next bell or start has it done.")
        }
        // One package manager has others do the work, and between two of them nobody may be at it.
        if waitsForTransactions, await isTransactionUnderWay() { return postpone() }
        for departure in try await look().leaving where suspects.contains(departure.provider) {
            try await setAside(departure.provider, for: departure.reason)
        }
    }

    /// Registers what manifests want registered, and takes back what they do not have any more.
    ///
    /// - Returns: Whether there was anything to do.
    private func reconcileAssets(
        _ presences: [ProviderPresence], waitsForTransactions: Bool
    ) async throws(FontError) -> Bool {
        guard let assets else { return false }
        let tasks = try await assets.work(presences, for: self)
        guard !tasks.isEmpty else { return false }
        // Of a package that is being unpacked the manifest may come before the fonts.
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

    /// Looks what has become of providers.
    private func findings(of presences: [ProviderPresence]) async throws(FontError) -> Findings {
        let findings = try? await threads.run { [search] in
            presences.reduce(into: Findings()) {
                $0.add($1, search.standing(of: $1.provider.id, known: $1.provider.installation))
            }
        }
        guard let findings else { throw FontError(.busy, "The directories of providers do not answer.") }
        return findings
    }

    /// Looks whether there is nothing to do about any provider; nothing is changed.
    ///
    /// - Parameter isWatched: Whether somebody tells when any of this goes. What nobody tells of is not even looked at: it
    ///   may be on a server that has gone away.
    /// - Returns: All that shows that providers are installed; `nil` where there is something to do. So it is where fonts
    ///   are set aside, which may come back or end with time, and where nothing shows that somebody is installed who has
    ///   registered some: what shows it may come.
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

    /// Has it noticed when any of this goes.
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

    /// Looks again when the package manager at work is done.
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
        // Whatever it waits for, what it has removed by now has been missing for long enough.
        try? await inTurn { () throws(FontError) in report(await run(waitsForTransactions: false)) }
    }

    /// Ends what is waited for.
    package func stop() {
        postponement?.cancel()
        secondLook?.cancel()
    }
}
