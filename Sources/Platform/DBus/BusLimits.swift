/// What a connection accepts before it refuses, so that no peer can make it hold without end.
package struct BusLimits: Sendable, Hashable {
    /// The largest message to send, in bytes.
    ///
    /// A larger reply becomes an error.
    package var messageSize = 4 << 20
    /// The most file descriptors in one message, sent or accepted: dbus-daemon disconnects whoever sends more than 16.
    package var messageDescriptors = 16
    /// The most bytes of received messages that libdbus keeps before it stops reading.
    package var receivedSize = 16 << 20
    /// The most file descriptors of received messages that libdbus keeps before it stops reading.
    package var receivedDescriptors = 64
    /// The most memory that the decoded arguments of one message may take, in bytes.
    package var decodedSize = 32 << 20
    /// The most calls of one sender that have no reply yet.
    package var callsInFlightPerSender = 256
    /// The most memory that the arguments of one sender's calls in flight may take together, in bytes.
    package var decodedSizePerSender = 32 << 20
    /// The most memory that the arguments of one owner's calls in flight may take together, in bytes: half of all.
    ///
    /// Who owns senders is said by ``BusConnection/groupSenders(by:)``.
    package var decodedSizePerOwner = 64 << 20
    /// The most memory that the arguments of all calls in flight may take together, in bytes.
    package var decodedSizeInFlight = 128 << 20
    /// The most file descriptors that the calls in flight of one sender may hold together.
    package var descriptorsPerSender = 512
    /// The most bytes that may wait to be written to the bus before signals are refused.
    package var outgoingSize = 16 << 20
    /// The most signals that a stream keeps for a reader that does not come; then it forgets the oldest.
    package var signalsPerStream = 1024
    /// The error a caller gets who has too much in flight.
    package var busyErrorName = "org.typecase.Error.Busy"

    /// The limits that Typecase's programs use.
    package static let standard = BusLimits()

    /// Starts from the standard limits.
    package init() {}
}
