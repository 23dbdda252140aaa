internal import DBus
internal import DynamicType

/// What the desktop makes of text by its settings portal, for applications where no font service is installed.
///
/// Every sandbox reaches the portal. None is started for this, as one that starts too early stays without its desktop.
/// Source: xdg-desktop-portal 1.16, data/org.freedesktop.portal.Settings.xml.
enum DesktopTextScale {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.gnome.desktop.interface"
    private static let key = "text-scaling-factor"
    /// How long the portal has to answer; text has its usual size meanwhile.
    private static let callTime = Duration.seconds(2)

    /// The category that the desktop's factor stands for, where no service is there who knows what the user has chosen.
    ///
    /// - Parameters:
    ///   - service: The way to the service, which did not answer.
    ///   - told: What one has told before, which the user has chosen and the desktop does not change.
    /// - Returns: The category; `nil` where a service is there that may yet answer, and where the desktop does not
    ///   tell.
    static func category(
        inPlaceOf service: ServiceConnection, whoHasTold told: ContentSizeCategory? = nil
    ) async -> ContentSizeCategory? {
        guard await !service.isServed() else { return nil }
        if let told { return told }
        guard let session = try? await service.session() else { return nil }
        return await category(over: session.connection)
    }

    /// The category that the desktop's factor stands for; `nil` where no portal runs, or it does not tell.
    private static func category(over connection: BusConnection) async -> ContentSizeCategory? {
        guard (try? await connection.hasOwner(name)) == true else { return nil }
        do throws(BusError) {
            return try await ask("ReadOne", connection)
        } catch {
            // Before version 2 of the interface.
            return error.code == .unknownMethod ? try? await ask("Read", connection) : nil
        }
    }

    /// Listens for changes of the factor, and for a portal that comes or goes.
    ///
    /// - Parameters:
    ///   - connection: The session bus.
    ///   - hint: Called when the factor may be another.
    /// - Returns: What waits for them, until the connection ends.
    /// - Throws: What kept the bus from telling of them.
    static func changes(
        over connection: BusConnection, _ hint: @escaping @Sendable () -> Void
    ) async throws(BusError) -> ServiceListener.Listening {
        let settings = try await connection.signals(
            matching: MatchRule(
                sender: name, path: path, interface: interface, member: "SettingChanged", firstArgument: namespace,
                secondArgument: key))
        let owners = try await connection.ownerChanges(of: name)
        return {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in settings { hint() } }
                group.addTask { for await _ in owners { hint() } }
            }
        }
    }

    private static func ask(
        _ member: String, _ connection: BusConnection
    ) async throws(BusError) -> ContentSizeCategory? {
        let reply = try await connection.call(
            destination: name, path: path, interface: interface, member: member,
            arguments: [.string(namespace), .string(key)], timeout: callTime)
        var value = reply.first
        // Read answers a variant in a variant.
        while case .variant(let inner)? = value { value = inner }
        guard case .double(let factor)? = value, factor.isFinite, factor > 0 else { return nil }
        // 1 is what everybody has who has set none; every other factor is the user's choice.
        return factor == 1 ? .default : ContentSizeCategory(nearestTextScale: factor)
    }
}
