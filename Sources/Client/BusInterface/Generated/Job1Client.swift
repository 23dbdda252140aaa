// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls `org.typecase.Job1` over a bus connection.
package struct Job1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    ///   - path: The path of the object.
    package init(_ connection: BusConnection, busName: String, path: ObjectPath) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: path,
            interface: Job1Names.interface)
    }

    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

    /// The state of the job: `running`, `done`, `failed` or `cancelled`.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func state(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("State", timeout: timeout)
    }

    /// The progress of the job, from 0 to 1; -1 if it is not known.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func progress(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> Double {
        try await proxy.property("Progress", timeout: timeout)
    }

    /// How many bytes have been fetched so far; 0 if nothing is fetched.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func bytesDone(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt64 {
        try await proxy.property("BytesDone", timeout: timeout)
    }

    /// How many bytes are to be fetched; 0 if nothing is fetched, or if the number is not known.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func bytesTotal(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt64 {
        try await proxy.property("BytesTotal", timeout: timeout)
    }

    /// The result of the job, as in Finished but without file descriptors; empty while the job is running.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func result(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: BusVariant] {
        try await proxy.property("Result", timeout: timeout)
    }

    /// Cancels the job.
    ///
    /// Work that is already done stays in effect. Work that other callers also requested continues for them. If the job
    /// has already ended, nothing changes.
    ///
    /// Errors: those of any method.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func cancel(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("Cancel", [], timeout: timeout)
    }

    /// More bytes have been fetched.
    ///
    /// Only the job's owner receives the signal, at most a few times a second. A job that fetches nothing never emits
    /// it.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `bytesDone`: The same as the property
    ///   BytesDone. `bytesTotal`: The same as the property BytesTotal.
    /// - Throws: What kept the subscription from being made.
    package func progressed() async throws(BusError) -> some AsyncSequence<(bytesDone: UInt64, bytesTotal: UInt64), Never> & Sendable {
        try await proxy.signals("Progressed") { reader throws(BusError) in
            (bytesDone: try reader.value(0, "bytes_done"), bytesTotal: try reader.value(1, "bytes_total"))
        }
    }

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
    /// - Returns: The signals from now on; the subscription ends with the stream. `state`: How the job ended: `done`,
    ///   `failed` or `cancelled`. `result`: The result of the job.
    /// - Throws: What kept the subscription from being made.
    package func finished() async throws(BusError) -> some AsyncSequence<(state: String, result: [String: BusVariant]), Never> & Sendable {
        try await proxy.signals("Finished") { reader throws(BusError) in
            (state: try reader.value(0, "state"), result: try reader.value(1, "result"))
        }
    }
}
