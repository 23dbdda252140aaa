package import FontModel

/// What happened since a generation.
package struct RegistryChanges: Sendable, Equatable {
    /// The generation now.
    package var generation: UInt64
    /// What happened, oldest first, opposites not cancelled out.
    package var changes: [ChangeLogEntry]
    /// Whether that is all; where it is not, the asker must list anew.
    ///
    /// It is not where the log does not reach back so far, or the generation asked for is not of this registry.
    package var isComplete: Bool

    /// Creates a value.
    package init(generation: UInt64, changes: [ChangeLogEntry], isComplete: Bool) {
        self.generation = generation
        self.changes = changes
        self.isComplete = isComplete
    }
}
