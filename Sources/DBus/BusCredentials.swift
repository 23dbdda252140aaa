package import LinuxSystem

/// What the bus knows of the process behind a connection.
package struct BusCredentials: Sendable {
    /// The user it ran as when it connected.
    package let userID: UInt32
    /// The process that connected.
    ///
    /// It may have ended since, and another may have its number.
    package let processID: Int32
    /// A pidfd of that process, where the bus hands one out.
    package let processDescriptor: OwnedFileDescriptor?

    /// Describes a process, which tests do without a bus.
    package init(userID: UInt32, processID: Int32, processDescriptor: OwnedFileDescriptor?) {
        self.userID = userID
        self.processID = processID
        self.processDescriptor = processDescriptor
    }
}
