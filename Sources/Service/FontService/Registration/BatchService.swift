internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// Begins batches, and registers their fonts in one request each.
package struct BatchService: Sendable {
    private let registrations: RegistrationService
    private let intake: FontIntake
    private let staging: FontStaging
    private let ledger: BatchLedger

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - registrations: Who registers fonts.
    ///   - intake: Who copies and examines them.
    ///   - publisher: Who changes the library, on whose threads fonts are written and removed.
    package init(registrations: RegistrationService, intake: FontIntake, publisher: LibraryPublisher) {
        self.registrations = registrations
        self.intake = intake
        ledger = BatchLedger(work: publisher.context.work)
        // The same for both, as it is the one disk that all of them keep threads waiting for.
        staging = registrations.staging
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - owner: Whom the batch belongs to, for the limit on batches: the caller's connection.
    ///   - scope: How long the registrations last.
    ///   - isEnabled: Whether programs find the fonts at once.
    ///   - userInfo: The provider's own mark, at most 1 KiB.
    ///   - requestID: The provider's own name for the batch: another one under it, with the same fonts in the same
    ///     order, has no further effect.
    ///   - allowsDowngrade: As for ``RegistrationService``'s own registrations.
    ///   - visibility: Which programs are to find the fonts; `nil` leaves what is registered as it is.
    ///   - isAtomic: Whether all fonts are registered or none.
    ///   - requester: In whose name.
    ///   - permission: Which fonts may be registered, asked for when the batch is committed.
    ///   - onProgress: Takes how far committing has come, from 0 to 1; at most ten times a second, and not before it is
    ///     through with the time before.
    /// - Returns: The open batch.
    /// - Throws: `UnsupportedScope`, and `ExceededResourceLimit` where there are too many open batches.
    package func begin(
        owner: String, scope: RegistrationScope, isEnabled: Bool, userInfo: String?, requestID: String?,
        allowsDowngrade: Bool = false, visibility: FontVisibility? = nil, isAtomic: Bool, by requester: Requester,
        permission: InstallPermission = .everything,
        onProgress: @escaping @Sendable (Double) async -> Void
    ) async throws(FontError) -> FontBatch {
        let options = try await registrations.options(
            scope: scope, isEnabled: isEnabled, userInfo: userInfo, allowsDowngrade: allowsDowngrade)
        let provider = requester.provider.id
        // Who begins a batch makes its change, whoever calls when it is committed.
        let operation = HistoryOperation.current
        try ledger.open(owner: owner, provider: provider)
        let helpers = FontBatch.Helpers(
            intake: intake, staging: staging, ledger: ledger, permission: permission,
            register: { [registrations] (candidates, count, control) async throws(FontError) in
                var options = options
                options.visibility = visibility
                options.call = requestID.map { NamedCall(name: $0, count: count) }
                let applied = options
                return try await HistoryOperation.acting(as: operation) { () throws(FontError) in
                    try await registrations.register(candidates, applied, control: control, by: requester)
                }
            })
        return FontBatch(
            owner: owner, provider: provider, isAtomic: isAtomic, helpers: helpers, onProgress: onProgress)
    }
}
