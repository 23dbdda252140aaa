internal import CDBus

/// One D-Bus message of libdbus, which is no longer ours when this value ends.
///
/// `@unchecked Sendable`: libdbus has no lock in a message, but this value has one owner at a time and cannot be
/// copied.
struct BusMessage: ~Copyable, @unchecked Sendable {
    /// The message.
    ///
    /// It stays inside this module.
    let pointer: OpaquePointer

    /// The kinds of message.
    enum Kind {
        case methodCall, methodReturn, error, signal, unknown
    }

    /// Takes over a reference to a message.
    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { dbus_message_unref(pointer) }

    /// Makes a method call without arguments.
    init(destination: String, path: ObjectPath, interface: String, member: String) throws(BusError) {
        try BusNames.check(busName: destination)
        try BusNames.check(interface: interface)
        try BusNames.check(member: member)
        guard let pointer = dbus_message_new_method_call(destination, path.text, interface, member) else {
            throw .noMemory
        }
        self.init(adopting: pointer)
    }

    /// Makes a signal without arguments.
    ///
    /// - Parameters:
    ///   - member: The signal's name.
    ///   - interface: Its interface.
    ///   - path: The object it comes from.
    ///   - destination: Who alone is to get it; nil for everybody with a match.
    /// - Throws: `invalidArguments` for what is no name.
    init(signal member: String, interface: String, path: ObjectPath, destination: String?) throws(BusError) {
        try BusNames.check(interface: interface)
        try BusNames.check(member: member)
        if let destination { try BusNames.check(busName: destination) }
        guard let pointer = dbus_message_new_signal(path.text, interface, member) else { throw .noMemory }
        if let destination, dbus_message_set_destination(pointer, destination) == 0 {
            dbus_message_unref(pointer)
            throw .noMemory
        }
        self.init(adopting: pointer)
    }

    /// Makes the reply to a call, without results.
    ///
    /// - Parameters:
    ///   - call: Where the reply goes.
    ///   - errorName: The error's name, already checked; nil for a reply that is none.
    /// - Throws: `noMemory`.
    init(replyTo call: ReplyAddress, errorName: String? = nil) throws(BusError) {
        let kind = errorName == nil ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR
        guard let pointer = dbus_message_new(kind) else { throw .noMemory }
        dbus_message_set_no_reply(pointer, 1)
        guard dbus_message_set_reply_serial(pointer, call.serial) != 0,
            dbus_message_set_destination(pointer, call.sender) != 0,
            errorName == nil || dbus_message_set_error_name(pointer, errorName) != 0
        else {
            dbus_message_unref(pointer)
            throw .noMemory
        }
        self.init(adopting: pointer)
    }

    var kind: Kind {
        switch dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: .unknown
        }
    }

    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var sender: String? { Self.string(dbus_message_get_sender(pointer)) }
    var path: ObjectPath? { Self.string(dbus_message_get_path(pointer)).map { ObjectPath(unchecked: $0) } }
    var interface: String? { Self.string(dbus_message_get_interface(pointer)) }
    var member: String? { Self.string(dbus_message_get_member(pointer)) }
    var errorName: String? { Self.string(dbus_message_get_error_name(pointer)) }
    var expectsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }

    var containsDescriptors: Bool { dbus_message_contains_unix_fds(pointer) != 0 }

    /// The types of all arguments.
    var signature: Signature { Signature(unchecked: Self.string(dbus_message_get_signature(pointer)) ?? "") }

    /// Whether the arguments' types are exactly these.
    ///
    /// Compares without making a copy of the message's signature.
    borrowing func hasSignature(_ signature: Signature) -> Bool {
        dbus_message_has_signature(pointer, signature.text) != 0
    }

    /// Gives the message the number that replies refer to, instead of one of libdbus' choice.
    borrowing func setSerial(_ serial: UInt32) {
        dbus_message_set_serial(pointer, serial)
    }

    /// Tells the receiver that nobody waits for a reply.
    borrowing func setExpectsNoReply() {
        dbus_message_set_no_reply(pointer, 1)
    }

    private static func string(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

/// Where the reply to a received call goes.
struct ReplyAddress: Sendable {
    /// The caller's unique name.
    let sender: String
    /// The call's number.
    let serial: UInt32
    /// Whether the caller wants a reply at all.
    let isExpected: Bool
}
