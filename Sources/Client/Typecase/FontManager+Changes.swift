internal import BusInterface
internal import DBus

extension FontManager {
    /// The changes of the fonts that the session has, from now on or from a known place on, and of those that this
    /// process has, from now on.
    ///
    ///     for await set in FontManager.shared.changes() {
    ///         for change in set.changes where change.kind == .removed { … }
    ///     }
    ///
    /// An application in a sandbox that has no permission to talk to the service hears that something has changed, and
    /// not what: the sets are not complete, and it looks again at what matters to it.
    ///
    /// Changes of other providers' fonts are told to those who may use installed fonts. Those of process scope need no
    /// service.
    ///
    /// - Parameter generation: The ``FontChangeSet/generation`` up to which the caller knows the fonts; `nil` for what
    ///   happens from now on.
    /// - Returns: The changes; nobody listens before somebody iterates.
    public func changes(since generation: UInt64? = nil) -> FontChanges {
        FontChanges(service: service, processScope: processScope, since: generation)
    }

    /// Counts up with every change of the fonts that the session has, and never goes back.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func generation() async throws -> UInt64 {
        try await service.call { (session, _) throws(BusError) in try await session.fonts.generation() }
    }
}
