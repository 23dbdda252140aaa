// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Refuses every call to `org.typecase.AlternateIcons1` with `refusal`, except those that a conforming type answers.
package protocol RefusingAlternateIcons1Service: AlternateIcons1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingAlternateIcons1Service {
    package func supportsAlternateIcons(_ call: BusMethodCall) async throws -> Bool { throw refusal }
    package func unsupportedReason(_ call: BusMethodCall) async throws -> String { throw refusal }
    package func alternateIconNames(_ call: BusMethodCall) async throws -> [String] { throw refusal }
    package func alternateIconName(_ call: BusMethodCall) async throws -> String { throw refusal }
    package func setAlternateIconName(
        _ call: BusMethodCall, name: String, options: [String: BusVariant]
    ) async throws { throw refusal }
}
