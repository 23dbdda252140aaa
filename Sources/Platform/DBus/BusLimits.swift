/// The limits of what a connection accepts, so that a peer cannot make it use memory without bound.
package struct BusLimits: Sendable, Hashable {
    /// The maximum size of a message to send, in bytes.
    ///
    /// A larger reply becomes an error.
    package var messageSize = 4 << 20
    /// The maximum number of file descriptors in one message, sent or accepted.
    ///
    /// dbus-daemon disconnects a peer that sends more than 16.
    package var messageDescriptors = 16
    /// The maximum number of bytes of received messages that libdbus keeps before it stops reading.
    package var receivedSize = 16 << 20
    /// The maximum number of file descriptors of received messages that libdbus keeps before it stops reading.
    package var receivedDescriptors = 64
    /// The maximum memory that the decoded arguments of one message may use, in bytes.
    package var decodedSize = 32 << 20
    /// The maximum number of calls from one sender that have no reply yet.
    package var callsInFlightPerSender = 256
    /// The maximum memory that the arguments of one sender's calls in flight may use together, in bytes.
    package var decodedSizePerSender = 32 << 20
    /// The maximum memory that the arguments of one owner's calls in flight may use together, in bytes.
    ///
    /// It is half of the total. ``BusConnection/groupSenders(by:)`` defines the owners of senders.
    package var decodedSizePerOwner = 64 << 20
    /// The maximum memory that the arguments of all calls in flight may use together, in bytes.
    package var decodedSizeInFlight = 128 << 20
    /// The maximum number of file descriptors that one sender's calls in flight may keep open together.
    package var descriptorsPerSender = 512
    /// The maximum number of bytes that may wait to be written to the bus before signals are refused.
    package var outgoingSize = 16 << 20
    /// The maximum number of signals that a stream keeps for a slow reader; beyond it, the oldest are dropped.
    package var signalsPerStream = 1024
    /// The name of the error for a caller that has too much in flight.
    package var busyErrorName = "org.typecase.Error.Busy"

    /// The limits that Typecase's programs use.
    package static let standard = BusLimits()

    /// Creates the standard limits.
    package init() {}
}
