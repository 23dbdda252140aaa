// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.typecase.Rendering1` with `refusal`, except those that a conforming type answers.
package protocol RefusingRendering1Service: Rendering1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingRendering1Service {
    package func measure(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func mask(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, measures: [String: BusVariant]) { throw refusal }
    package func specimen(
        _ call: BusMethodCall, fonts: [[String: BusVariant]], kind: String, options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, details: [String: BusVariant]) { throw refusal }
}
