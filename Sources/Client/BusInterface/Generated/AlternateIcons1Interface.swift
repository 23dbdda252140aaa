// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.AlternateIcons1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func alternateIcons1Interface(_ service: some AlternateIcons1Service) -> ExportedInterface {
    ExportedInterface(
        name: AlternateIcons1Names.interface, methods: AlternateIcons1Export.methods(service),
        properties: AlternateIcons1Export.properties(service), signals: AlternateIcons1Export.signals,
        introspection: AlternateIcons1Export.introspection)
}

private enum AlternateIcons1Export {
    static func methods(_ service: some AlternateIcons1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "SetAlternateIconName", inputSignature: "sa{sv}", outputSignature: ""
            ) { call in
                try await service.setAlternateIconName(
                    call, name: try call.argument(0, "name"), options: try call.argument(1, "options"))
                return []
            },
        ]
    }

    static func properties(_ service: some AlternateIcons1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
            ExportedProperty(
                name: "SupportsAlternateIcons", signature: "b",
                get: { call in try await service.supportsAlternateIcons(call).busValue }),
            ExportedProperty(
                name: "UnsupportedReason", signature: "s",
                get: { call in try await service.unsupportedReason(call).busValue }),
            ExportedProperty(
                name: "AlternateIconNames", signature: "as",
                get: { call in try await service.alternateIconNames(call).busValue }),
            ExportedProperty(
                name: "AlternateIconName", signature: "s",
                get: { call in try await service.alternateIconName(call).busValue }),
        ]
    }

    static let signals: [ExportedSignal] = [ExportedSignal(name: "AlternateIconNameChanged", signature: "s")]

    static let introspection = """
        <interface name="org.typecase.AlternateIcons1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <property name="SupportsAlternateIcons" type="b" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="UnsupportedReason" type="s" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="AlternateIconNames" type="as" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="AlternateIconName" type="s" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <method name="SetAlternateIconName">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <signal name="AlternateIconNameChanged">
            <arg name="name" type="s"/>
          </signal>
        </interface>
        """
}
