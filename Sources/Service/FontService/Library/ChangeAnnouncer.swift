internal import FontModel
internal import Registry
internal import Synchronization

/// Tells everybody of changes, once they are there for good and their caches are warm.
final class ChangeAnnouncer: Sendable {
    private let settling: PublicationSettling
    private let onChange: @Sendable (UInt64) -> Void
    private let onRegistration: @Sendable ([ProviderRecord]) -> Void
    private let lastGeneration = Mutex<UInt64>(0)

    /// Creates it.
    ///
    /// - Parameters:
    ///   - settling: Lets polling programs know of changes in time.
    ///   - onChange: Takes the generation after each change; must not announce one itself.
    ///   - onRegistration: Takes the providers of new registrations that were installed when they asked for them.
    init(
        settling: PublicationSettling, onChange: @escaping @Sendable (UInt64) -> Void,
        onRegistration: @escaping @Sendable ([ProviderRecord]) -> Void
    ) {
        self.settling = settling
        self.onChange = onChange
        self.onRegistration = onRegistration
    }

    /// Tells everybody of a change whose caches are warm.
    func announce(_ generation: UInt64, touchedTree: Bool) {
        lastGeneration.withLock { last in
            // A round may have overtaken a large batch between its commit and here.
            guard generation >= last else { return }
            last = generation
            onChange(generation)
        }
        if touchedTree { settling.noteChange() }
    }

    /// Tells everybody of the last change once more.
    func announceAgain(_ generation: UInt64) { onChange(generation) }

    /// Has it looked whether the providers of new registrations are still installed.
    func tellOfRegistrations(_ plan: LibraryPlan) {
        let installed = plan.providers.filter { !$0.installation.isEmpty }
        if !installed.isEmpty { onRegistration(installed) }
    }
}
