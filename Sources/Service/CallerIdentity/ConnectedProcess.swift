package import LinuxSystem

/// What the bus tells of the process that made a connection.
package struct ConnectedProcess: Sendable {
    /// Its process id when it connected.
    package var identifier: Int32
    /// Its pidfd, where the bus gives one: then the number cannot be anybody else's.
    package var descriptor: OwnedFileDescriptor?
    /// The user it ran as.
    package var userID: UInt32
    /// The security label that it had, as the kernel words it; `nil` where the bus tells none.
    package var securityLabel: String?
    /// A time since boot, as `BootClock` counts it, at which the connection was there already.
    package var wasConnectedAt: Duration

    /// Describes a process.
    ///
    /// - Parameters:
    ///   - identifier: Its process id when it connected.
    ///   - descriptor: Its pidfd, where the bus gives one.
    ///   - userID: The user it ran as.
    ///   - securityLabel: The security label that it had, where the bus tells it.
    ///   - wasConnectedAt: A time since boot at which the connection was there already.
    package init(
        identifier: Int32, descriptor: OwnedFileDescriptor? = nil, userID: UInt32, securityLabel: String? = nil,
        wasConnectedAt: Duration
    ) {
        self.identifier = identifier
        self.descriptor = descriptor
        self.userID = userID
        self.securityLabel = securityLabel
        self.wasConnectedAt = wasConnectedAt
    }
}
