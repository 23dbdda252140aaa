package import DBus

extension BusError {
    /// Whether the error means that no service answered at all.
    package var isUnreachable: Bool {
        switch code {
        case .disconnected, .noServer, .badAddress, .serviceUnknown, .nameHasNoOwner, .noReply, .timedOut: true
        // The bus could not start the service, or has no socket.
        default:
            name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") || name == "org.freedesktop.DBus.Error.FileNotFound"
        }
    }
}
