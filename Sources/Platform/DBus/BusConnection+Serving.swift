internal import CDBus
internal import EventLoop

extension BusConnection {
    /// Exports an object at a path, and replaces any object there.
    package func export(_ object: ExportedObject, at path: ObjectPath) {
        guard !isClosing else { return }
        objects[path] = ServedObject(object)
    }

    /// Removes an object.
    ///
    /// Calls of the object that are in flight are still answered.
    package func unexport(_ path: ObjectPath) {
        objects[path] = nil
    }

    /// Reports when calls are being served; a service that exits when idle needs this.
    ///
    /// - Parameter handler: Called on the loop with `true` when a call arrives and none was in flight, and with `false`
    ///   when the last call in flight has been answered. If calls are already in flight, it is called once with `true`
    ///   immediately.
    package func onServing(_ handler: @escaping @Sendable (_ isServing: Bool) -> Void) {
        inFlight.onServing = handler
        if !inFlight.isEmpty { handler(true) }
    }

    /// Counts the calls of all senders with the same owner together.
    ///
    /// Several connections therefore do not raise the owner's limit.
    ///
    /// - Parameter owner: Returns the owner of a sender immediately, on the loop; `nil` if the owner is not known yet.
    package func groupSenders(by owner: @escaping @Sendable (_ sender: String) -> String?) { inFlight.owner = owner }

    /// Checks an incoming call, and answers it or starts its handler.
    func receiveCall(_ message: borrowing BusMessage) {
        // The bus sets the sender, and a call without path or member is invalid.
        guard let sender = message.sender, let path = message.path, let member = message.member else { return }
        let reply = ReplyAddress(sender: sender, serial: message.serial, isExpected: message.expectsReply)
        do throws(BusError) {
            let interface = message.interface
            if interface == StandardInterfaces.peer {
                send(try peerResults(of: member, message), types: nil, to: reply)
                return
            }
            if member == "Introspect", interface == nil || interface == StandardInterfaces.introspectable {
                try checkSignature(of: message, is: "")
                send([.string(try introspection(of: path, for: sender))], types: nil, to: reply)
                return
            }
            guard !isClosing else { throw .disconnected }
            guard let object = objects[path], object.exists(for: sender) else {
                throw BusError(.unknownObject, "There is no object '\(path)'.")
            }
            if interface == StandardInterfaces.introspectable {
                throw .unknownMethod("The object has no method '\(member)' in '\(StandardInterfaces.introspectable)'.")
            }
            let method = try object.method(member, interface: interface)
            try checkSignature(of: message, is: method.inputSignature)
            guard inFlight.mayAdmit(sender) else { throw busy }
            var reader = MessageReader(limits: limits)
            let arguments = try reader.read(message)
            let isFirst = inFlight.isEmpty
            let admitted = inFlight.admit(
                nextIdentifier(), from: reply, size: reader.size, descriptors: reader.descriptorCount)
            guard let admitted else { throw busy }
            if isFirst { inFlight.onServing?(true) }
            let call = BusMethodCall(
                sender: sender, path: path, interface: method.interface, member: member, arguments: arguments,
                turn: object.order?.takeTurn())
            let received = ReceivedCall(call: call, entry: admitted)
            if let answer = method.answerInPlace, object.admitInPlace?(call) == true, let results = answer(call) {
                finish(received, with: Self.answer(received, with: results, method, limits))
            } else if object.handlesConcurrently {
                Task { @concurrent in await self.serveElsewhere(received, method, of: object) }
            } else {
                // Starts immediately, so that a handler that stays on the loop and does not wait is answered in this
                // turn of the loop.
                Task.immediate { await serve(received, method, of: object) }
            }
        } catch {
            send(error, to: reply)
        }
    }

    private var busy: BusError {
        BusError(name: limits.busyErrorName, message: "Too many calls from this sender have not been answered yet.")
    }

    /// A call that is being served.
    private struct ReceivedCall: Sendable {
        let call: BusMethodCall
        let entry: CallsInFlight.Entry
        var reply: ReplyAddress { entry.reply }
    }

    /// Runs a call's handler and replies.
    private func serve(_ received: ReceivedCall, _ method: ServedMethod, of object: ServedObject) async {
        finish(received, with: await Self.answer(received, by: method, of: object, limits))
    }

    /// Runs a call's handler on another thread, and writes its results there too.
    ///
    /// Writing a list of a thousand items would delay other calls for too long.
    @concurrent private nonisolated func serveElsewhere(
        _ received: ReceivedCall, _ method: ServedMethod, of object: ServedObject
    ) async {
        precondition(!loop.isCurrent, "a handler that may block must not run on the loop")
        await received.call.waitForTurn()
        let answer = await Self.answer(received, by: method, of: object, limits)
        received.call.letNextBegin()
        // Waking the loop to finish would take about as long as answering a small call.
        let isFinished = loop.runHere { assumeIsolated { $0.finish(received, with: answer) } }
        if !isFinished { await finish(received, with: answer) }
    }

