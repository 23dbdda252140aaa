// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.ConsentAgent1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func consentAgent1Interface(_ service: some ConsentAgent1Service) -> ExportedInterface {
    ExportedInterface(
        name: ConsentAgent1Names.interface, methods: ConsentAgent1Export.methods(service),
        properties: ConsentAgent1Export.properties(service), signals: ConsentAgent1Export.signals,
        introspection: ConsentAgent1Export.introspection)
}

private enum ConsentAgent1Export {
    static func methods(_ service: some ConsentAgent1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "Ask", inputSignature: "sa{sv}", outputSignature: "ss"
            ) { call in
                let result = try await service.ask(
                    call, question: try call.argument(0, "question"), request: try call.argument(1, "request"))
                return [result.answered.busValue, result.decision.busValue]
            },
            ExportedMethod(
                name: "PickFont", inputSignature: "sa{sv}", outputSignature: "sa{sv}"
            ) { call in
                let result = try await service.pickFont(
                    call, question: try call.argument(0, "question"), request: try call.argument(1, "request"))
                return [result.answered.busValue, result.choice.busValue]
            },
            ExportedMethod(
                name: "Withdraw", inputSignature: "s", outputSignature: ""
            ) { call in
                try await service.withdraw(call, question: try call.argument(0, "question"))
                return []
            },
        ]
    }

    static func properties(_ service: some ConsentAgent1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = []

    static let introspection = """
        <interface name="org.typecase.ConsentAgent1">
          <annotation name="org.typecase.Transient" value="true"/>
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <method name="Ask">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="question" type="s" direction="in"/>
            <arg name="request" type="a{sv}" direction="in"/>
            <arg name="answered" type="s" direction="out"/>
            <arg name="decision" type="s" direction="out"/>
          </method>
          <method name="PickFont">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QVariantMap"/>
            <arg name="question" type="s" direction="in"/>
            <arg name="request" type="a{sv}" direction="in"/>
            <arg name="answered" type="s" direction="out"/>
            <arg name="choice" type="a{sv}" direction="out"/>
          </method>
          <method name="Withdraw">
            <arg name="question" type="s" direction="in"/>
          </method>
        </interface>
        """
}
