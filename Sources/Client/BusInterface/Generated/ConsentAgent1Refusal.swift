// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Refuses every call to `org.typecase.ConsentAgent1` with `refusal`, except those that a conforming type answers.
package protocol RefusingConsentAgent1Service: ConsentAgent1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingConsentAgent1Service {
    package func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String) { throw refusal }
    package func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant]) { throw refusal }
    package func withdraw(_ call: BusMethodCall, question: String) async throws { throw refusal }
}
