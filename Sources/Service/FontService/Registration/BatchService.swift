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
    ///   - request: What is wanted of the fonts.
    ///   - owner: Whom the batch belongs to, for the limit on batches: the caller's connection.
    ///   - isAtomic: Whether all fonts are registered or none.
    ///   - onProgress: Takes how far committing has come, from 0 to 1; at most ten times a second, and not before it is
    ///     through with the time before.
    /// - Returns: The open batch.
    /// - Throws: `UnsupportedScope`, and `ExceededResourceLimit` where there are too many open batches.
    package func begin(
        _ request: RegistrationRequest, owner: String, isAtomic: Bool,
        onProgress: @escaping @Sendable (Double) async -> Void
    ) async throws(FontError) -> FontBatch {
        let options = try await registrations.options(for: request)
        let provider = request.requester.provider.id
        // Who begins a batch makes its change, whoever calls when it is committed.
        let operation = HistoryOperation.current
        try ledger.open(owner: owner, provider: provider)
        let helpers = FontBatch.Helpers(
            intake: intake, staging: staging, ledger: ledger, permission: request.permission,
            register: { [registrations] (candidates, count, control) async throws(FontError) in
                var options = options
                options.call = request.requestID.map { NamedCall(name: $0, count: count) }
                let applied = options
                return try await HistoryOperation.acting(as: operation) { () throws(FontError) in
                    try await registrations.register(candidates, applied, control: control, by: request.requester)
                }
            })
        return FontBatch(
            owner: owner, provider: provider, isAtomic: isAtomic, helpers: helpers, onProgress: onProgress)
    }
}
