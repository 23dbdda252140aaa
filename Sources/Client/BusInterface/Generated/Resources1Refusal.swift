// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.typecase.Resources1` with `refusal`, except those that a conforming type answers.
package protocol RefusingResources1Service: Resources1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingResources1Service {
    package func beginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func conditionallyBeginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> Bool { throw refusal }
    package func endAccess(_ call: BusMethodCall, handle: String) async throws { throw refusal }
    package func setLoadingPriority(
        _ call: BusMethodCall, handle: String, priority: Double
    ) async throws { throw refusal }
    package func setPreservationPriority(
        _ call: BusMethodCall, tags: [String], priority: Double
    ) async throws { throw refusal }
    package func openAsset(_ call: BusMethodCall, name: String) async throws -> OwnedFileDescriptor { throw refusal }
}
