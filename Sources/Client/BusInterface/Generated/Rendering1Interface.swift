// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.Rendering1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func rendering1Interface(_ service: some Rendering1Service) -> ExportedInterface {
    ExportedInterface(
        name: Rendering1Names.interface, methods: Rendering1Export.methods(service),
        properties: Rendering1Export.properties(service), signals: Rendering1Export.signals,
        introspection: Rendering1Export.introspection)
}

private enum Rendering1Export {
    static func methods(_ service: some Rendering1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "Measure", inputSignature: "saa{sv}a{sv}a{sv}", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.measure(
                    call, text: try call.argument(0, "text"), attributes: try call.argument(1, "attributes"),
                    frame: try call.argument(2, "frame"), options: try call.argument(3, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Mask", inputSignature: "saa{sv}a{sv}a{sv}", outputSignature: "ha{sv}"
            ) { call in
                let result = try await service.mask(
                    call, text: try call.argument(0, "text"), attributes: try call.argument(1, "attributes"),
                    frame: try call.argument(2, "frame"), options: try call.argument(3, "options"))
                return [result.picture.busValue, result.measures.busValue]
            },
            ExportedMethod(
                name: "Specimen", inputSignature: "aa{sv}sa{sv}", outputSignature: "ha{sv}"
            ) { call in
                let result = try await service.specimen(
                    call, fonts: try call.argument(0, "fonts"), kind: try call.argument(1, "kind"),
                    options: try call.argument(2, "options"))
                return [result.picture.busValue, result.details.busValue]
            },
        ]
    }

    static func properties(_ service: some Rendering1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = []

    static let introspection = """
        <interface name="org.typecase.Rendering1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <method name="Measure">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="text" type="s" direction="in"/>
            <arg name="attributes" type="aa{sv}" direction="in"/>
            <arg name="frame" type="a{sv}" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="measures" type="a{sv}" direction="out"/>
          </method>
          <method name="Mask">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QVariantMap"/>
            <arg name="text" type="s" direction="in"/>
            <arg name="attributes" type="aa{sv}" direction="in"/>
            <arg name="frame" type="a{sv}" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="picture" type="h" direction="out"/>
            <arg name="measures" type="a{sv}" direction="out"/>
          </method>
          <method name="Specimen">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QVariantMap"/>
            <arg name="fonts" type="aa{sv}" direction="in"/>
            <arg name="kind" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="picture" type="h" direction="out"/>
            <arg name="details" type="a{sv}" direction="out"/>
          </method>
        </interface>
        """
}
