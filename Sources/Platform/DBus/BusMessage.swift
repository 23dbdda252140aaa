internal import CDBus

/// A D-Bus message of libdbus, whose reference is released when this value ends.
///
/// `@unchecked Sendable`: libdbus does not lock messages, but this value has only one owner at a time and cannot be
/// copied.
struct BusMessage: ~Copyable, @unchecked Sendable {
    /// The libdbus message.
    ///
    /// Only used inside this module.
    let pointer: OpaquePointer

    /// The kinds of message.
    enum Kind {
        case methodCall, methodReturn, error, signal, unknown
    }

    /// Creates a message that takes over a reference to a libdbus message.
    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { dbus_message_unref(pointer) }

    /// Creates a method call without arguments.
    init(destination: String, path: ObjectPath, interface: String, member: String) throws(BusError) {
        try BusNames.check(busName: destination)
        try BusNames.check(interface: interface)
        try BusNames.check(member: member)
        guard let pointer = dbus_message_new_method_call(destination, path.text, interface, member) else {
            throw .noMemory
        }
        self.init(adopting: pointer)
    }

    /// Creates a signal without arguments.
    ///
    /// - Parameters:
    ///   - member: The signal's name.
    ///   - interface: The signal's interface.
    ///   - path: The object that sends the signal.
    ///   - destination: The only connection that receives the signal; nil for all connections with a matching rule.
    /// - Throws: `invalidArguments` if a name is invalid.
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

    /// Creates the reply to a call, without results.
    ///
    /// - Parameters:
    ///   - call: The address for the reply.
    ///   - errorName: The error's name, already checked; nil if the reply is not an error.
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
    /// The comparison does not copy the message's signature.
    borrowing func hasSignature(_ signature: Signature) -> Bool {
        dbus_message_has_signature(pointer, signature.text) != 0
    }

    /// Sets the serial number that replies refer to, in place of a number chosen by libdbus.
    borrowing func setSerial(_ serial: UInt32) {
        dbus_message_set_serial(pointer, serial)
    }

    /// Marks the message as one that needs no reply.
    borrowing func setExpectsNoReply() {
        dbus_message_set_no_reply(pointer, 1)
    }

    private static func string(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

/// The address for the reply to a received call.
struct ReplyAddress: Sendable {
    /// The caller's unique name.
    let sender: String
    /// The call's serial number.
    let serial: UInt32
    /// Whether the caller expects a reply.
    let isExpected: Bool
}
