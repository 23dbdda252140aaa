// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.FontManager1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func fontManager1Interface(_ service: some FontManager1Service) -> ExportedInterface {
    ExportedInterface(
        name: FontManager1Names.interface, methods: FontManager1Export.methods(service),
        properties: FontManager1Export.properties(service), signals: FontManager1Export.signals,
        introspection: FontManager1Export.introspection)
}

private enum FontManager1Export {
    static func methods(_ service: some FontManager1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "RegisterFonts", inputSignature: "ahsba{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.registerFonts(
                    call, fonts: try call.argument(0, "fonts"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "RegisterRemoteFont", inputSignature: "ssba{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.registerRemoteFont(
                    call, url: try call.argument(0, "url"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "BeginBatch", inputSignature: "sba{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.beginBatch(
                    call, scope: try call.argument(0, "scope"), enabled: try call.argument(1, "enabled"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "EndLease", inputSignature: "sa{sv}", outputSignature: "t"
            ) { call in
                let result = try await service.endLease(
                    call, handle: try call.argument(0, "handle"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Unregister", inputSignature: "asa{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.unregister(
                    call, ids: try call.argument(0, "ids"), options: try call.argument(1, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "RegisterDescriptors", inputSignature: "aa{sv}sba{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.registerDescriptors(
                    call, descriptors: try call.argument(0, "descriptors"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "RegisterAssets", inputSignature: "assba{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.registerAssets(
                    call, names: try call.argument(0, "names"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "UnregisterDescriptors", inputSignature: "aa{sv}sa{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.unregisterDescriptors(
                    call, descriptors: try call.argument(0, "descriptors"), scope: try call.argument(1, "scope"),
                    options: try call.argument(2, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "SetEnabled", inputSignature: "asba{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.setEnabled(
                    call, ids: try call.argument(0, "ids"), enabled: try call.argument(1, "enabled"),
                    options: try call.argument(2, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "ListRegistered", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listRegistered(call, filter: try call.argument(0, "filter"))
                return [result.fonts.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "Match", inputSignature: "aa{sv}a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.match(
                    call, descriptors: try call.argument(0, "descriptors"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "RequestFonts", inputSignature: "aa{sv}a{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.requestFonts(
                    call, requests: try call.argument(0, "requests"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Cover", inputSignature: "sa{sv}", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.cover(
                    call, text: try call.argument(0, "text"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListFamilies", inputSignature: "a{sv}", outputSignature: "ass"
            ) { call in
                let result = try await service.listFamilies(call, filter: try call.argument(0, "filter"))
                return [result.families.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "ListFaces", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listFaces(call, filter: try call.argument(0, "filter"))
                return [result.faces.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "ListFacesFile", inputSignature: "a{sv}", outputSignature: "h"
            ) { call in
                let result = try await service.listFacesFile(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "OpenFont", inputSignature: "sa{sv}", outputSignature: "ha{sv}"
            ) { call in
                let result = try await service.openFont(
                    call, id: try call.argument(0, "id"), options: try call.argument(1, "options"))
                return [result.font.busValue, result.details.busValue]
            },
            ExportedMethod(
                name: "Validate", inputSignature: "ha{sv}", outputSignature: "s"
            ) { call in
                let result = try await service.validate(
                    call, font: try call.argument(0, "font"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Changes", inputSignature: "t", outputSignature: "taa{sv}b"
            ) { call in
                let result = try await service.changes(call, sinceGeneration: try call.argument(0, "since_generation"))
                return [result.generation.busValue, result.changes.busValue, result.complete.busValue]
            },
            ExportedMethod(
                name: "Rights", inputSignature: "", outputSignature: "a{ss}"
            ) { call in
                let result = try await service.rights(call)
                return [result.busValue]
            },
            ExportedMethod(
                name: "RequestRights", inputSignature: "asa{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.requestRights(
                    call, rights: try call.argument(0, "rights"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "PickFont", inputSignature: "a{sv}", outputSignature: "o"
            ) { call in
                let result = try await service.pickFont(call, options: try call.argument(0, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "WhoAmI", inputSignature: "", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.whoAmI(call)
                return [result.busValue]
            },
        ]
    }

    static func properties(_ service: some FontManager1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
            ExportedProperty(
                name: "Generation", signature: "t",
                get: { _ in try await service.generation.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = [ExportedSignal(name: "FontsChanged", signature: "t")]

    static let introspection = """
        <interface name="org.typecase.FontManager1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <property name="Generation" type="t" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
          </property>
          <method name="RegisterFonts">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QDBusUnixFileDescriptor&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="fonts" type="ah" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="RegisterRemoteFont">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <arg name="url" type="s" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="BeginBatch">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="batch" type="o" direction="out"/>
          </method>
          <method name="EndLease">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="handle" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="Unregister">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="RegisterDescriptors">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="descriptors" type="aa{sv}" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="RegisterAssets">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <arg name="names" type="as" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="UnregisterDescriptors">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="descriptors" type="aa{sv}" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="SetEnabled">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="ListRegistered">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="fonts" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="Match">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="descriptors" type="aa{sv}" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="faces" type="aa{sv}" direction="out"/>
          </method>
          <method name="RequestFonts">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="requests" type="aa{sv}" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="Cover">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="text" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="coverage" type="a{sv}" direction="out"/>
          </method>
          <method name="ListFamilies">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="families" type="as" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="ListFaces">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="faces" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="ListFacesFile">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="faces" type="h" direction="out"/>
          </method>
          <method name="OpenFont">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QVariantMap"/>
            <arg name="id" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="font" type="h" direction="out"/>
            <arg name="details" type="a{sv}" direction="out"/>
          </method>
          <method name="Validate">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="font" type="h" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="report" type="s" direction="out"/>
          </method>
          <method name="Changes">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out1" value="QList&lt;QVariantMap&gt;"/>
            <arg name="since_generation" type="t" direction="in"/>
            <arg name="generation" type="t" direction="out"/>
            <arg name="changes" type="aa{sv}" direction="out"/>
            <arg name="complete" type="b" direction="out"/>
          </method>
          <method name="Rights">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="TypecaseStrings"/>
            <arg name="rights" type="a{ss}" direction="out"/>
          </method>
          <method name="RequestRights">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="rights" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="PickFont">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="job" type="o" direction="out"/>
          </method>
          <method name="WhoAmI">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="identity" type="a{sv}" direction="out"/>
          </method>
          <signal name="FontsChanged">
            <arg name="generation" type="t"/>
          </signal>
        </interface>
        """
}
