package import DBus

/// What the desktop's settings portal tells of text: the factor by which the user has it enlarged.
///
/// Every sandbox reaches the portal. None is started for this, as one that starts too early stays without its desktop.
/// Source: xdg-desktop-portal 1.16, data/org.freedesktop.portal.Settings.xml.
package struct SettingsPortal: Sendable {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.gnome.desktop.interface"
    private static let key = "text-scaling-factor"
    /// How long the portal has to answer; text has its usual size meanwhile.
    private static let callTime = Duration.seconds(2)

    private let connection: BusConnection

    /// Creates a way to the portal; nothing is sent yet.
    ///
    /// - Parameter connection: The session bus.
    package init(_ connection: BusConnection) { self.connection = connection }

    /// Asks for the factor by which text is enlarged; 1 is what everybody has who has set none.
    ///
    /// - Returns: A positive number; `nil` where no portal runs, or what it tells is none.
    /// - Throws: Why the portal did not tell, such as that it does not know of the setting.
    package func textScalingFactor() async throws(BusError) -> Double? {
        guard try await connection.hasOwner(Self.name) else { return nil }
        let value: BusValue?
        do throws(BusError) {
            value = try await read("ReadOne")
        } catch  where error.code == .unknownMethod {
            // Before version 2 of the interface.
            value = try await read("Read")
        }
        guard case .double(let factor)? = value, factor.isFinite, factor > 0 else { return nil }
        return factor
    }

    /// Tells when the factor may be another: when it changes, and when a portal comes or goes.
    ///
    /// - Parameter hint: Called each time.
    /// - Returns: What waits for them, until the connection ends or the task is cancelled.
    /// - Throws: What kept the bus from telling of them.
    package func textScalingFactorHints(
        _ hint: @escaping @Sendable () async -> Void
    ) async throws(BusError) -> @Sendable () async -> Void {
        let settings = try await connection.signals(
            matching: MatchRule(
                sender: Self.name, path: Self.path, interface: Self.interface, member: "SettingChanged",
                firstArgument: Self.namespace, secondArgument: Self.key))
        let owners = try await connection.ownerChanges(of: Self.name)
        return {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in settings { await hint() } }
                group.addTask { for await _ in owners { await hint() } }
            }
        }
    }

    private func read(_ member: String) async throws(BusError) -> BusValue? {
        let reply = try await connection.call(
            destination: Self.name, path: Self.path, interface: Self.interface, member: member,
            arguments: [.string(Self.namespace), .string(Self.key)], timeout: Self.callTime)
        var value = reply.first
        // The method Read returns a variant within a variant.
        while case .variant(let inner)? = value { value = inner }
        return value
    }
}
