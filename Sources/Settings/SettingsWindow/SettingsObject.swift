internal import Adwaita
internal import DBus

/// The object `org.freedesktop.Application`, by which desktops and second processes show the window.
enum SettingsObject {
    static let interfaceName = "org.freedesktop.Application"

    static func interface(_ program: SettingsProgram) -> ExportedInterface {
        ExportedInterface(
            name: interfaceName,
            methods: [
                ExportedMethod(name: "Activate", inputSignature: "a{sv}", outputSignature: "") { call in
                    let data = Record((try? [String: BusVariant](busValue: call.arguments[0])) ?? [:])
                    await program.open([], page(data), token: data.id("activation-token"))
                    return []
                },
                ExportedMethod(name: "Open", inputSignature: "asa{sv}", outputSignature: "") { call in
                    let addresses = (try? [String](busValue: call.arguments[0])) ?? []
                    let data = Record((try? [String: BusVariant](busValue: call.arguments[1])) ?? [:])
                    await program.open(addresses.compactMap(FileAddress.path), nil, token: data.id("activation-token"))
                    return []
                },
                ExportedMethod(name: "ActivateAction", inputSignature: "sava{sv}", outputSignature: "") { call in
                    guard case .string(let name) = call.arguments[0] else { return [] }
                    await program.open([], MainWindow.Section(rawValue: name))
                    return []
                },
            ],
            introspection: """
                <interface name="org.freedesktop.Application">
                  <method name="Activate">
                    <arg type="a{sv}" name="platform_data" direction="in"/>
                  </method>
                  <method name="Open">
                    <arg type="as" name="uris" direction="in"/>
                    <arg type="a{sv}" name="platform_data" direction="in"/>
                  </method>
                  <method name="ActivateAction">
                    <arg type="s" name="action_name" direction="in"/>
                    <arg type="av" name="parameter" direction="in"/>
                    <arg type="a{sv}" name="platform_data" direction="in"/>
                  </method>
                </interface>
                """)
    }

    private static func page(_ data: Record) -> MainWindow.Section? { MainWindow.Section(rawValue: data.id("page")) }

    /// Passes the command line to a process that is already running.
    ///
    /// - Parameters:
    ///   - invocation: The command line of this process.
    ///   - connection: The session bus.
    /// - Returns: Whether there is such a process.
    static func hand(_ invocation: SettingsInvocation, to connection: BusConnection) async -> Bool {
        guard let isThere = try? await connection.hasOwner(SettingsProgram.name), isThere else { return false }
        var data: [String: BusVariant] = [:]
        if let page = invocation.page { data["page"] = BusVariant(page.rawValue) }
        if let token = FileAddress.environment("XDG_ACTIVATION_TOKEN") ?? FileAddress.environment("DESKTOP_STARTUP_ID")
        {
            data["activation-token"] = BusVariant(token)
        }
        let isOpening = !invocation.files.isEmpty
        let arguments =
            isOpening ? [invocation.files.map(FileAddress.address).busValue, data.busValue] : [data.busValue]
        let reply = try? await connection.call(
            destination: SettingsProgram.name, path: ConsentAgent.path, interface: interfaceName,
            member: isOpening ? "Open" : "Activate", arguments: arguments)
        return reply != nil
    }
}
