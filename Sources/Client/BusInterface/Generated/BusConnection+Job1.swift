// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// More bytes were fetched; the signal goes to the job's owner alone, some times a second at most.
    ///
    /// A job that fetches nothing never emits it.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - owner: The unique name of whom alone it is for.
    ///   - bytesDone: As the property BytesDone.
    ///   - bytesTotal: As the property BytesTotal.
    /// - Throws: What kept the signal from being sent.
    package func emitProgressed(
        of path: ObjectPath, to owner: String, bytesDone: UInt64, bytesTotal: UInt64
    ) throws(BusError) {
        try emit(
            signal: "Progressed", interface: Job1Names.interface, path: path,
            arguments: [bytesDone.busValue, bytesTotal.busValue], destination: owner)
    }
}

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
