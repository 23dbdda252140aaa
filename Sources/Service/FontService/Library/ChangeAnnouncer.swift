internal import FontModel
internal import Registry
internal import Synchronization

/// Announces changes once they are committed and their caches are warm.
final class ChangeAnnouncer: Sendable {
    private let settling: PublicationSettling
    private let onChange: @Sendable (UInt64) -> Void
    private let onRegistration: @Sendable ([ProviderRecord]) -> Void
    private let lastGeneration = Mutex<UInt64>(0)

    /// Creates the announcer.
    ///
    /// - Parameters:
    ///   - settling: The service that notifies polling programs of changes in time.
    ///   - onChange: Receives the generation after each change; must not announce a change itself.
    ///   - onRegistration: Receives the providers of new registrations that were installed when they requested them.
    init(
        settling: PublicationSettling, onChange: @escaping @Sendable (UInt64) -> Void,
        onRegistration: @escaping @Sendable ([ProviderRecord]) -> Void
    ) {
        self.settling = settling
        self.onChange = onChange
        self.onRegistration = onRegistration
    }

    /// Announces a change whose caches are warm.
    func announce(_ generation: UInt64, touchedTree: Bool) {
        lastGeneration.withLock { last in
            // A round may have overtaken a large batch since the batch was committed.
            guard generation >= last else { return }
            last = generation
            onChange(generation)
        }
        if touchedTree { settling.noteChange() }
    }

    /// Announces the last change again.
    func announceAgain(_ generation: UInt64) { onChange(generation) }

    /// Requests a check whether the providers of new registrations are still installed.
    func tellOfRegistrations(_ plan: LibraryPlan) {
        let installed = plan.providers.filter { !$0.installation.isEmpty }
        if !installed.isEmpty { onRegistration(installed) }
    }
}
