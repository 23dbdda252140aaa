/// Somebody who wants signals.
struct SignalSubscription {
    let rule: MatchRule
    /// The unique name behind the rule's well-known sender at the moment; nil where nobody owns it.
    var owner: String?
    /// Whether a change of the owner has been seen, which is newer than any answer to who owns the name.
    var knowsOwner = false
    /// Hands a signal on.
    let deliver: @Sendable (BusSignal) -> Void
    /// Says that no more will come.
    let finish: @Sendable () -> Void

    /// The well-known name that the signals have to come from; nil where the rule names none.
    ///
    /// The bus itself has no owner.
    var watchedName: String? {
        guard let sender = rule.sender, !sender.hasPrefix(":"), sender != BusNames.bus else { return nil }
        return sender
    }

    /// Whether a signal is wanted.
    ///
    /// What the bus matched may be for another subscription, or sent to this connection alone by anybody, so all of the
    /// rule is checked again.
    func wants(_ signal: BusSignal) -> Bool {
        if let sender = rule.sender, signal.sender != (watchedName == nil ? sender : owner) { return false }
        return rule.matchesContent(of: signal)
    }
}
