// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.Resources1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func resources1Interface(_ service: some Resources1Service) -> ExportedInterface {
    ExportedInterface(
        name: Resources1Names.interface, methods: Resources1Export.methods(service),
        properties: Resources1Export.properties(service), signals: Resources1Export.signals,
        introspection: Resources1Export.introspection)
}

private enum Resources1Export {
    static func methods(_ service: some Resources1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "BeginAccess", inputSignature: "sasa{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.beginAccess(
                    call, handle: try call.argument(0, "handle"), tags: try call.argument(1, "tags"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ConditionallyBeginAccess", inputSignature: "sasa{sv}", outputSignature: "b"
            ) { call in
                let result = try await service.conditionallyBeginAccess(
                    call, handle: try call.argument(0, "handle"), tags: try call.argument(1, "tags"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "EndAccess", inputSignature: "s", outputSignature: ""
            ) { call in
                try await service.endAccess(call, handle: try call.argument(0, "handle"))
                return []
            },
            ExportedMethod(
                name: "SetLoadingPriority", inputSignature: "sd", outputSignature: ""
            ) { call in
                try await service.setLoadingPriority(
                    call, handle: try call.argument(0, "handle"), priority: try call.argument(1, "priority"))
                return []
            },
            ExportedMethod(
                name: "SetPreservationPriority", inputSignature: "asd", outputSignature: ""
            ) { call in
                try await service.setPreservationPriority(
                    call, tags: try call.argument(0, "tags"), priority: try call.argument(1, "priority"))
                return []
            },
            ExportedMethod(
                name: "OpenAsset", inputSignature: "s", outputSignature: "h"
            ) { call in
                let result = try await service.openAsset(call, name: try call.argument(0, "name"))
                return [result.busValue]
            },
        ]
    }

    static func properties(_ service: some Resources1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = []

    static let introspection = """
        <interface name="org.typecase.Resources1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <method name="BeginAccess">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="handle" type="s" direction="in"/>
            <arg name="tags" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="ConditionallyBeginAccess">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="handle" type="s" direction="in"/>
            <arg name="tags" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="available" type="b" direction="out"/>
          </method>
          <method name="EndAccess">
            <arg name="handle" type="s" direction="in"/>
          </method>
          <method name="SetLoadingPriority">
            <arg name="handle" type="s" direction="in"/>
            <arg name="priority" type="d" direction="in"/>
          </method>
          <method name="SetPreservationPriority">
            <arg name="tags" type="as" direction="in"/>
            <arg name="priority" type="d" direction="in"/>
          </method>
          <method name="OpenAsset">
            <arg name="name" type="s" direction="in"/>
            <arg name="file" type="h" direction="out"/>
          </method>
        </interface>
        """
}
