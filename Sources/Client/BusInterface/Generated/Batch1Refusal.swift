// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.typecase.Batch1` with `refusal`, except those that a conforming type answers.
package protocol RefusingBatch1Service: Batch1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingBatch1Service {
    package var count: UInt32 { get async throws { throw refusal } }
    package var progress: Double { get async throws { throw refusal } }
    package func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func commit(
        _ call: BusMethodCall
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func cancel(_ call: BusMethodCall) async throws { throw refusal }
}
