internal import CDBus
internal import EventLoop

/// A private connection of libdbus, driven by an event loop.
///
/// Messages are taken directly from libdbus' queue, without its filters, object trees and pending calls: only
/// `BusConnection` interprets messages.
///
/// `@unchecked Sendable`: it is only used on the loop, which every entry point asserts. It is only passed to the loop
/// by value.
final class BusTransport: @unchecked Sendable {
    let loop: EventLoop
    /// Receives each incoming message.
    ///
    /// Called on the loop.
    var onMessage: (borrowing BusMessage) -> Void = { _ in }
    /// Called on the loop whenever all messages have been written.
    var onFlushed: () -> Void = {}

    private let connection: OpaquePointer
    private(set) var isOpen = true
    private var lastSerial: UInt32 = 0
    private var watched: [Int32: WatchedDescriptor] = [:]
    private var timers: [OpaquePointer: EventTimer] = [:]
    /// Whether `pump(after:)` is running: it handles the arrived messages, or schedules another run for the rest.
    private var isPumping = false
    private var isPumpScheduled = false

    /// A descriptor with its libdbus watches: one for reading, one for writing.
    private struct WatchedDescriptor {
        var watches: [OpaquePointer]
        /// The source; nil while epoll does not accept the descriptor.
        var source: EventSource?
    }

    /// The number of messages that are handled before other work of the loop gets its turn.
    private static let messagesPerTurn = 64
    /// The maximum number of descriptors that the kernel passes with one message.
    ///
    /// libdbus disconnects if it receives more than its limit, and buses let more pass than our own limit allows.
    /// Therefore libdbus accepts the maximum, and our own limit refuses a message with an error. For the same reason,
    /// the size of a message keeps libdbus' own limit, the 128 MiB of D-Bus.
    private static let receivedDescriptorsPerMessage = 253

    /// Creates a transport that is connected to a bus, but has not called `Hello` yet.
    ///
    /// Only blocks while it connects to a local socket. Must be called on the loop.
    init(address: String, on loop: EventLoop, limits: BusLimits) throws(BusError) {
        loop.checkIsolated()
        guard !address.utf8.contains(0) else { throw BusError(.badAddress, "an address with a NUL") }
        // The first connection of a process may be made on any thread, so libdbus' locks must work before that.
        guard dbus_threads_init_default() != 0 else { throw .noMemory }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let connection = dbus_connection_open_private(address, &error) else { throw BusError(error) }
        self.loop = loop
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        dbus_connection_set_max_received_size(connection, limits.receivedSize)
        dbus_connection_set_max_message_unix_fds(connection, Self.receivedDescriptorsPerMessage)
        dbus_connection_set_max_received_unix_fds(connection, limits.receivedDescriptors)
        guard setFunctions() else {
            close()
            throw .noMemory
        }
    }

    /// Whether descriptors can be sent.
    ///
    /// Only valid after the bus has answered.
    var canSendDescriptors: Bool { dbus_connection_can_send_type(connection, typecase_DBUS_TYPE_UNIX_FD) != 0 }

    /// The number of bytes that are waiting to be written.
    var outgoingSize: Int { isOpen ? dbus_connection_get_outgoing_size(connection) : 0 }

    /// Whether messages are waiting to be written.
    var hasMessagesToSend: Bool { isOpen && dbus_connection_has_messages_to_send(connection) != 0 }

    /// Sends a message, or queues it until the bus accepts it.
    ///
    /// - Returns: The serial number of the message, which its reply refers to.
    func send(_ message: borrowing BusMessage) throws(BusError) -> UInt32 {
        loop.checkIsolated()
        guard isOpen else { throw .disconnected }
        // The number is assigned here, so that it is known before anything can happen on the connection.
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        message.setSerial(lastSerial)
        guard dbus_connection_send(connection, message.pointer, nil) != 0 else { throw .noMemory }
        return lastSerial
    }

    /// Closes the connection immediately.
    ///
    /// Unwritten messages are lost.
    func close() {
        loop.checkIsolated()
        guard isOpen else { return }
        isOpen = false
        onMessage = { _ in }
        onFlushed = {}
        // libdbus requires this order: close, drain, remove the functions (which releases this object), and only then
        // release the last reference.
        dbus_connection_close(connection)
        while let message = dbus_connection_pop_message(connection) { dbus_message_unref(message) }
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        for descriptor in watched.values { descriptor.source?.cancel() }
        for timer in timers.values { timer.cancel() }
        watched = [:]
        timers = [:]
        dbus_connection_unref(connection)
    }

    /// Connects libdbus to the loop.
    ///
    /// A wake-up function is not needed: libdbus is only called on the loop.
    private func setFunctions() -> Bool {
        func context() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
        return dbus_connection_set_watch_functions(
            connection, addWatch, removeWatch, toggleWatch, context(), releaseTransport) != 0
            && dbus_connection_set_timeout_functions(
                connection, addTimeout, removeTimeout, toggleTimeout, context(), releaseTransport) != 0
            && {
                dbus_connection_set_dispatch_status_function(
                    connection, dispatchStatusChanged, context(), releaseTransport)
                return true
            }()
    }

    // MARK: Messages

    /// Lets libdbus read and write, and then handles the messages that have arrived.
    private func pump(after step: () -> Void = {}) {
        guard isOpen, !isPumping else { return }
        // The step or a message's handler may close the connection.
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        isPumping = true
        step()
        var remaining = Self.messagesPerTurn
        while remaining > 0, isOpen, let pointer = dbus_connection_pop_message(connection) {
            onMessage(BusMessage(adopting: pointer))
            remaining -= 1
        }
        isPumping = false
        if remaining == 0 { schedulePump() }
    }

