package import FontModel

/// Decides whether this daemon may change the fonts; it is checked before each change.
package struct ChangeGate: Sendable {
    /// Whether it is known from the start that this daemon may not change anything.
    ///
    /// It then does not repair anything either.
    let isClosed: Bool
    /// Returns why nothing may be changed at this moment; `nil` if changes are allowed.
    let obstacle: @Sendable () async -> FontError?

    /// A gate that allows changes as long as the daemon runs.
    package static let open = ChangeGate(isClosed: false) { nil }

    /// Returns a gate that allows changes as long as a check succeeds.
    ///
    /// - Parameter check: Returns why a change may not be made now, or `nil`.
    /// - Returns: The gate.
    package static func guarded(by check: @escaping @Sendable () async -> FontError?) -> ChangeGate {
        ChangeGate(isClosed: false, obstacle: check)
    }

    /// Returns a gate that allows no change.
    ///
    /// - Parameters:
    ///   - error: The error for requests to change something.
    ///   - onAttempt: Called at each attempted change, because the obstacle may have disappeared.
    /// - Returns: The gate.
    package static func closed(_ error: FontError, onAttempt: @escaping @Sendable () -> Void) -> ChangeGate {
        ChangeGate(isClosed: true) {
            onAttempt()
            return error
        }
    }
}
