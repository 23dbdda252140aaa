// Generated from dbus/org.typecase.Job1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.Job1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func job1Interface(_ service: some Job1Service) -> ExportedInterface {
    ExportedInterface(
        name: Job1Names.interface, methods: Job1Export.methods(service),
        properties: Job1Export.properties(service), signals: Job1Export.signals,
        introspection: Job1Export.introspection)
}

private enum Job1Export {
    static func methods(_ service: some Job1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "Cancel", inputSignature: "", outputSignature: ""
            ) { call in
                try await service.cancel(call)
                return []
            },
        ]
    }

    static func properties(_ service: some Job1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
            ExportedProperty(
                name: "State", signature: "s",
                get: { _ in try await service.state.busValue }),
            ExportedProperty(
                name: "Progress", signature: "d",
                get: { _ in try await service.progress.busValue }),
            ExportedProperty(
                name: "BytesDone", signature: "t",
                get: { _ in try await service.bytesDone.busValue }),
            ExportedProperty(
                name: "BytesTotal", signature: "t",
                get: { _ in try await service.bytesTotal.busValue }),
            ExportedProperty(
                name: "Result", signature: "a{sv}",
                get: { _ in try await service.result.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = [
        ExportedSignal(name: "Progressed", signature: "tt"), ExportedSignal(name: "Finished", signature: "sa{sv}")
    ]

    static let introspection = """
        <interface name="org.typecase.Job1">
          <annotation name="org.typecase.Transient" value="true"/>
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <property name="State" type="s" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="Progress" type="d" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="BytesDone" type="t" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="BytesTotal" type="t" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
          </property>
          <property name="Result" type="a{sv}" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName" value="QVariantMap"/>
          </property>
          <method name="Cancel"/>
          <signal name="Progressed">
            <arg name="bytes_done" type="t"/>
            <arg name="bytes_total" type="t"/>
          </signal>
          <signal name="Finished">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QVariantMap"/>
            <arg name="state" type="s"/>
            <arg name="result" type="a{sv}"/>
          </signal>
        </interface>
        """
}
