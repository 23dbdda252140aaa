package import FontModel

/// The changes since a generation.
package struct RegistryChanges: Sendable, Equatable {
    /// The current generation.
    package var generation: UInt64
    /// The changes, oldest first; changes that cancel each other out are all included.
    package var changes: [ChangeLogEntry]
    /// Whether the changes are complete; if not, the client must list again.
    ///
    /// They are incomplete if the log does not reach back far enough, or if the requested generation is not from this
    /// registry.
    package var isComplete: Bool

    /// Creates a value.
    package init(generation: UInt64, changes: [ChangeLogEntry], isComplete: Bool) {
        self.generation = generation
        self.changes = changes
        self.isComplete = isComplete
    }
}
