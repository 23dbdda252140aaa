// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// A collection was created or removed, or fonts were added to a collection or removed from it.
    ///
    /// If the fonts of a collection are enabled or disabled, FontsChanged of `org.typecase.FontManager1` reports this.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitCollectionsChanged() throws(BusError) {
        try emit(
            signal: "CollectionsChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}

extension BusConnection {
    /// The result of TextSize has changed, for some program or for all programs.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitTextSizesChanged() throws(BusError) {
        try emit(
            signal: "TextSizesChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}

extension BusConnection {
    /// Reports the progress of checking registered fonts again, at most ten times a second.
    ///
    /// At the end, `done` and `total` are equal.
    ///
    /// - Parameters:
    ///   - done: How many files have been checked.
    ///   - total: How many files are to be checked, as far as this is known.
    /// - Throws: What kept the signal from being sent.
    package func emitRevalidationProgress(done: UInt64, total: UInt64) throws(BusError) {
        try emit(
            signal: "RevalidationProgress", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [done.busValue, total.busValue])
    }
}

extension BusConnection {
    /// A part of the service's state that no other signal reports has changed.
    ///
    /// This is either `ready`, `read_only`, `read_only_reason`, `directory_failures`, `consent_agents` or `questions`,
    /// whose new values Status returns, or the user's decisions on rights, which ListGrants returns.
    ///
    /// - Throws: What kept the signal from being sent.
    package func emitStatusChanged() throws(BusError) {
        try emit(
            signal: "StatusChanged", interface: Management1Names.interface, path: Management1Names.path,
            arguments: [])
    }
}
