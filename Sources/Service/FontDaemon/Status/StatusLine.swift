internal import EventLoop
internal import FontService
internal import Registry
internal import Systemd

/// Keeps the line that `systemctl --user status typecased` shows true: how many fonts there are, and what is under way.
///
/// What is over within a second is never shown, and while nothing changes nothing is done.
actor StatusLine {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long after a change the line follows; changes meanwhile share it.
    private static let delay = Duration.seconds(1)

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let work: WorkInProgress
    private let summary: @Sendable () async -> LibrarySummary?
    private var timer: EventTimer?
    private var lastText: String?
    private var isStopped = false

    /// Creates a line that follows the work from now on.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - notifier: Tells the service manager.
    ///   - work: What is under way.
    ///   - summary: The fonts in numbers; `nil` where they cannot be counted now.
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

    /// Has the service manager show how the fonts are doing; `nil` where there is none.
    static func shown(
        on loop: EventLoop, notifier: ServiceNotifier, work: WorkInProgress, queries: FontQueries
    ) -> StatusLine? {
        guard notifier.isSupervised else { return nil }
        // The line is a courtesy: why the registry cannot be read is told to whoever asks for something.
        return StatusLine(on: loop, notifier: notifier, work: work) { try? await queries.summary() }
    }

    /// Takes note that the line may not be true any more.
    func noteChange() {
        guard timer == nil, !isStopped else { return }
        timer = loop.addTimer(after: Self.delay) { [weak self] in
            Task { await self?.update() }
        }
    }

    /// Ends following.
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

    /// The line.
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
