internal import EventLoop

/// An outgoing call that waits for its reply.
struct PendingCall {
    /// The name that was called.
    ///
    /// A reply's sender can only be checked against a unique name.
    let destination: String
    let timer: EventTimer
    let continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>

    /// Whether a reply may come from this sender.
    ///
    /// The bus itself may always answer, in place of a peer that cannot.
    func mayBeAnswered(by sender: String?) -> Bool {
        guard let sender, sender != BusNames.bus else { return true }
        return destination != BusNames.bus && (!destination.hasPrefix(":") || destination == sender)
    }
}

extension BusConnection {
    /// The default timeout for replies, 25 seconds, as in libdbus and other implementations.
    package static let defaultTimeout = Duration.seconds(25)

    /// Calls a method and waits for its reply.
    ///
    /// If the task is cancelled, the wait ends, but the called method continues.
    ///
    /// - Parameters:
    ///   - destination: The unique or well-known name of the peer to call.
    ///   - path: The object.
    ///   - interface: The method's interface.
    ///   - member: The method.
    ///   - arguments: The method's arguments.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The results, of the types that the peer chose.
    /// - Throws: The error in the reply; `timedOut` after the timeout; `cancelled`; `disconnected`; `invalidArguments`
    ///   or `limitsExceeded` if the call cannot be sent.
    package func call(
        destination: String, path: ObjectPath, interface: String, member: String, arguments: [BusValue] = [],
        timeout: Duration = BusConnection.defaultTimeout
    ) async throws(BusError) -> [BusValue] {
        guard !isClosing else { throw .disconnected }
        guard !Task.isCancelled else { throw .cancelled }
        let message = try BusMessage(destination: destination, path: path, interface: interface, member: member)
        try MessageWriter.write(arguments, to: message, limits: limits)
        try checkCanSend(message)
        let serial = try send(message)
        // The reply cannot arrive before the continuation is stored: it arrives on this thread, in a later turn of the
        // loop.
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pendingCalls[serial] = PendingCall(
                    destination: destination,
                    timer: loop.addTimer(after: timeout) { [weak self] in
                        self?.assumeIsolated { $0.endCall(serial, with: .failure(.timedOut(timeout))) }
                    },
                    continuation: continuation)
            }
        } onCancel: {
            // Runs on the loop after the call was registered, even if the task was cancelled before, because the call
            // is registered in the current turn of the loop.
            loop.execute { [weak self] in
                self?.assumeIsolated { $0.endCall(serial, with: .failure(.cancelled)) }
            }
        }.get()
    }

    /// Calls a method of the bus itself.
    func callBus(
        _ member: String, _ arguments: [BusValue], timeout: Duration = BusConnection.defaultTimeout
    ) async throws(BusError) -> [BusValue] {
        try await call(
            destination: BusNames.bus, path: "/org/freedesktop/DBus", interface: BusNames.bus, member: member,
            arguments: arguments, timeout: timeout)
    }

    /// Calls a method of the bus itself without waiting for a reply.
    func tellBus(_ member: String, _ arguments: [BusValue]) {
        do throws(BusError) {
            let message = try BusMessage(
                destination: BusNames.bus, path: "/org/freedesktop/DBus", interface: BusNames.bus, member: member)
            message.setExpectsNoReply()
            try MessageWriter.write(arguments, to: message, limits: limits)
            _ = try send(message)
        } catch {
            // The connection is gone, and with it everything that the bus stored for it.
        }
    }

    /// Refuses descriptors if the bus does not pass them: libdbus would drop the message.
    func checkCanSend(_ message: borrowing BusMessage) throws(BusError) {
        if message.containsDescriptors, !transport.canSendDescriptors {
            throw BusError(.notSupported, "The bus does not support passing file descriptors.")
        }
    }

    func receiveReply(_ message: borrowing BusMessage) {
        let serial = message.replySerial
        // Without a waiting call, the reply arrived after the timeout.
        guard let call = pendingCalls[serial], call.mayBeAnswered(by: message.sender) else { return }
        if message.kind == .error {
            let name = message.errorName ?? BusError.Code.failed.rawValue
            let text = MessageReader.errorMessage(of: message)
            endCall(serial, with: .failure(BusError(name: name, message: text)))
            return
        }
        var reader = MessageReader(limits: limits)
        do throws(BusError) {
            endCall(serial, with: .success(try reader.read(message)))
        } catch {
            endCall(serial, with: .failure(error))
        }
    }

    private func endCall(_ serial: UInt32, with result: Result<[BusValue], BusError>) {
        guard let call = pendingCalls.removeValue(forKey: serial) else { return }
        call.timer.cancel()
        call.continuation.resume(returning: result)
    }

    func failPendingCalls() {
        for serial in Array(pendingCalls.keys) { endCall(serial, with: .failure(.disconnected)) }
    }
}
