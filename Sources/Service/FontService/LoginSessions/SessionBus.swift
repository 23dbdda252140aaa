/// A session bus, which desktops without logind start and end with the session.
package struct SessionBus: Sendable, Hashable {
    /// Identifies this run of it.
    package var identifier: String
    /// Where it can be asked whether it is still there; `nil` where that cannot be done without any effect.
    package var address: String?

    /// Notes a bus.
    ///
    /// - Parameters:
    ///   - identifier: Identifies this run of it.
    ///   - address: Its D-Bus address. Only that of a socket of this machine is kept: others may start a bus.
    package init(_ identifier: String, address: String? = nil) {
        self.identifier = identifier
        guard let address, address.utf8.count <= 1024, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            address.split(separator: ";", omittingEmptySubsequences: false).allSatisfy({ $0.hasPrefix("unix:") })
        else { return }
        self.address = address
    }
}