    /// Replies, and removes the call from the calls in flight.
    private func finish(_ received: ReceivedCall, with answer: borrowing Answer) {
        // False if the call was given up in the meantime, and has been answered with an error.
        if inFlight.answer(received.entry) {
            switch answer {
            case .message(let message): send(message, to: received.reply)
            case .failure(let error): send(error, to: received.reply)
            }
        }
        inFlight.remove(received.entry)
        if inFlight.isEmpty { inFlight.onServing?(false) }
        checkDrained()
    }

    /// The result of a call's handler.
    private enum Answer: ~Copyable {
        case message(BusMessage)
        case failure(BusError)
    }

    private nonisolated(nonsending) static func answer(
        _ received: ReceivedCall, by method: ServedMethod, of object: ServedObject, _ limits: BusLimits
    ) async -> Answer {
        do {
            try await object.admit?(received.call)
            let results = try await method.handler(received.call)
            return .message(try message(with: results, types: method.outputTypes, to: received.reply, limits))
        } catch let error as BusError {
            return .failure(error)
        } catch let error as any BusErrorConvertible {
            return .failure(error.busError)
        } catch {
            // Other errors of a handler are not meant for the caller.
            return .failure(.failed("The call failed."))
        }
    }

    private static func answer(
        _ received: ReceivedCall, with results: [BusValue], _ method: ServedMethod, _ limits: BusLimits
    ) -> Answer {
        do throws(BusError) {
            return .message(try message(with: results, types: method.outputTypes, to: received.reply, limits))
        } catch {
            return .failure(error)
        }
    }

    private func checkSignature(of message: borrowing BusMessage, is expected: Signature) throws(BusError) {
        guard message.hasSignature(expected) else {
            throw .invalidArguments("expected arguments of type '\(expected)', got '\(message.signature)'")
        }
    }

    // MARK: Replies

    /// Replies with results, or with an error if the results cannot be sent.
    private func send(_ results: [BusValue], types: [Signature]?, to reply: ReplyAddress) {
        do throws(BusError) {
            send(try Self.message(with: results, types: types, to: reply, limits), to: reply)
        } catch {
            send(error, to: reply)
        }
    }

    /// Replies with a message that contains the results, or with an error if the message cannot be sent.
    private func send(_ message: borrowing BusMessage, to reply: ReplyAddress) {
        guard reply.isExpected else { return }
        do throws(BusError) {
            try checkCanSend(message)
            _ = try send(message)
        } catch {
            send(error, to: reply)
        }
    }

    /// Writes results into a reply.
    private static func message(
        with results: [BusValue], types: [Signature]?, to reply: ReplyAddress, _ limits: BusLimits
    ) throws(BusError) -> BusMessage {
        let message = try BusMessage(replyTo: reply)
        // The caller does not read the results, however long they are.
        guard reply.isExpected else { return message }
        do throws(BusError) {
            try MessageWriter.write(results, types: types, to: message, limits: limits)
        } catch  where error.code == .invalidArguments {
            // The caller would believe that its own arguments were wrong.
            throw .failed("The results cannot be sent: \(error.message)")
        }
        return message
    }

    /// Replies with an error.
    func send(_ error: BusError, to reply: ReplyAddress) {
        guard reply.isExpected else { return }
        let name = BusNames.isErrorName(error.name) ? error.name : BusError.Code.failed.rawValue
        do throws(BusError) {
            let message = try BusMessage(replyTo: reply, errorName: name)
            let text =
                error.message.utf8.contains(0) || error.message.utf8.count > Self.maximumErrorMessage
                ? "" : error.message
            try MessageWriter.write([.string(text)], to: message, limits: limits)
            _ = try send(message)
        } catch {
            // Without a connection or memory, there is no way to answer.
        }
    }

    /// The maximum length of an error's message in bytes; a message is a sentence for developers.
    private static let maximumErrorMessage = 16 << 10

    // MARK: What every object answers

    private func peerResults(of member: String, _ message: borrowing BusMessage) throws(BusError) -> [BusValue] {
        switch member {
        case "Ping":
            try checkSignature(of: message, is: "")
            return []
        case "GetMachineId":
            try checkSignature(of: message, is: "")
            guard let identifier = dbus_try_get_local_machine_id(nil) else {
                throw .failed("The machine has no identifier.")
            }
            defer { dbus_free(identifier) }
            return [.string(String(cString: identifier))]
        default:
            throw .unknownMethod("There is no method '\(member)' in '\(StandardInterfaces.peer)'.")
        }
    }

    /// The introspection data of an object, or of a path above an object, limited to objects that exist for the caller.
    private func introspection(of path: ObjectPath, for sender: String) throws(BusError) -> String {
        let visible = objects.filter { $0.value.exists(for: sender) }
        let children = Set(visible.keys.compactMap { $0.childElement(below: path) }).sorted()
        guard let interfaces = visible[path]?.introspection ?? (children.isEmpty ? nil : StandardInterfaces.described)
        else { throw BusError(.unknownObject, "There is no object '\(path)'.") }
        return StandardInterfaces.document(interfaces: interfaces, children: children)
    }
}
