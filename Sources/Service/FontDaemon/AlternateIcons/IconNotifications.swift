internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging

/// Tells the user that an application has changed its icon, with buttons that take it back: this time, or for good.
///
/// Source: Desktop Notifications Specification 1.2. It lives on the loop of the bus.
actor IconNotifications {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private static let name = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"

    /// What the user presses.
    enum Button: String, CaseIterable, Sendable {
        /// Shows the usual icon again.
        case undo = "typecase-undo"
        /// Does so, and lets the application not change it any more.
        case deny = "typecase-deny"
    }

    private static let callTime = Duration.seconds(5)
    /// How long the button is listened to; notifications stay in a list after they were shown.
    private static let listeningTime = Duration.seconds(300)

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let work: WorkInProgress
    private let log: Logger
    private var shown: [ProviderIdentifier: (number: UInt32, listener: Task<Void, Never>)] = [:]

    /// Starts with nothing shown.
    init(on connection: BusConnection, work: WorkInProgress, log: Logger) {
        loop = connection.loop
        self.connection = connection
        self.work = work
        self.log = log
    }

    /// Tells the user of a change; where no desktop shows notifications, nothing happens.
    ///
    /// - Parameters:
    ///   - change: What has changed.
    ///   - onPress: Called when the user presses a button.
    func tell(
        _ change: AlternateIconService.Change, onPress: @escaping @Sendable (Button) async -> Void
    ) async {
        guard (try? await connection.hasOwner(Self.name)) == true else { return }
        let former = shown.removeValue(forKey: change.application)
        former?.listener.cancel()
        do throws(BusError) {
            // Before anything is shown, so that no click is missed.
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
                    // Nobody would listen to its buttons any more.
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

    /// Listens to nothing any more.
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

    /// A name in a text that may have markup.
    private static func markup(_ name: String) -> String {
        String(name.prefix(100)).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Waits until a button was pressed; `nil` where the notification is gone, or the time is over.
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
