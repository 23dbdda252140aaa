internal import EventLoop
internal import LinuxSystem

extension BusConnection {
    /// Sends a signal.
    ///
    /// - Parameters:
    ///   - member: The signal.
    ///   - interface: Its interface.
    ///   - path: The object it comes from.
    ///   - arguments: Its arguments.
    ///   - destination: Who alone is to get it; nil for everybody with a match.
    /// - Throws: `invalidArguments` and `limitsExceeded` for what cannot be sent, `limitsExceeded` too while the bus
    ///   does not take what is waiting, and `disconnected`.
    package func emit(
        signal member: String, interface: String, path: ObjectPath, arguments: [BusValue] = [],
        destination: String? = nil
    ) throws(BusError) {
        guard transport.outgoingSize <= limits.outgoingSize else {
            throw .limitsExceeded("The bus does not take what is waiting for it.")
        }
        let message = try BusMessage(signal: member, interface: interface, path: path, destination: destination)
        try MessageWriter.write(arguments, to: message, limits: limits)
        try checkCanSend(message)
        _ = try send(message)
    }

    /// Tells that properties of an object have changed.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - interface: The interface of the properties.
    ///   - changed: Their names and new values.
    ///   - invalidated: The names of those whose new values have to be asked for.
    ///   - destination: Who alone is to learn of it; nil for everybody with a match.
    /// - Throws: As `emit(signal:interface:path:arguments:destination:)` does.
    package func emitPropertiesChanged(
        path: ObjectPath, interface: String, changed: [String: BusVariant], invalidated: [String] = [],
        destination: String? = nil
    ) throws(BusError) {
        try emit(
            signal: "PropertiesChanged", interface: StandardInterfaces.properties, path: path,
            arguments: [.string(interface), changed.busValue, invalidated.busValue], destination: destination)
    }

    /// Receives signals.
    ///
    /// Where the rule names a well-known sender, only signals of whoever owns that name at the moment pass.
    ///
    /// - Parameter rule: Which signals.
    /// - Returns: The signals from now on, until the connection ends. Letting go of the stream ends the subscription. A
    ///   reader that falls behind by more than `BusLimits.signalsPerStream` loses the oldest.
    /// - Throws: `limitsExceeded` where the bus keeps no more rules for this connection, or `disconnected`.
    package func signals(matching rule: MatchRule) async throws(BusError) -> AsyncStream<BusSignal> {
        try await subscribe(to: rule) { $0 }
    }

    /// Receives the new values of an object's properties.
    ///
    /// - Parameters:
    ///   - interface: The interface of the properties.
    ///   - path: The object.
    ///   - busName: Who has the object.
    /// - Returns: The properties that have changed, by their names, each time some have.
    /// - Throws: As `signals(matching:)` does.
    package func propertyChanges(
        of interface: String, at path: ObjectPath, from busName: String
    ) async throws(BusError) -> AsyncStream<[String: BusVariant]> {
        let rule = MatchRule(
            sender: busName, path: path, interface: StandardInterfaces.properties, member: "PropertiesChanged",
            firstArgument: interface)
        return try await subscribe(to: rule) { signal in
            signal.arguments.count > 1 ? try? [String: BusVariant](busValue: signal.arguments[1]) : nil
        }
    }

    /// Receives what signals mean.
    ///
    /// - Parameters:
    ///   - rule: Which signals.
    ///   - transform: What to make of each; nil leaves it out.
    /// - Returns: What was made of the signals from now on.
    /// - Throws: What the bus says against the rule, or `disconnected`.
    func subscribe<Element: Sendable>(
        to rule: MatchRule, _ transform: @escaping @Sendable (BusSignal) -> Element?
    ) async throws(BusError) -> AsyncStream<Element> {
        guard !isClosing else { throw .disconnected }
        if let name = rule.sender { try BusNames.check(busName: name) }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(limits.signalsPerStream))
        let identifier = nextIdentifier()
        let subscription = SignalSubscription(
            rule: rule,
            deliver: { signal in
                if let element = transform(signal) { continuation.yield(element) }
            },
            finish: { continuation.finish() })
        // Here before the bus knows of it, so that nothing which comes right after its answer is missed.
        subscriptions[identifier] = subscription
        do throws(BusError) {
            if let name = subscription.watchedName {
                _ = try await callBus("AddMatch", [.string(Self.ownerRule(of: name).text)])
            }
            _ = try await callBus("AddMatch", [.string(rule.text)])
            if let name = subscription.watchedName {
                let owner = try await owner(of: name)
                if subscriptions[identifier]?.knowsOwner == false { subscriptions[identifier]?.owner = owner }
            }
        } catch {
            // The bus may have taken a rule although nobody waits for its answer any more.
            endSubscription(identifier)
            throw error
        }
        continuation.onTermination = { [weak self, loop] _ in
            loop.execute { self?.assumeIsolated { $0.endSubscription(identifier) } }
        }
        return stream
    }

    private func endSubscription(_ identifier: UInt64) {
        guard let subscription = subscriptions.removeValue(forKey: identifier) else { return }
        subscription.finish()
        tellBus("RemoveMatch", [.string(subscription.rule.text)])
        if let name = subscription.watchedName {
            tellBus("RemoveMatch", [.string(Self.ownerRule(of: name).text)])
        }
    }

    /// The rule for the changes of a name's owner, or of every name's.
    static func ownerRule(of name: String?) -> MatchRule {
        MatchRule(
            sender: BusNames.bus, path: "/org/freedesktop/DBus", interface: BusNames.bus, member: "NameOwnerChanged",
            firstArgument: name)
    }

    func receiveSignal(_ message: borrowing BusMessage) {
        guard !subscriptions.isEmpty || arrivals != nil, let sender = message.sender, let path = message.path,
            let interface = message.interface, let member = message.member
        else { return }
        var reader = MessageReader(limits: limits)
        // What is too large to keep is as good as not sent.
        guard let arguments = try? reader.read(message) else { return }
        let signal = BusSignal(sender: sender, path: path, interface: interface, member: member, arguments: arguments)
        if let change = NameOwnerChange(signal) {
            if change.newOwner == change.name { arrivals?.note(present: [change.name], at: BootClock.now) }
            noteOwner(of: change)
        }
        for subscription in subscriptions.values where subscription.wants(signal) {
            subscription.deliver(signal)
        }
    }

    private func noteOwner(of change: NameOwnerChange) {
        for (identifier, subscription) in subscriptions where subscription.watchedName == change.name {
            subscriptions[identifier]?.owner = change.newOwner
            subscriptions[identifier]?.knowsOwner = true
        }
    }
}
