internal import EventLoop
internal import LinuxSystem

extension BusConnection {
    /// Sends a signal.
    ///
    /// - Parameters:
    ///   - member: The name of the signal.
    ///   - interface: The interface of the signal.
    ///   - path: The object that sends the signal.
    ///   - arguments: The arguments of the signal.
    ///   - destination: The only connection that receives the signal; nil for all connections with a matching rule.
    /// - Throws: `invalidArguments` or `limitsExceeded` if the signal cannot be sent, `limitsExceeded` also while the
    ///   bus does not accept the waiting messages, and `disconnected`.
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

    /// Sends a signal that properties of an object have changed.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - interface: The interface of the properties.
    ///   - changed: The names and new values of the properties.
    ///   - invalidated: The names of changed properties whose new values the receiver must query.
    ///   - destination: The only connection that receives the signal; nil for all connections with a matching rule.
    /// - Throws: The same errors as `emit(signal:interface:path:arguments:destination:)`.
    package func emitPropertiesChanged(
        path: ObjectPath, interface: String, changed: [String: BusVariant], invalidated: [String] = [],
        destination: String? = nil
    ) throws(BusError) {
        try emit(
            signal: "PropertiesChanged", interface: StandardInterfaces.properties, path: path,
            arguments: [.string(interface), changed.busValue, invalidated.busValue], destination: destination)
    }

    /// Subscribes to signals.
    ///
    /// If the rule's sender is a well-known name, only signals from the current owner of that name are delivered.
    ///
    /// - Parameter rule: The rule that signals must match.
    /// - Returns: The signals from now on, until the connection ends. Releasing the stream ends the subscription. A
    ///   reader that falls behind by more than `BusLimits.signalsPerStream` loses the oldest signals.
    /// - Throws: `limitsExceeded` if the bus accepts no more rules for this connection, or `disconnected`.
    package func signals(matching rule: MatchRule) async throws(BusError) -> AsyncStream<BusSignal> {
        try await subscribe(to: rule) { $0 }
    }

    /// Subscribes to the new values of an object's properties.
    ///
    /// - Parameters:
    ///   - interface: The interface of the properties.
    ///   - path: The object.
    ///   - busName: The bus name of the connection that exports the object.
    /// - Returns: The changed properties by name, once for each change signal.
    /// - Throws: The same errors as `signals(matching:)`.
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

    /// Subscribes to signals and transforms each into an element.
    ///
    /// - Parameters:
    ///   - rule: The rule that signals must match.
    ///   - transform: Makes an element of a signal; returns nil to skip the signal.
    /// - Returns: The elements for the signals from now on.
    /// - Throws: The bus's error if it rejects the rule, or `disconnected`.
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
        // Added before the bus confirms the rule, so that signals right after the confirmation are not missed.
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
            // The bus may have accepted a rule although nothing waits for its answer any more.
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

    /// The rule for changes of the owner of one name, or of every name if the name is nil.
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
        // A signal that is too large to read is ignored.
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
