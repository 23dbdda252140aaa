// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Refuses every call to `org.typecase.Job1` with `refusal`, except those that a conforming type answers.
package protocol RefusingJob1Service: Job1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingJob1Service {
    package var state: String { get async throws { throw refusal } }
    package var progress: Double { get async throws { throw refusal } }
    package var bytesDone: UInt64 { get async throws { throw refusal } }
    package var bytesTotal: UInt64 { get async throws { throw refusal } }
    package var result: [String: BusVariant] { get async throws { throw refusal } }
    package func cancel(_ call: BusMethodCall) async throws { throw refusal }
}
