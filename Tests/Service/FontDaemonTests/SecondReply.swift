@testable internal import DBus

/// What a program sends that answers more often than it was asked.
extension BusConnection {
    /// A call that waits for an answer of this connection.
    var unansweredCall: ReplyAddress? { inFlight.unanswered.values.first }

    /// Replies once more to a call, or to one that never was.
    ///
    /// - Parameters:
    ///   - results: The answer.
    ///   - call: The call.
    ///   - distance: How many calls after it the one is that is named.
    /// - Throws: What keeps it from being sent.
    func replyAgain(_ results: [BusValue], to call: ReplyAddress, shiftingCall distance: UInt32) throws {
        let address = ReplyAddress(sender: call.sender, serial: call.serial + distance, isExpected: true)
        let message = try BusMessage(replyTo: address)
        try MessageWriter.write(results, to: message, limits: limits)
        _ = try send(message)
    }
}
