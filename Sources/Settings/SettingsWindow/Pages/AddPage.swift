internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Checks files that the user adds, shows the results, and installs them.
@MainLoop
final class AddPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let list = BoxedList()
    private let summary = Label("", wraps: true)
    private let progress = ProgressBar()
    private let install = Button(localized("Install")) {}
    private let cancel = Button(localized("Cancel")) {}
    private var candidates: [Candidate] = []
    private var task: Task<Void, Never>?
    /// Files that were added while others were being checked or installed.
    private var queue: [String] = []
    /// Whether the running operation changes fonts.
    private(set) var isInstalling = false

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        let open = Button(localized("Open…")) {}
        states.add(
            StatusPage(
                icon: "folder-download-symbolic", title: localized("Add Fonts"),
                description: localized(
                    "Drop font files, folders and archives on this window, or open them. Each font is checked in a sandbox before any program can use it."
                ),
                open.styled("pill", "suggested-action").aligned(.center)),
            name: "empty")
        progress.setAccessibleName(localized("Progress"))
        // The text beside the buttons may have several lines.
        for button in [cancel, install] { button.aligned(vertically: .center) }
        let buttons = Box(
            vertical: false, spacing: 12, [summary.expanding(), cancel, install.styled("suggested-action")])
        let body = Box(vertical: true, spacing: 18, [buttons, progress, list])
        body.margins(horizontal: 12, vertical: 24)
        states.add(ScrolledWindow(Clamp(body, width: 800)), name: "review")
        open.on("clicked") { [weak self] in self?.choose() }
        install.on("clicked") { [weak self] in self?.installAll() }
        cancel.on("clicked") { [weak self] in self?.cancelOrClear() }
    }

    func appear() {}

    /// Lets the user choose files.
    func choose() {
        FileChooser.open(on: window.window, title: localized("Add Fonts"), accept: localized("Open")) {
            [weak self] paths in self?.add(paths)
        }
    }

    /// Adds files, and asks the service whether it would accept them.
    func add(_ paths: [String]) {
        guard task == nil else {
            queue += paths
            return
        }
        // A refused file may have been replaced since.
        candidates.removeAll { $0.isDone || $0.isRefused && paths.contains($0.givenPath) }
        let known = Set(candidates.map(\.path))
        let given = Set(candidates.map(\.givenPath))
        let new = paths.filter { !given.contains($0) }.map { Candidate(path: $0) }
        candidates += new
        fill()
        states.show("review")
        let offered = new.map(\.path)
        run(localized("Checking…")) { [self, session = window.model.session] in
            let found = await CandidateInstallation.expanded(new)
            // A file and its folder may both have been dropped.
            var seen = known
            candidates = candidates.filter { known.contains($0.path) }
            let new = found.filter { seen.insert($0.path).inserted }
            candidates += new
            // Making rows takes time.
            if found.map(\.path) != offered { fill() }
            var done = 0
            for batch in new.batches(of: CandidateInstallation.filesAtOnce) {
                guard !Task.isCancelled else { break }
                await CandidateInstallation.preview(Array(batch), session)
                await CandidateInstallation.plan(Array(batch), session)
                done += batch.count
                progress.fraction = Double(done) / Double(max(new.count, 1))
                if new.count <= Self.mostRowsAtOnce { fill() }
            }
            // The rest will not be checked.
            if Task.isCancelled { candidates.removeAll(where: \.isWaiting) }
        }
    }

    private func run(_ text: String, changing isChange: Bool = false, _ body: @escaping @MainLoop () async -> Void) {
        summary.text = text
        progress.fraction = 0
        progress.isVisible = true
        install.isSensitive = false
        isInstalling = isChange
        window.model.beginWork()
        // The window is kept to report the result, even if the user has closed it.
        task = Task { [self, window] in
            await body()
            task = nil
            isInstalling = false
            progress.isVisible = false
            let paths = queue
            queue = []
            if paths.isEmpty { fill() } else { add(paths) }
            if isChange { window.noteInstalled() }
            window.model.endWork()
        }
    }

    /// Stops the running operation; finished parts stay.
    func stop() {
        queue = []
        task?.cancel()
    }

    private func cancelOrClear() {
        guard task == nil else { return stop() }
        candidates = []
        states.show("empty")
    }

    // MARK: The list

    private func fill() {
        list.rebuild { addRows() }
        guard task == nil else { return }
        let ready = candidates.count(where: \.isReady)
        let isDone = candidates.allSatisfy { $0.isDone || !$0.isReady }
        install.isSensitive = ready > 0
        install.isVisible = ready > 0
        cancel.isVisible = true
        summary.text =
            isDone && candidates.contains { $0.isDone }
            ? localized(
                "1 font is installed", "%1 fonts are installed", count: candidates.count(where: \.isInstalled))
            : localized("1 font can be installed", "%1 fonts can be installed", count: ready)
    }

    private func addRows() {
        list.removeAll()
        // Refused files come first, so that people see them before they press the button.
        let shown =
            candidates.count > Self.mostRows
            ? candidates.filter(\.isRefused) + candidates.filter { !$0.isRefused } : candidates
        for candidate in shown.prefix(Self.mostRows) { add(candidate) }
        if candidates.count > Self.mostRows {
            let more = Label(localized("and 1 more file", "and %1 more files", count: candidates.count - Self.mostRows))
            more.margins(12)
            list.add(more, name: more.text)
        }
    }

    /// The number of files above which the rows are made only once, at the end.
    private static let mostRowsAtOnce = 64

    /// The maximum number of rows; more rows would only make the window slow.
    private static let mostRows = 100

    private func add(_ candidate: Candidate) {
        let texts = Box(vertical: true, spacing: 2, [Label(candidate.title).styled("heading")])
        let state = Label(candidate.words, wraps: true).styled("caption", candidate.isRefused ? "error" : "dim-label")
        texts.append(state)
        if candidate.isReady {
            for line in candidate.plan { texts.append(Label(line, wraps: true).styled("caption", "warning")) }
        }
        if let conflict = candidate.conflict, !candidate.isDone {
            let installsNew = candidate.canReplaceNewer ? candidate.allowsDowngrade : !candidate.keepsInstalled
            texts.append(
                ConflictView.make(conflict, window, installsNew: installsNew) { [weak self] isNew in
                    if candidate.canReplaceNewer {
                        candidate.allowsDowngrade = isNew
                    } else {
                        candidate.keepsInstalled = !isNew
                    }
                    self?.fill()
                })
        } else if candidate.showsSample {
            let sample = SampleView(window.model.samples, height: 40)
            sample.show(
                SampleFont(.file(candidate.path)), name: candidate.title, text: window.sampleText, size: 24)
            texts.append(sample.widget)
        }
        texts.expanding()
        let icon = Icon(named: candidate.icon)
        let row = Box(vertical: false, spacing: 12, [icon, texts])
        row.margins(horizontal: 12, vertical: 8)
        if candidate.canReplaceNewer, candidate.conflict == nil, !candidate.isDone {
            let check = CheckButton(
                candidate.allowsDowngrade, name: localized("Install %1 anyway", candidate.title)
            ) {
                [weak self] isOn in
                candidate.allowsDowngrade = isOn
                self?.fill()
            }
            check.setTooltip(localized("Replace the newer version with this one"))
            row.append(check)
        }
        list.add(row, name: candidate.title)
    }

    // MARK: Installing

    private func installAll() {
        let ready = candidates.filter(\.isReady)
        guard task == nil, !ready.isEmpty else { return }
        let session = window.model.session
        run(localized("Installing…"), changing: true) { [self] in
            var done = 0
            let operation = FontIdentifier.random().rawValue
            for batch in CandidateInstallation.batches(ready) {
                guard !Task.isCancelled else { break }
                await CandidateInstallation.install(batch, as: operation, session)
                done += batch.count
                progress.fraction = Double(done) / Double(ready.count)
                if ready.count <= Self.mostRowsAtOnce { fill() }
            }
            // If the user stopped it, the finished part is reported.
            let ids = ready.flatMap(\.newIDs)
            tellInstalled(ready, await Task { await session.change(OwnChange.installing, of: ids) }.value)
        }
    }

    /// Reports what was installed.
    ///
    /// - Parameters:
    ///   - ready: The candidates that were to be installed.
    ///   - change: The change of the history; undoing it restores replaced fonts.
    private func tellInstalled(_ ready: [Candidate], _ change: UInt64?) {
        let installed = ready.filter(\.isInstalled)
        guard !installed.isEmpty else { return }
        let text = localized(
            "1 font is installed", "%1 fonts are installed", count: installed.count)
        guard let change else { return window.tell(text) }
        window.tell(text) { [weak self] () throws(BusError) in
            guard let self else { return }
            if let failure = try await window.model.session.undo(change) { window.tell(MainWindow.message(failure)) }
            candidates.removeAll { $0.isInstalled }
            fill()
            if candidates.isEmpty { states.show("empty") }
        }
    }
}
