/// The events that occur on a file descriptor, or for which to wait.
package struct EventMask: OptionSet, Sendable, Hashable {
    /// The bits, as defined by epoll.
    package let rawValue: UInt32

    /// Creates a mask from epoll's bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Data can be read, or the end of the data was reached.
    package static let readable = EventMask(rawValue: 0x001)
    /// Writing would not block.
    package static let writable = EventMask(rawValue: 0x004)
    /// The descriptor has an error.
    ///
    /// Always reported, even if not requested.
    package static let error = EventMask(rawValue: 0x008)
    /// The other side closed the connection.
    ///
    /// Always reported, even if not requested.
    package static let hangUp = EventMask(rawValue: 0x010)
}
