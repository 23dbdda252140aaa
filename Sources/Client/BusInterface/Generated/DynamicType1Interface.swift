// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.DynamicType1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func dynamicType1Interface(_ service: some DynamicType1Service) -> ExportedInterface {
    ExportedInterface(
        name: DynamicType1Names.interface, methods: DynamicType1Export.methods(service),
        properties: DynamicType1Export.properties(service), signals: DynamicType1Export.signals,
        introspection: DynamicType1Export.introspection)
}

private enum DynamicType1Export {
    static func methods(_ service: some DynamicType1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "Styles", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.styles(call, options: try call.argument(0, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ScaledValue", inputSignature: "sda{sv}", outputSignature: "d"
            ) { call in
                let result = try await service.scaledValue(
                    call, style: try call.argument(0, "style"), value: try call.argument(1, "value"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ScaledFontSize", inputSignature: "sda{sv}", outputSignature: "d"
            ) { call in
                let result = try await service.scaledFontSize(
                    call, style: try call.argument(0, "style"), size: try call.argument(1, "size"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
        ]
    }

    static func properties(_ service: some DynamicType1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
            ExportedProperty(
                name: "Category", signature: "s",
                get: { call in try await service.category(call).busValue }),
            ExportedProperty(
                name: "Source", signature: "s",
                get: { call in try await service.source(call).busValue }),
        ]
    }

    static let signals: [ExportedSignal] = [ExportedSignal(name: "CategoryChanged", signature: "s")]

    static let introspection = """
        <interface name="org.typecase.DynamicType1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <property name="Category" type="s" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
          </property>
          <property name="Source" type="s" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <method name="Styles">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="styles" type="aa{sv}" direction="out"/>
          </method>
          <method name="ScaledValue">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="style" type="s" direction="in"/>
            <arg name="value" type="d" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="scaled" type="d" direction="out"/>
          </method>
          <method name="ScaledFontSize">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="style" type="s" direction="in"/>
            <arg name="size" type="d" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="scaled" type="d" direction="out"/>
          </method>
          <signal name="CategoryChanged">
            <arg name="category" type="s"/>
          </signal>
        </interface>
        """
}
