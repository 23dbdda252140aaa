/// A session bus, which desktops without logind start and end with the session.
package struct SessionBus: Sendable, Hashable {
    /// Identifies this run of the bus.
    package var identifier: String
    /// The address for asking whether the bus still exists; `nil` if asking could have side effects.
    package var address: String?

    /// Creates a record of a bus.
    ///
    /// - Parameters:
    ///   - identifier: Identifies this run of the bus.
    ///   - address: The D-Bus address of the bus. Only the address of a socket of this machine is kept, because other
    ///     addresses may start a bus.
    package init(_ identifier: String, address: String? = nil) {
        self.identifier = identifier
        guard let address, address.utf8.count <= 1024, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy({ $0.hasPrefix("unix:") })
        else { return }
        self.address = address
    }
}
