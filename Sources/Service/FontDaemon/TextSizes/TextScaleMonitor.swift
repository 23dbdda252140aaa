internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontService
internal import LinuxSystem
internal import Logging

/// Knows what the desktop makes of text, from the first question on, and tells of each change.
///
/// It asks nobody before, and never again unless it is told of a change: by the settings portal's `SettingChanged`, by
/// dconf's `Notify`, by Plasma's `notifyChange`, or by a portal that comes or goes. Sources: dconf 0.40,
/// service/ca.desrt.dconf.xml; plasma-integration 5.27, khintssettings.cpp.
///
/// It lives on the loop of the bus.
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

    /// Creates a monitor that asks nobody yet.
    ///
    /// - Parameters:
    ///   - connection: Where the desktop is asked and listened to.
    ///   - environment: Where the user's settings are.
    ///   - threads: Where they are read.
    ///   - log: Where failures are reported.
    ///   - onChange: Takes what the desktop makes of text, each time it was read.
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

    /// Returns once it is known what the desktop makes of text; from then on changes are told.
    func begin() async {
        let task = beginning ?? Task { await listenAndRead() }
        beginning = task
        await task.value
    }

    /// Listens to nobody any more.
    func stop() {
        for task in listening { task.cancel() }
        listening = []
    }

    private func listenAndRead() async {
        do throws(BusError) {
            // Before the first question, so that nothing falls between.
            let portal = try await SettingsPortal(connection).textScalingFactorHints { [weak self] in
                await PassingTask.run { await self?.read() }
            }
            listening.append(Task { await portal() })
            let databases = try await connection.signals(
                matching: MatchRule(sender: Dconf.name, interface: Dconf.interface, member: "Notify"))
            let plasma = try await connection.signals(
                matching: MatchRule(path: Plasma.path, interface: Plasma.interface, member: "notifyChange"))
            listen(to: databases, where: Self.isAboutText)
            // 1 is a change of fonts.
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

    /// Whether dconf tells of the factor: the keys are a common beginning and how each goes on, and a key that ends in a
    /// slash is all below it.
    private static func isAboutText(_ signal: BusSignal) -> Bool {
        guard signal.arguments.count >= 2, let prefix = try? String(busValue: signal.arguments[0]),
            let rests = try? [String](busValue: signal.arguments[1])
        else { return false }
        return rests.contains { rest in
            let key = prefix + rest
            return key == TextScaleSettings.key || key.hasSuffix("/") && TextScaleSettings.key.hasPrefix(key)
        }
    }

    /// Reads what the desktop makes of text as it is now; what changes meanwhile is read once more.
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

    /// What is set anywhere; what says no more than that nothing is set counts where nobody says more.
    private func scale() async -> DesktopTextScale? {
        let told = await portalScale()
        if let told, told.isSet { return told }
        let settings = settings
        let found = try? await threads.run {
            // The portal is a window on the same database.
            [told == nil ? settings.gsettings() : nil, settings.plasma()].compactMap { $0 }
        }
        return found?.first(where: \.isSet) ?? told ?? found?.first
    }

    /// What the settings portal says; `nil` where none runs or it does not know of the setting.
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
