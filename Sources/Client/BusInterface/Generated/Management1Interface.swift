// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The members of `org.typecase.Management1` as a bus connection serves them.
///
/// - Parameter service: What answers the calls.
/// - Returns: The table.
package func management1Interface(_ service: some Management1Service) -> ExportedInterface {
    ExportedInterface(
        name: Management1Names.interface, methods: Management1Export.methods(service),
        properties: Management1Export.properties(service), signals: Management1Export.signals,
        introspection: Management1Export.introspection)
}

private enum Management1Export {
    static func methods(_ service: some Management1Service) -> [ExportedMethod] {
        [
            ExportedMethod(
                name: "InstallFonts", inputSignature: "ahsba{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.installFonts(
                    call, fonts: try call.argument(0, "fonts"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.results.busValue, result.generation.busValue]
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
                name: "PreviewInstallation", inputSignature: "aha{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.previewInstallation(
                    call, fonts: try call.argument(0, "fonts"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "PlanInstallation", inputSignature: "ahsba{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.planInstallation(
                    call, fonts: try call.argument(0, "fonts"), scope: try call.argument(1, "scope"),
                    enabled: try call.argument(2, "enabled"), options: try call.argument(3, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "PlanChange", inputSignature: "sasa{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.planChange(
                    call, change: try call.argument(0, "change"), ids: try call.argument(1, "ids"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "Uninstall", inputSignature: "asa{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.uninstall(
                    call, ids: try call.argument(0, "ids"), options: try call.argument(1, "options"))
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
                name: "ListFonts", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listFonts(call, filter: try call.argument(0, "filter"))
                return [result.fonts.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "ListFontsFile", inputSignature: "a{sv}", outputSignature: "h"
            ) { call in
                let result = try await service.listFontsFile(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListProviders", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listProviders(call, filter: try call.argument(0, "filter"))
                return [result.providers.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "RemoveProvider", inputSignature: "sa{sv}", outputSignature: "u"
            ) { call in
                let result = try await service.removeProvider(
                    call, provider: try call.argument(0, "provider"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "RestoreProvider", inputSignature: "sa{sv}", outputSignature: "u"
            ) { call in
                let result = try await service.restoreProvider(
                    call, provider: try call.argument(0, "provider"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListResources", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listResources(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ChangeResources", inputSignature: "sa{sv}", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.changeResources(
                    call, action: try call.argument(0, "action"), filter: try call.argument(1, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListRemoved", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listRemoved(call, filter: try call.argument(0, "filter"))
                return [result.fonts.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "RestoreFonts", inputSignature: "asa{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.restoreFonts(
                    call, ids: try call.argument(0, "ids"), options: try call.argument(1, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "PurgeRemoved", inputSignature: "asa{sv}", outputSignature: "u"
            ) { call in
                let result = try await service.purgeRemoved(
                    call, ids: try call.argument(0, "ids"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListHiddenFamilies", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listHiddenFamilies(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "SetFamiliesHidden", inputSignature: "asba{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.setFamiliesHidden(
                    call, names: try call.argument(0, "names"), hidden: try call.argument(1, "hidden"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListCollections", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listCollections(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "CreateCollection", inputSignature: "sa{sv}", outputSignature: ""
            ) { call in
                try await service.createCollection(
                    call, name: try call.argument(0, "name"), options: try call.argument(1, "options"))
                return []
            },
            ExportedMethod(
                name: "DeleteCollection", inputSignature: "sa{sv}", outputSignature: ""
            ) { call in
                try await service.deleteCollection(
                    call, name: try call.argument(0, "name"), options: try call.argument(1, "options"))
                return []
            },
            ExportedMethod(
                name: "ChangeCollection", inputSignature: "sasba{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.changeCollection(
                    call, name: try call.argument(0, "name"), ids: try call.argument(1, "ids"),
                    add: try call.argument(2, "add"), options: try call.argument(3, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "SetCollectionEnabled", inputSignature: "sba{sv}", outputSignature: "aa{sv}t"
            ) { call in
                let result = try await service.setCollectionEnabled(
                    call, name: try call.argument(0, "name"), enabled: try call.argument(1, "enabled"),
                    options: try call.argument(2, "options"))
                return [result.results.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "ListHistory", inputSignature: "a{sv}", outputSignature: "aa{sv}s"
            ) { call in
                let result = try await service.listHistory(call, filter: try call.argument(0, "filter"))
                return [result.changes.busValue, result.cursor.busValue]
            },
            ExportedMethod(
                name: "Undo", inputSignature: "ta{sv}", outputSignature: "aa{sv}tt"
            ) { call in
                let result = try await service.undo(
                    call, change: try call.argument(0, "change"), options: try call.argument(1, "options"))
                return [result.results.busValue, result.made.busValue, result.generation.busValue]
            },
            ExportedMethod(
                name: "Reconcile", inputSignature: "a{sv}", outputSignature: ""
            ) { call in
                try await service.reconcile(call, options: try call.argument(0, "options"))
                return []
            },
            ExportedMethod(
                name: "Revalidate", inputSignature: "asa{sv}", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.revalidate(
                    call, ids: try call.argument(0, "ids"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "CancelRevalidation", inputSignature: "a{sv}", outputSignature: ""
            ) { call in
                try await service.cancelRevalidation(call, options: try call.argument(0, "options"))
                return []
            },
            ExportedMethod(
                name: "TextSize", inputSignature: "sa{sv}", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.textSize(
                    call, application: try call.argument(0, "application"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListTextSizes", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listTextSizes(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "SetTextSize", inputSignature: "ssa{sv}", outputSignature: ""
            ) { call in
                try await service.setTextSize(
                    call, application: try call.argument(0, "application"), category: try call.argument(1, "category"),
                    options: try call.argument(2, "options"))
                return []
            },
            ExportedMethod(
                name: "ResetTextSize", inputSignature: "sa{sv}", outputSignature: "b"
            ) { call in
                let result = try await service.resetTextSize(
                    call, application: try call.argument(0, "application"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListAlternateIcons", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listAlternateIcons(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "SetAlternateIcon", inputSignature: "ssa{sv}", outputSignature: ""
            ) { call in
                try await service.setAlternateIcon(
                    call, application: try call.argument(0, "application"), name: try call.argument(1, "name"),
                    options: try call.argument(2, "options"))
                return []
            },
            ExportedMethod(
                name: "ResetAlternateIcons", inputSignature: "sa{sv}", outputSignature: "u"
            ) { call in
                let result = try await service.resetAlternateIcons(
                    call, application: try call.argument(0, "application"), options: try call.argument(1, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "ListGrants", inputSignature: "a{sv}", outputSignature: "aa{sv}"
            ) { call in
                let result = try await service.listGrants(call, filter: try call.argument(0, "filter"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "SetGrant", inputSignature: "sssa{sv}", outputSignature: ""
            ) { call in
                try await service.setGrant(
                    call, provider: try call.argument(0, "provider"), right: try call.argument(1, "right"),
                    decision: try call.argument(2, "decision"), options: try call.argument(3, "options"))
                return []
            },
            ExportedMethod(
                name: "RevokeGrant", inputSignature: "ssa{sv}", outputSignature: "u"
            ) { call in
                let result = try await service.revokeGrant(
                    call, provider: try call.argument(0, "provider"), right: try call.argument(1, "right"),
                    options: try call.argument(2, "options"))
                return [result.busValue]
            },
            ExportedMethod(
                name: "RegisterConsentAgent", inputSignature: "oa{sv}", outputSignature: ""
            ) { call in
                try await service.registerConsentAgent(
                    call, agent: try call.argument(0, "agent"), options: try call.argument(1, "options"))
                return []
            },
            ExportedMethod(
                name: "UnregisterConsentAgent", inputSignature: "oa{sv}", outputSignature: ""
            ) { call in
                try await service.unregisterConsentAgent(
                    call, agent: try call.argument(0, "agent"), options: try call.argument(1, "options"))
                return []
            },
            ExportedMethod(
                name: "Status", inputSignature: "", outputSignature: "a{sv}"
            ) { call in
                let result = try await service.status(call)
                return [result.busValue]
            },
        ]
    }

    static func properties(_ service: some Management1Service) -> [ExportedProperty] {
        [
            ExportedProperty(
                name: "version", signature: "u",
                get: { _ in try await service.version.busValue }),
        ]
    }

    static let signals: [ExportedSignal] = [
        ExportedSignal(name: "CollectionsChanged", signature: ""),
        ExportedSignal(name: "TextSizesChanged", signature: ""),
        ExportedSignal(name: "RevalidationProgress", signature: "tt"),
        ExportedSignal(name: "StatusChanged", signature: "")
    ]

    static let introspection = """
        <interface name="org.typecase.Management1">
          <property name="version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
          </property>
          <method name="InstallFonts">
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
          <method name="BeginBatch">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="batch" type="o" direction="out"/>
          </method>
          <method name="PreviewInstallation">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QDBusUnixFileDescriptor&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="fonts" type="ah" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <method name="PlanInstallation">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QDBusUnixFileDescriptor&gt;"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="fonts" type="ah" direction="in"/>
            <arg name="scope" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <method name="PlanChange">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="change" type="s" direction="in"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <method name="Uninstall">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="ids" type="as" direction="in"/>
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
          <method name="ListFonts">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="fonts" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="ListFontsFile">
            <annotation name="org.gtk.GDBus.C.UnixFD" value="true"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="fonts" type="h" direction="out"/>
          </method>
          <method name="ListProviders">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="providers" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="RemoveProvider">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="provider" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="count" type="u" direction="out"/>
          </method>
          <method name="RestoreProvider">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="provider" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="count" type="u" direction="out"/>
          </method>
          <method name="ListResources">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="resources" type="aa{sv}" direction="out"/>
          </method>
          <method name="ChangeResources">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="action" type="s" direction="in"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="result" type="a{sv}" direction="out"/>
          </method>
          <method name="ListRemoved">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="fonts" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="RestoreFonts">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="PurgeRemoved">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="count" type="u" direction="out"/>
          </method>
          <method name="ListHiddenFamilies">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="families" type="aa{sv}" direction="out"/>
          </method>
          <method name="SetFamiliesHidden">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="names" type="as" direction="in"/>
            <arg name="hidden" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <method name="ListCollections">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="collections" type="aa{sv}" direction="out"/>
          </method>
          <method name="CreateCollection">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="DeleteCollection">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="ChangeCollection">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="add" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
          </method>
          <signal name="CollectionsChanged"/>
          <method name="SetCollectionEnabled">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="enabled" type="b" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="ListHistory">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="changes" type="aa{sv}" direction="out"/>
            <arg name="cursor" type="s" direction="out"/>
          </method>
          <method name="Undo">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="change" type="t" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="results" type="aa{sv}" direction="out"/>
            <arg name="made" type="t" direction="out"/>
            <arg name="generation" type="t" direction="out"/>
          </method>
          <method name="Reconcile">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="Revalidate">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="ids" type="as" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="result" type="a{sv}" direction="out"/>
          </method>
          <method name="CancelRevalidation">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="TextSize">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="application" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="text_size" type="a{sv}" direction="out"/>
          </method>
          <method name="ListTextSizes">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="text_sizes" type="aa{sv}" direction="out"/>
          </method>
          <method name="SetTextSize">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="application" type="s" direction="in"/>
            <arg name="category" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="ResetTextSize">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="application" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="existed" type="b" direction="out"/>
          </method>
          <signal name="TextSizesChanged"/>
          <method name="ListAlternateIcons">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="icons" type="aa{sv}" direction="out"/>
          </method>
          <method name="SetAlternateIcon">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="application" type="s" direction="in"/>
            <arg name="name" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="ResetAlternateIcons">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="application" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="count" type="u" direction="out"/>
          </method>
          <signal name="RevalidationProgress">
            <arg name="done" type="t"/>
            <arg name="total" type="t"/>
          </signal>
          <method name="ListGrants">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QVariantMap"/>
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QList&lt;QVariantMap&gt;"/>
            <arg name="filter" type="a{sv}" direction="in"/>
            <arg name="grants" type="aa{sv}" direction="out"/>
          </method>
          <method name="SetGrant">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In3" value="QVariantMap"/>
            <arg name="provider" type="s" direction="in"/>
            <arg name="right" type="s" direction="in"/>
            <arg name="decision" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="RevokeGrant">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In2" value="QVariantMap"/>
            <arg name="provider" type="s" direction="in"/>
            <arg name="right" type="s" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
            <arg name="revoked" type="u" direction="out"/>
          </method>
          <method name="RegisterConsentAgent">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="agent" type="o" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="UnregisterConsentAgent">
            <annotation name="org.qtproject.QtDBus.QtTypeName.In1" value="QVariantMap"/>
            <arg name="agent" type="o" direction="in"/>
            <arg name="options" type="a{sv}" direction="in"/>
          </method>
          <method name="Status">
            <annotation name="org.qtproject.QtDBus.QtTypeName.Out0" value="QVariantMap"/>
            <arg name="status" type="a{sv}" direction="out"/>
          </method>
          <signal name="StatusChanged"/>
        </interface>
        """
}
