internal import EventLoop
internal import FontService
internal import Registry
internal import Systemd

/// Updates the line that `systemctl --user status typecased` shows: the number of fonts, and the running work.
///
/// Work that ends within a second is never shown, and nothing runs while nothing changes.
actor StatusLine {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The delay between a change and the update, which includes all changes in the meantime.
    private static let delay = Duration.seconds(1)

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let work: WorkInProgress
    private let summary: @Sendable () async -> LibrarySummary?
    private var timer: EventTimer?
    private var lastText: String?
    private var isStopped = false

    /// Creates a status line that follows the work from now on.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the bus.
    ///   - notifier: Notifies the service manager.
    ///   - work: The record of running work.
    ///   - summary: Counts the fonts; `nil` if they cannot be counted now.
    init(
        on loop: EventLoop, notifier: ServiceNotifier, work: WorkInProgress,
        summary: @escaping @Sendable () async -> LibrarySummary?
    ) {
        self.loop = loop
        self.notifier = notifier
        self.work = work
        self.summary = summary
        work.observe(for: self) { [weak self] in
            loop.execute { self?.assumeIsolated { $0.noteChange() } }
        }
    }

    /// Creates a line that the service manager shows; `nil` if there is no service manager.
    static func shown(
        on loop: EventLoop, notifier: ServiceNotifier, work: WorkInProgress, queries: FontQueries
    ) -> StatusLine? {
        guard notifier.isSupervised else { return nil }
        // The line is optional: the reason why the registry cannot be read is reported to callers.
        return StatusLine(on: loop, notifier: notifier, work: work) { try? await queries.summary() }
    }

    /// Records that the line may be out of date.
    func noteChange() {
        guard timer == nil, !isStopped else { return }
        timer = loop.addTimer(after: Self.delay) { [weak self] in
            Task { await self?.update() }
        }
    }

    /// Stops updating the line.
    func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    private func update() async {
        timer = nil
        guard let summary = await summary(), !isStopped else { return }
        let text = Self.text(of: summary, work.kinds)
        guard text != lastText else { return }
        lastText = text
        notifier.status(text)
    }

    /// The text of the line.
    static func text(of summary: LibrarySummary, _ work: Set<WorkInProgress.Kind>) -> String {
        var text = "\(count(summary.registrations, "font")) of \(count(summary.providers, "provider"))"
        if summary.quarantined > 0 { text += ", \(summary.quarantined) out of use" }
        if work.contains(.recovery) {
            text += "; looking at the published files"
        } else if work.contains(.publication) {
            text += "; changing fonts"
        } else if work.contains(.systemFonts) {
            text += "; reading the system's fonts"
        }
        return text
    }

    private static func count(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
}
