package import LinuxSystem

/// The information of the bus about the process that made a connection.
package struct ConnectedProcess: Sendable {
    /// The process id when it connected.
    package var identifier: Int32
    /// The pidfd of the process, if the bus provides one; the number then cannot belong to another process.
    package var descriptor: OwnedFileDescriptor?
    /// The user that the process ran as.
    package var userID: UInt32
    /// The security label that the process had, in the kernel's wording; `nil` if the bus does not report it.
    package var securityLabel: String?
    /// A time since boot, as counted by `BootClock`, at which the connection already existed.
    package var wasConnectedAt: Duration

    /// Creates a description of a process.
    ///
    /// - Parameters:
    ///   - identifier: The process id when it connected.
    ///   - descriptor: The pidfd of the process, if the bus provides one.
    ///   - userID: The user that the process ran as.
    ///   - securityLabel: The security label that the process had, if the bus reports it.
    ///   - wasConnectedAt: A time since boot at which the connection already existed.
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
