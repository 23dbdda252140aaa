/// How much the service takes in one message; whoever has more to say splits it.
package enum MessageLimits {
    /// The most file descriptors: the bus disconnects a sender of more.
    package static let descriptors = 16
    /// The most ids or descriptors of fonts in one call.
    package static let items = 1000
    /// How many entries of a list to ask for at once: few enough for the other callers of the service.
    package static let pageSize: UInt32 = 200
    /// How long to wait for a change of fonts: up to 16 large fonts are read, examined and made durable.
    package static let changeTimeout: Duration = .seconds(300)
}
