/// A D-Bus error.
///
/// It comes from a peer's or the bus's reply, from a handler of this process, or from the connection itself.
package struct BusError: Error, Sendable, Hashable {
    /// The errors that this program distinguishes; all others are known only by their name.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// Any error without a name of its own.
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
        /// The caller is not allowed to do that.
        case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        /// Something is larger than allowed, or there are too many of it.
        case limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
        /// The bus reported that the peer ended without a reply.
        case noReply = "org.freedesktop.DBus.Error.NoReply"
        /// No reply arrived within the caller's timeout, or the peer was not started within the bus's timeout.
        case timedOut = "org.freedesktop.DBus.Error.TimedOut"
        /// The connection to the bus is gone.
        case disconnected = "org.freedesktop.DBus.Error.Disconnected"
        /// Out of memory.
        case noMemory = "org.freedesktop.DBus.Error.NoMemory"
        /// The other side cannot do that.
        case notSupported = "org.freedesktop.DBus.Error.NotSupported"
        /// There is no bus at the address.
        case noServer = "org.freedesktop.DBus.Error.NoServer"
        /// The address of the bus is invalid.
        case badAddress = "org.freedesktop.DBus.Error.BadAddress"
        /// The name has no owner, and the bus cannot start a service for it.
        case serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
        /// The name has no owner.
        case nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
        /// Another connection owns the bus name.
        case nameTaken = "org.typecase.Error.NameTaken"
        /// The task that waited for the reply was cancelled.
        case cancelled = "org.typecase.Error.Cancelled"
    }

    /// The full D-Bus error name.
    package let name: String
    /// What went wrong, for developers.
    package let message: String

    /// Creates an error with any name.
    ///
    /// - Parameters:
    ///   - name: A D-Bus error name. An invalid name is sent as `org.freedesktop.DBus.Error.Failed`.
    ///   - message: What went wrong, for developers.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Creates an error with one of the known names.
    package init(_ code: Code, _ message: String) {
        self.init(name: code.rawValue, message: message)
    }

    /// The code of the error, if it is a known one; nil for any other.
    package var code: Code? { Code(rawValue: name) }
}

extension BusError {
    /// The arguments of a call have the wrong types or values.
    package static func invalidArguments(_ message: String) -> BusError { BusError(.invalidArguments, message) }

    /// The object has no such method.
    package static func unknownMethod(_ message: String) -> BusError { BusError(.unknownMethod, message) }

    /// The caller is not allowed to do that.
    package static func accessDenied(_ message: String) -> BusError { BusError(.accessDenied, message) }

    /// Something is larger than allowed, or there are too many of it.
    package static func limitsExceeded(_ message: String) -> BusError { BusError(.limitsExceeded, message) }

    /// No reply arrived within the given time.
    package static func timedOut(_ timeout: Duration) -> BusError {
        BusError(.timedOut, "No reply within \(timeout).")
    }

    /// The connection to the bus is gone.
    package static let disconnected = BusError(.disconnected, "The connection to the bus is closed.")

    /// The task that waited for the reply was cancelled.
    package static let cancelled = BusError(.cancelled, "The call was cancelled.")

    /// Any error without a name of its own.
    package static func failed(_ message: String) -> BusError { BusError(.failed, message) }

    /// libdbus could not get memory.
    static let noMemory = BusError(.noMemory, "Out of memory.")
}

/// An error that has a D-Bus form, so that a handler of calls may throw it unconverted.
package protocol BusErrorConvertible: Error {
    /// The error that is sent to the caller.
    var busError: BusError { get }
}
