// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Refuses every call to `org.typecase.DynamicType1` with `refusal`, except those that a conforming type answers.
package protocol RefusingDynamicType1Service: DynamicType1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingDynamicType1Service {
    package func category(_ call: BusMethodCall) async throws -> String { throw refusal }
    package func source(_ call: BusMethodCall) async throws -> String { throw refusal }
    package func styles(
        _ call: BusMethodCall, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func scaledValue(
        _ call: BusMethodCall, style: String, value: Double, options: [String: BusVariant]
    ) async throws -> Double { throw refusal }
    package func scaledFontSize(
        _ call: BusMethodCall, style: String, size: Double, options: [String: BusVariant]
    ) async throws -> Double { throw refusal }
}
