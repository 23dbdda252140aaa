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
    /// The security label it had when it connected, where the bus and the kernel tell it: `unconfined`, for example.
    package let securityLabel: String?
    /// A time since boot, as `BootClock` counts it, at which the connection was there already.
    ///
    /// A process that started later did not make it.
    package let wasConnectedAt: Duration
}
