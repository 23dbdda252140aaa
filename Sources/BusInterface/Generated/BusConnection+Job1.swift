// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// The job has ended; the signal goes to its owner alone.
    ///
    /// The method that made the job says what is in `result`. Where it failed there is besides:
    ///
    /// - `error` (s): the full name of an error, such as `org.typecase.Error.MissingEntitlement`.
    /// - `message` (s): what went wrong, in English, for developers.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - owner: The unique name of whom alone it is for.
    ///   - state: How the job ended: `done`, `failed` or `cancelled`.
    ///   - result: What came of it.
    /// - Throws: What kept the signal from being sent.
    package func emitFinished(
        of path: ObjectPath, to owner: String, state: String, result: [String: BusVariant]
    ) throws(BusError) {
        try emit(
            signal: "Finished", interface: Job1Names.interface, path: path,
            arguments: [state.busValue, result.busValue], destination: owner)
    }
}
