// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

extension BusConnection {
    /// More bytes have been fetched.
    ///
    /// Only the job's owner receives the signal, at most a few times a second. A job that fetches nothing never emits
    /// it.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - owner: The unique name of whom alone it is for.
    ///   - bytesDone: The same as the property BytesDone.
    ///   - bytesTotal: The same as the property BytesTotal.
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
    /// The job has ended.
    ///
    /// Only its owner receives the signal.
    ///
    /// The documentation of the method that created the job describes `result`. If the job failed, `result` also
    /// contains:
    ///
    /// - `error` (s): the full name of an error, such as `org.typecase.Error.MissingEntitlement`.
    /// - `message` (s): what went wrong, in English, for developers.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - owner: The unique name of whom alone it is for.
    ///   - state: How the job ended: `done`, `failed` or `cancelled`.
    ///   - result: The result of the job.
    /// - Throws: What kept the signal from being sent.
    package func emitFinished(
        of path: ObjectPath, to owner: String, state: String, result: [String: BusVariant]
    ) throws(BusError) {
        try emit(
            signal: "Finished", interface: Job1Names.interface, path: path,
            arguments: [state.busValue, result.busValue], destination: owner)
    }
}
