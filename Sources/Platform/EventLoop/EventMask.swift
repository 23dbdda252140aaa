/// What happens at a file descriptor, or what to wait for there.
package struct EventMask: OptionSet, Sendable, Hashable {
    /// The bits as epoll has them.
    package let rawValue: UInt32

    /// Takes epoll's bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is something to read, or the end was reached.
    package static let readable = EventMask(rawValue: 0x001)
    /// Writing would not block.
    package static let writable = EventMask(rawValue: 0x004)
    /// The descriptor has an error.
    ///
    /// Reported whether waited for or not.
    package static let error = EventMask(rawValue: 0x008)
    /// The other side closed.
    ///
    /// Reported whether waited for or not.
    package static let hangUp = EventMask(rawValue: 0x010)
}
