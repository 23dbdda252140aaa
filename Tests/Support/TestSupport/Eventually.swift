/// What a test waited for did not come about.
package struct NeverHappened: Error, Sendable, CustomStringConvertible {
    /// What was waited for.
    package let expectation: String
    /// How long it was waited for.
    package let limit: Duration

    package var description: String { "within \(limit) it did not come about that \(expectation)" }
}

/// How often something is asked anew that tells nobody when it changes.
private let pace = Duration.milliseconds(2)

/// Waits until something holds that tells nobody when it begins to.
///
/// - Parameters:
///   - expectation: What is waited for, as a sentence that goes on after "that".
///   - limit: How long to wait: far longer than it takes on a machine that has much else to do.
///   - condition: Whether it holds.
/// - Throws: ``NeverHappened``, or what the condition throws.
package func eventually(
    _ expectation: String, within limit: Duration = .seconds(120), _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard .now < end else { throw NeverHappened(expectation: expectation, limit: limit) }
        try await Task.sleep(for: pace)
    }
}
