internal import BusInterface
internal import DBus

extension FontManager {
    /// Observes changes to the fonts of the session and of this process.
    ///
    /// The sequence contains changes to the session's fonts from now on, or since a given generation, and changes to
    /// this process's fonts from now on.
    ///
    ///     for await set in FontManager.shared.changes() {
    ///         for change in set.changes where change.kind == .removed { … }
    ///     }
    ///
    /// If a sandboxed application has no permission to talk to the service, it is notified that something has changed,
    /// but not what. Its change sets are incomplete, so the application has to query the fonts that matter to it again.
    ///
    /// A process receives changes to other providers' fonts only if it has the right to use installed fonts. Changes to
    /// fonts in process scope do not need the service.
    ///
    /// - Parameter generation: The ``FontChangeSet/generation`` up to which the caller knows the fonts; `nil` to
    ///   receive only changes from now on.
    /// - Returns: The changes. Listening starts when the iterator is created.
    public func changes(since generation: UInt64? = nil) -> FontChanges {
        FontChanges(service: service, processScope: processScope, since: generation)
    }

    /// The current generation of the session's fonts, which increases with every change and never decreases.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func generation() async throws -> UInt64 {
        try await service.call { (session, _) throws(BusError) in try await session.fonts.generation() }
    }
}
