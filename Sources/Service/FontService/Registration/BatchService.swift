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
    ///   - registrations: The service that registers fonts.
    ///   - intake: The intake, which copies and examines them.
    ///   - publisher: The publisher, which changes the library. Fonts are written and removed on its threads.
    package init(registrations: RegistrationService, intake: FontIntake, publisher: LibraryPublisher) {
        self.registrations = registrations
        self.intake = intake
        ledger = BatchLedger(work: publisher.context.work)
        // Both services share the staging area, because both make threads wait for the same disk.
        staging = registrations.staging
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - request: The requested registration of the fonts.
    ///   - owner: The owner of the batch, for the limit on batches: the caller's connection.
    ///   - isAtomic: Whether either all fonts are registered or none.
    ///   - onProgress: Receives the progress of committing, from 0 to 1. It is called at most ten times a second, and
    ///     not before the previous call has returned.
    /// - Returns: The open batch.
    /// - Throws: `UnsupportedScope`, and `ExceededResourceLimit` if there are too many open batches.
    package func begin(
        _ request: RegistrationRequest, owner: String, isAtomic: Bool,
        onProgress: @escaping @Sendable (Double) async -> Void
    ) async throws(FontError) -> FontBatch {
        let options = try await registrations.options(for: request)
        let provider = request.requester.provider.id
        // The change is attributed to the caller that begins the batch, no matter who commits it.
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
