internal import DBus
internal import EventLoop
internal import TestSupport

/// Says by the desktop's settings portal how much larger text is; also in the signal that it has changed.
///
/// - Parameters:
///   - factor: The factor, 1 for what is usual.
///   - desktop: The connection that has, or will have, the portal's name.
/// - Throws: What kept the signal from being sent.
func tellTextScale(_ factor: Double, over desktop: BusConnection) async throws {
    let setting: [BusValue] = [.string("org.gnome.desktop.interface"), .string("text-scaling-factor")]
    let read = ExportedMethod(
        name: "ReadOne", inputSignature: try Signature(validating: "ss"),
        outputSignature: try Signature(validating: "v")
    ) { call in
        guard call.arguments == setting else { throw BusError.failed("no such setting") }
        return [.variant(.double(factor))]
    }
    let settings = ExportedInterface(
        name: "org.freedesktop.portal.Settings", methods: [read],
        introspection: "<interface name=\"org.freedesktop.portal.Settings\"/>")
    await desktop.export(ExportedObject(interfaces: [settings]), at: "/org/freedesktop/portal/desktop")
    try await desktop.emit(
        signal: "SettingChanged", interface: settings.name, path: "/org/freedesktop/portal/desktop",
        arguments: setting + [.variant(.double(factor))])
}

/// Connects the desktop's settings portal to a bus.
///
/// - Parameters:
///   - bus: The bus.
///   - loop: What serves the portal.
///   - textScale: How much larger than usual text is.
/// - Returns: The connection that has the portal's name.
/// - Throws: What kept it from the bus.
func makeDesktop(_ bus: PrivateBus, _ loop: EventLoop, textScale: Double) async throws -> BusConnection {
    let desktop = try await BusConnection.open(.address(bus.address), on: loop)
    try await tellTextScale(textScale, over: desktop)
    try await desktop.requestName("org.freedesktop.portal.Desktop")
    return desktop
}
