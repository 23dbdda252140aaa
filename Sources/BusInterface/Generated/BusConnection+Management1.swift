// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

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
