/// A D-Bus error: one that a peer or the bus replied with, that a handler replies with, or that the connection met
/// itself.
package struct BusError: Error, Sendable, Hashable {
    /// The errors that code here decides on; others come with their name alone.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// Anything without a name of its own.
        case failed = "org.freedesktop.DBus.Error.Failed"
        /// The arguments have the wrong types or values.
        case invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
        /// The interface has no such method.
        case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
        /// There is no object at the path.
        case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
        /// The object has no such interface.
        case unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
        /// The interface has no such property.
        case unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
        /// The property cannot be set.
        case propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
        /// The caller may not do that.
        case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        /// Something is larger, or there are more of it, than allowed.
        case limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
        /// The peer ended without a reply, says the bus.
        case noReply = "org.freedesktop.DBus.Error.NoReply"
        /// No reply came within the time of the caller, or the peer was not started within that of the bus.
        case timedOut = "org.freedesktop.DBus.Error.TimedOut"
        /// The connection to the bus is gone.
        case disconnected = "org.freedesktop.DBus.Error.Disconnected"
        /// Out of memory.
        case noMemory = "org.freedesktop.DBus.Error.NoMemory"
        /// The other side cannot do that.
        case notSupported = "org.freedesktop.DBus.Error.NotSupported"
        /// There is no bus at the address.
        case noServer = "org.freedesktop.DBus.Error.NoServer"
        /// The address of the bus is not understood.
        case badAddress = "org.freedesktop.DBus.Error.BadAddress"
        /// Nobody owns the name, and nothing can be started for it.
        case serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
        /// Nobody owns the name.
        case nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
        /// The bus name belongs to somebody else.
        case nameTaken = "org.typecase.Error.NameTaken"
        /// The task that waited for the reply was cancelled.
        case cancelled = "org.typecase.Error.Cancelled"
    }

    /// The full D-Bus error name.
    package let name: String
    /// What went wrong, for developers.
    package let message: String

    /// Makes an error of any name.
    ///
    /// - Parameters:
    ///   - name: A D-Bus error name: an invalid one is sent as `org.freedesktop.DBus.Error.Failed`.
    ///   - message: What went wrong, for developers.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Makes an error with one of the names known here.
    package init(_ code: Code, _ message: String) {
        self.init(name: code.rawValue, message: message)
    }

    /// Which of the errors known here it is; nil for any other.
    package var code: Code? { Code(rawValue: name) }
}

extension BusError {
    /// The arguments of a call have the wrong types or values.
    package static func invalidArguments(_ message: String) -> BusError { BusError(.invalidArguments, message) }

    /// The object has no such method.
    package static func unknownMethod(_ message: String) -> BusError { BusError(.unknownMethod, message) }

    /// The caller may not do that.
    package static func accessDenied(_ message: String) -> BusError { BusError(.accessDenied, message) }

    /// Something is larger, or there are more of it, than allowed.
    package static func limitsExceeded(_ message: String) -> BusError { BusError(.limitsExceeded, message) }

    /// No reply came within the time given.
    package static func timedOut(_ timeout: Duration) -> BusError {
        BusError(.timedOut, "No reply within \(timeout).")
    }

    /// The connection to the bus is gone.
    package static let disconnected = BusError(.disconnected, "The connection to the bus is closed.")

    /// The task that waited for the reply was cancelled.
    package static let cancelled = BusError(.cancelled, "The call was cancelled.")

    /// Anything without a name of its own.
    package static func failed(_ message: String) -> BusError { BusError(.failed, message) }

    /// libdbus could not get memory.
    static let noMemory = BusError(.noMemory, "Out of memory.")
}

/// An error that a handler of calls may throw as it is, as it knows how it is told on the bus.
package protocol BusErrorConvertible: Error {
    /// What the caller is told.
    var busError: BusError { get }
}
