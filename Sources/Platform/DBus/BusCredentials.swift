package import LinuxSystem

/// The credentials of the process behind a connection, as reported by the bus.
package struct BusCredentials: Sendable {
    /// The user that the process ran as when it connected.
    package let userID: UInt32
    /// The process that connected.
    ///
    /// It may have ended since, and another process may have its number.
    package let processID: Int32
    /// A pidfd of that process, if the bus provides one.
    package let processDescriptor: OwnedFileDescriptor?
    /// The process's security label when it connected, such as `unconfined`, if the bus and the kernel provide it.
    package let securityLabel: String?
    /// A time since boot, as in `BootClock`, at which the connection already existed.
    ///
    /// A process that started later did not create the connection.
    package let wasConnectedAt: Duration
}
