internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontService
internal import LinuxSystem
internal import Logging

/// Reads the desktop's text scale from the first query on, and reports each change.
///
/// It makes no calls before that. Later, it reads again only if a change is reported: by the settings portal's
/// `SettingChanged`, by dconf's `Notify`, by Plasma's `notifyChange`, or because a portal appears or disappears.
/// Sources: dconf 0.40, service/ca.desrt.dconf.xml; plasma-integration 5.27, khintssettings.cpp.
///
/// The actor runs on the event loop of the bus.
actor TextScaleMonitor {
    private enum Dconf {
        static let name = "ca.desrt.dconf"
        static let interface = "ca.desrt.dconf.Writer"
    }

    private enum Plasma {
        static let path: ObjectPath = "/KGlobalSettings"
        static let interface = "org.kde.KGlobalSettings"
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let settings: TextScaleSettings
    private let threads: BlockingThreads
    private let log: Logger
    private let onChange: @Sendable (DesktopTextScale?) -> Void
    private var beginning: Task<Void, Never>?
    private var listening: [Task<Void, Never>] = []
    private var isReading = false
    private var isStale = false

    /// Creates a monitor that makes no calls yet.
    ///
    /// - Parameters:
    ///   - connection: The connection for queries to the desktop and for its signals.
    ///   - environment: The environment that names the user's settings.
    ///   - threads: The threads that read them.
    ///   - log: The log of failures.
    ///   - onChange: Receives the desktop's text scale, each time it was read.
    init(
        on connection: BusConnection, environment: [String: String], threads: BlockingThreads, log: Logger,
        onChange: @escaping @Sendable (DesktopTextScale?) -> Void
    ) {
        loop = connection.loop
        self.connection = connection
        settings = TextScaleSettings(environment: environment)
        self.threads = threads
        self.log = log
        self.onChange = onChange
    }

    /// Returns once the desktop's text scale is known; from then on, changes are reported.
    func begin() async {
        let task = beginning ?? Task { await listenAndRead() }
        beginning = task
        await task.value
    }

    /// Stops listening for changes.
    func stop() {
        for task in listening { task.cancel() }
        listening = []
    }

    private func listenAndRead() async {
        do throws(BusError) {
            // Listen before the first query, so that no change is missed.
            let portal = try await SettingsPortal(connection).textScalingFactorHints { [weak self] in
                await PassingTask.run { await self?.read() }
            }
            listening.append(Task { await portal() })
            let databases = try await connection.signals(
                matching: MatchRule(sender: Dconf.name, interface: Dconf.interface, member: "Notify"))
            let plasma = try await connection.signals(
                matching: MatchRule(path: Plasma.path, interface: Plasma.interface, member: "notifyChange"))
            listen(to: databases, where: Self.isAboutText)
            // 1 means a change of fonts.
            listen(to: plasma) { $0.arguments.first == .int32(1) }
        } catch {
            log.warning("Changes of the desktop's text size will not be noticed", metadata: ["error": "\(error)"])
        }
        await read()
    }

    private func listen<Element: Sendable>(
        to stream: AsyncStream<Element>, where isMeant: @escaping @Sendable (Element) -> Bool
    ) {
        listening.append(
            Task { [weak self] in
                await PassingTask.forEach(stream) { [weak self] element in
                    if isMeant(element) { await self?.read() }
                }
            })
    }

    /// Whether a signal of dconf concerns the factor.
    ///
    /// The arguments are a common prefix and the rest of each key. A key that ends in a slash means all keys below it.
    private static func isAboutText(_ signal: BusSignal) -> Bool {
        guard signal.arguments.count >= 2, let prefix = try? String(busValue: signal.arguments[0]),
            let rests = try? [String](busValue: signal.arguments[1])
        else { return false }
        return rests.contains { rest in
            let key = prefix + rest
            return key == TextScaleSettings.key || key.hasSuffix("/") && TextScaleSettings.key.hasPrefix(key)
        }
    }

    /// Reads the desktop's current text scale; if it changes in the meantime, reads it again.
    private func read() async {
        isStale = true
        guard !isReading else { return }
        isReading = true
        while isStale {
            isStale = false
            let scale = await scale()
            if !isStale { onChange(scale) }
        }
        isReading = false
    }

    /// Returns the value that is set anywhere; an unset default counts only if no other source has a value.
    private func scale() async -> DesktopTextScale? {
        let told = await portalScale()
        if let told, told.isSet { return told }
        let settings = settings
        let found = try? await threads.run {
            // The portal reads the same database.
            [told == nil ? settings.gsettings() : nil, settings.plasma()].compactMap { $0 }
        }
        return found?.first(where: \.isSet) ?? told ?? found?.first
    }

    /// The value from the settings portal; `nil` if none runs or it does not know the setting.
    private func portalScale() async -> DesktopTextScale? {
        do throws(BusError) {
            let factor = try await SettingsPortal(connection).textScalingFactor()
            return factor.flatMap { DesktopTextScale(factor: $0, source: .portal) }
        } catch {
            log.debug("The settings portal did not tell the text size", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
