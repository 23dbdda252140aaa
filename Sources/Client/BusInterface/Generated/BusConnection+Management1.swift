// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// A collection was made or removed, or fonts were added to one or taken out.
    ///
    /// Whether its fonts are enabled is told by FontsChanged of `org.typecase.FontManager1`.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitCollectionsChanged() throws(BusError) {
        try emit(
            signal: "CollectionsChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}

extension BusConnection {
    /// What TextSize answers has changed, for some program or for all.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitTextSizesChanged() throws(BusError) {
        try emit(
            signal: "TextSizesChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}

extension BusConnection {
    /// Tells how far judging fonts anew is, at most ten times a second; `done` and `total` are equal at the end.
    ///
    /// - Parameters:
    ///   - done: How many files have been looked at.
    ///   - total: How many are to be, as far as that is known.
    /// - Throws: What kept the signal from being sent.
    package func emitRevalidationProgress(done: UInt64, total: UInt64) throws(BusError) {
        try emit(
            signal: "RevalidationProgress", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [done.busValue, total.busValue])
    }
}

extension BusConnection {
    /// Something of the state of the service has changed that no other signal tells: `ready`, `read_only`,
    /// `read_only_reason`, `directory_failures`, `consent_agents` or `questions` of Status, which tells what it is now;
    /// or what the user said of rights, which ListGrants tells.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitStatusChanged() throws(BusError) {
        try emit(
            signal: "StatusChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}