    fileprivate func schedulePump() {
        guard !isPumping, !isPumpScheduled, isOpen else { return }
        isPumpScheduled = true
        loop.execute { [self] in
            isPumpScheduled = false
            pump()
        }
    }

    // MARK: Watches. libdbus calls these with the connection locked, so they must not call the connection.

    fileprivate func add(_ watch: OpaquePointer) -> Bool {
        let descriptor = dbus_watch_get_unix_fd(watch)
        if watched[descriptor] == nil {
            let source = try? loop.addSource(descriptor, events: []) { [unowned self] mask in
                handle(mask, on: descriptor)
            }
            guard let source else { return false }
            watched[descriptor] = WatchedDescriptor(watches: [], source: source)
        }
        watched[descriptor]?.watches.append(watch)
        update(descriptor)
        return true
    }

    fileprivate func remove(_ watch: OpaquePointer) {
        // Searched by the watch, because libdbus may already have forgotten the watch's descriptor.
        for (descriptor, entry) in watched where entry.watches.contains(watch) {
            watched[descriptor]?.watches.removeAll { $0 == watch }
            if watched[descriptor]?.watches.isEmpty ?? false {
                entry.source?.cancel()
                watched[descriptor] = nil
            } else {
                update(descriptor)
            }
        }
    }

    fileprivate func toggle(_ watch: OpaquePointer) {
        update(dbus_watch_get_unix_fd(watch))
    }

    /// Waits for the events that the enabled watches of a descriptor want, taken together.
    private func update(_ descriptor: Int32) {
        guard let entry = watched[descriptor] else { return }
        var events: EventMask = []
        for watch in entry.watches where dbus_watch_get_enabled(watch) != 0 {
            let flags = dbus_watch_get_flags(watch)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { events.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events.insert(.writable) }
        }
        do {
            try entry.source?.setEvents(events)
        } catch {
            // Only happens if the kernel has no memory left. Without its events, the connection would hang silently.
            fatalError("cannot watch the connection to the bus: \(error)")
        }
    }

    private func handle(_ mask: EventMask, on descriptor: Int32) {
        pump {
            for watch in watched[descriptor]?.watches ?? [] {
                // The previous watch's handler may have removed or disabled this watch.
                guard watched[descriptor]?.watches.contains(watch) ?? false, dbus_watch_get_enabled(watch) != 0 else {
                    continue
                }
                let flags = Self.flags(of: mask, for: watch)
                if flags != 0 { dbus_watch_handle(watch, flags) }
            }
        }
        if mask.contains(.writable), !hasMessagesToSend { onFlushed() }
    }

    /// Converts the events that concern a watch to libdbus' flags.
    private static func flags(of mask: EventMask, for watch: OpaquePointer) -> UInt32 {
        let wanted = dbus_watch_get_flags(watch)
        var flags: UInt32 = 0
        if mask.contains(.readable) { flags |= wanted & DBUS_WATCH_READABLE.rawValue }
        if mask.contains(.writable) { flags |= wanted & DBUS_WATCH_WRITABLE.rawValue }
        if mask.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if mask.contains(.hangUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
        return flags
    }

    // MARK: Timeouts

    fileprivate func remove(timeout: OpaquePointer) {
        timers.removeValue(forKey: timeout)?.cancel()
    }

    fileprivate func toggle(timeout: OpaquePointer) {
        remove(timeout: timeout)
        guard dbus_timeout_get_enabled(timeout) != 0 else { return }
        let interval = Duration.milliseconds(dbus_timeout_get_interval(timeout))
        timers[timeout] = loop.addTimer(after: interval, repeating: interval) { [unowned self] in
            pump { dbus_timeout_handle(timeout) }
        }
    }
}

extension BusError {
    /// Creates an error from the one that libdbus reported.
    init(_ error: DBusError) {
        self.init(
            name: error.name.map { String(cString: $0) } ?? Code.failed.rawValue,
            message: error.message.map { String(cString: $0) } ?? "")
    }
}

// MARK: What libdbus calls

private func transport(_ context: UnsafeMutableRawPointer?) -> BusTransport? {
    context.map { Unmanaged<BusTransport>.fromOpaque($0).takeUnretainedValue() }
}

private func releaseTransport(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<BusTransport>.fromOpaque(context).release()
}

private func addWatch(_ watch: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> dbus_bool_t {
    guard let watch, let transport = transport(context) else { return 0 }
    return transport.add(watch) ? 1 : 0
}

private func removeWatch(_ watch: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
    guard let watch else { return }
    transport(context)?.remove(watch)
}

private func toggleWatch(_ watch: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
    guard let watch else { return }
    transport(context)?.toggle(watch)
}

private func addTimeout(_ timeout: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> dbus_bool_t {
    guard let timeout, let transport = transport(context) else { return 0 }
    transport.toggle(timeout: timeout)
    return 1
}

private func removeTimeout(_ timeout: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
    guard let timeout else { return }
    transport(context)?.remove(timeout: timeout)
}

private func toggleTimeout(_ timeout: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
    guard let timeout else { return }
    transport(context)?.toggle(timeout: timeout)
}

private func dispatchStatusChanged(
    _ connection: OpaquePointer?, _ status: DBusDispatchStatus, _ context: UnsafeMutableRawPointer?
) {
    if status == DBUS_DISPATCH_DATA_REMAINS { transport(context)?.schedulePump() }
}
