// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.Batch1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func batch1Interface(_ service: some Batch1Service) -> ExportedInterface {
    ExportedInterface(
        name: Batch1Names.interface, methods: Batch1Export.methods(service),
        properties: Batch1Export.properties(service), signals: Batch1Export.signals,
        introspection: Batch1Export.introspection)
}

private enum Batch1Export {
    static func methods(_ service: some Batch1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "AddFonts", inputSignature: "aha{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.addFonts(
                    call, fonts: try call.argument(0, "fonts"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Commit", inputSignature: "", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.commit(call)
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "Cancel", inputSignature: "", outputSignature: ""
            ) { call in
                try await service.cancel(call)
                return []
            },
        ]
    }

    static func properties(_ service: some Batch1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
            ExportedProperty(
                name: "Count", signature: "u",
                get: { _ in try await service.count.busValue }),
            ExportedProperty(
                name: "Progress", signature: "d",
                get: { _ in try await service.progress.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = []

    static let introspection = """
        <interface name="org.typecase.Batch1">
          <annotation name="org.typecase.Transient" value="true"/>
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <property name="Count" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="Progress" type="d" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
          </property>
          <method name="AddFonts">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QDBusUnixFileDescriptor&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="fonts" type="ah" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <method name="Commit">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="Cancel"/>
        </interface>
        """
}
