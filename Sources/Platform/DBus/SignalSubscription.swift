/// A subscription to signals.
struct SignalSubscription {
    let rule: MatchRule
    /// The unique name of the current owner of the rule's well-known sender; nil if the name has no owner.
    var owner: String?
    /// Whether a change of the owner was received, which is newer than any answer to a query for the owner.
    var knowsOwner = false
    /// Delivers a signal to the subscriber.
    let deliver: @Sendable (BusSignal) -> Void
    /// Ends the subscriber's stream.
    let finish: @Sendable () -> Void

    /// The well-known name from which the signals must come; nil if the rule names none.
    ///
    /// The bus itself has no owner.
    var watchedName: String? {
        guard let sender = rule.sender, !sender.hasPrefix(":"), sender != BusNames.bus else { return nil }
        return sender
    }

    /// Whether a signal matches the subscription.
    ///
    /// A signal from the bus may be for another subscription, or any peer may have sent it to this connection alone.
    /// Therefore the complete rule is checked again.
    func wants(_ signal: BusSignal) -> Bool {
        if let sender = rule.sender, signal.sender != (watchedName == nil ? sender : owner) { return false }
        return rule.matchesContent(of: signal)
    }
}
