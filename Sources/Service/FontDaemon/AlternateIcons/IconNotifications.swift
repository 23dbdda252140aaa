internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging

/// Notifies the user that an application has changed its icon, with buttons that undo the change once or for good.
///
/// Source: Desktop Notifications Specification 1.2. The actor runs on the event loop of the bus.
actor IconNotifications {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private static let name = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"

    /// A button of the notification.
    enum Button: String, CaseIterable, Sendable {
        /// Restores the usual icon.
        case undo = "typecase-undo"
        /// Restores the usual icon, and forbids the application to change it again.
        case deny = "typecase-deny"
    }

    private static let callTime = Duration.seconds(5)
    /// How long to listen for the buttons; notifications stay in a list after they were shown.
    private static let listeningTime = Duration.seconds(300)

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let work: WorkInProgress
    private let log: Logger
    private var shown: [ProviderIdentifier: (number: UInt32, listener: Task<Void, Never>)] = [:]

    /// Creates the object, with no notification shown.
    init(on connection: BusConnection, work: WorkInProgress, log: Logger) {
        loop = connection.loop
        self.connection = connection
        self.work = work
        self.log = log
    }

    /// Notifies the user of a change; if no desktop shows notifications, nothing happens.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - onPress: Called when the user presses a button.
    func tell(
        _ change: AlternateIconService.Change, onPress: @escaping @Sendable (Button) async -> Void
    ) async {
        guard (try? await connection.hasOwner(Self.name)) == true else { return }
        let former = shown.removeValue(forKey: change.application)
        former?.listener.cancel()
        do throws(BusError) {
            // Listen before anything is shown, so that no click is missed.
            let signals = try await connection.signals(
                matching: MatchRule(sender: Self.name, path: Self.path, interface: Self.name))
            let reply = try await connection.call(
                destination: Self.name, path: Self.path, interface: Self.name, member: "Notify",
                arguments: Self.arguments(change, replacing: former?.number ?? 0), timeout: Self.callTime)
            let number: UInt32 = try BusReply(reply, of: Self.name).value(0, "id")
            work.begin(.icons)
            let listener = Task { [work] in
                if let button = await Self.pressedButton(number, signals) {
                    await onPress(button)
                } else {
                    // Nothing would respond to its buttons any more.
                    await self.close(number)
                }
                work.end(.icons)
            }
            shown[change.application] = (number, listener)
        } catch {
            log.warning("The user was not told of a new icon", metadata: ["error": "\(error)"])
        }
    }

    private func close(_ number: UInt32) async {
        _ = try? await connection.call(
            destination: Self.name, path: Self.path, interface: Self.name, member: "CloseNotification",
            arguments: [number.busValue], timeout: Self.callTime)
    }

    /// Stops listening for buttons.
    func end() {
        for (_, listener) in shown.values { listener.cancel() }
        shown = [:]
    }

    private static func arguments(
        _ change: AlternateIconService.Change, replacing former: UInt32
    ) -> [BusValue] {
        let title = change.name.isEmpty ? "Usual icon" : "New icon"
        let name = markup(change.title)
        let text = change.name.isEmpty ? "\(name) shows its usual icon again." : "\(name) shows another icon now."
        let entry = change.fileName.hasSuffix(".desktop") ? String(change.fileName.dropLast(8)) : change.fileName
        let hints: [String: BusVariant] = ["desktop-entry": BusVariant(entry), "transient": BusVariant(false)]
        let actions =
            change.name.isEmpty
            ? [String]()
            : [Button.undo.rawValue, "Use the usual icon", Button.deny.rawValue, "Always use the usual icon"]
        return [
            .string("Typecase"), former.busValue, .string(change.icon), .string(title), .string(text),
            actions.busValue, hints.busValue, Int32(-1).busValue,
        ]
    }

    /// Escapes a name for text that may contain markup.
    private static func markup(_ name: String) -> String {
        String(name.prefix(100)).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Waits until a button is pressed; `nil` if the notification was closed or the time is over.
    private static func pressedButton(_ number: UInt32, _ signals: AsyncStream<BusSignal>) async -> Button? {
        await withTaskGroup(of: Button?.self) { group in
            group.addTask {
                for await signal in signals {
                    guard case .uint32(let found)? = signal.arguments.first, found == number else { continue }
                    if signal.member == "NotificationClosed" { return nil }
                    guard signal.member == "ActionInvoked", case .string(let key)? = signal.arguments.last else {
                        continue
                    }
                    if let button = Button(rawValue: key) { return button }
                }
                return nil
            }
            group.addTask {
                try? await AlarmClock.shared.sleep(for: listeningTime)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
