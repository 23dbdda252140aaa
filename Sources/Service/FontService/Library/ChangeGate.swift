package import FontModel

/// Whether this daemon may change the fonts at all, asked before each change.
package struct ChangeGate: Sendable {
    /// Whether it is known from the start that nothing may be changed from here, so that nothing is repaired either.
    let isClosed: Bool
    /// Why nothing may be changed at this moment; `nil` where it may.
    let obstacle: @Sendable () async -> FontError?

    /// Changes may be made for as long as the daemon runs.
    package static let open = ChangeGate(isClosed: false) { nil }

    /// Changes may be made as long as nothing comes in between.
    ///
    /// - Parameter check: Tells why a change may not be made now.
    /// - Returns: The gate.
    package static func guarded(by check: @escaping @Sendable () async -> FontError?) -> ChangeGate {
        ChangeGate(isClosed: false, obstacle: check)
    }

    /// No change may be made.
    ///
    /// - Parameters:
    ///   - error: Why, for whoever tries.
    ///   - onAttempt: Called when somebody tries: what is in the way may be gone by then.
    /// - Returns: The gate.
    package static func closed(_ error: FontError, onAttempt: @escaping @Sendable () -> Void) -> ChangeGate {
        ChangeGate(isClosed: true) {
            onAttempt()
            return error
        }
    }
}
