import CDBus

/// A peer that uses libdbus as it is and waits in the calls themselves, to say what the connection under test never
/// would.
///
/// `@unchecked Sendable`: each test uses it from one task at a time.
final class RawClient: @unchecked Sendable {
    private let connection: OpaquePointer
    let uniqueName: String

    struct Refused: Error {}

    init(_ address: String) throws {
        guard let connection = dbus_connection_open_private(address, nil) else { throw Refused() }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        dbus_connection_set_max_message_unix_fds(connection, 253)
        guard dbus_bus_register(connection, nil) != 0, let name = dbus_bus_get_unique_name(connection) else {
            throw Refused()
        }
        uniqueName = String(cString: name)
    }

    deinit {
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
    }

    var isConnected: Bool { dbus_connection_get_is_connected(connection) != 0 }

    /// What a call brought back.
    enum Reply: Equatable {
        case results(signature: String)
        case error(name: String)
    }

    /// Calls a method and waits.
    func call(
        _ destination: String, _ path: String, _ interface: String?, _ member: String,
        _ fill: (inout DBusMessageIter) -> Void = { _ in }
    ) throws -> Reply {
        guard let message = dbus_message_new_method_call(destination, path, interface, member) else { throw Refused() }
        defer { dbus_message_unref(message) }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        fill(&iterator)
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let reply = dbus_connection_send_with_reply_and_block(connection, message, 10_000, &error) else {
            return .error(name: String(cString: error.name))
        }
        defer { dbus_message_unref(reply) }
        return .results(signature: String(cString: dbus_message_get_signature(reply)))
    }

    /// Sends a call that wants no reply, and tells whether one comes nevertheless before that to a later call.
    func repliesUnasked(_ destination: String, _ path: String, _ interface: String, _ member: String) throws -> Bool {
        guard let message = dbus_message_new_method_call(destination, path, interface, member) else { throw Refused() }
        defer { dbus_message_unref(message) }
        dbus_message_set_no_reply(message, 1)
        dbus_connection_send(connection, message, nil)
        _ = try call(destination, path, "org.freedesktop.DBus.Peer", "Ping")
        while let next = dbus_connection_pop_message(connection) {
            defer { dbus_message_unref(next) }
            let type = dbus_message_get_type(next)
            if type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR { return true }
        }
        return false
    }

    /// Waits for calls, and answers each with several replies, one text in each.
    ///
    /// - Parameters:
    ///   - count: How many calls to wait for.
    ///   - texts: The texts of the replies to one call, by its number.
    func answer(_ count: Int, with texts: (Int) -> [String]) {
        var answered = 0
        while answered < count, dbus_connection_read_write(connection, 60_000) != 0 {
            while let call = dbus_connection_pop_message(connection) {
                defer { dbus_message_unref(call) }
                guard dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL else { continue }
                for text in texts(answered) {
                    guard let reply = dbus_message_new_method_return(call) else { return }
                    defer { dbus_message_unref(reply) }
                    var iterator = DBusMessageIter()
                    dbus_message_iter_init_append(reply, &iterator)
                    append(text, to: &iterator)
                    dbus_connection_send(connection, reply, nil)
                }
                dbus_connection_flush(connection)
                answered += 1
            }
        }
    }

    /// Sends a reply that nobody asked for.
    func forgeReply(to destination: String, serial: UInt32) {
        guard let message = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { return }
        defer { dbus_message_unref(message) }
        dbus_message_set_destination(message, destination)
        dbus_message_set_reply_serial(message, serial)
        dbus_connection_send(connection, message, nil)
        dbus_connection_flush(connection)
    }
}

/// Appends a string.
func append(_ text: String, to iterator: inout DBusMessageIter) {
    text.withCString { pointer in
        var pointer = Optional(pointer)
        dbus_message_iter_append_basic(&iterator, typecase_DBUS_TYPE_STRING, &pointer)
    }
}

/// Appends an array of descriptors of the standard input.
func append(descriptors count: Int, to iterator: inout DBusMessageIter) {
    var array = DBusMessageIter()
    dbus_message_iter_open_container(&iterator, typecase_DBUS_TYPE_ARRAY, "h", &array)
    for _ in 0..<count {
        var descriptor: Int32 = 0
        dbus_message_iter_append_basic(&array, typecase_DBUS_TYPE_UNIX_FD, &descriptor)
    }
    dbus_message_iter_close_container(&iterator, &array)
}
