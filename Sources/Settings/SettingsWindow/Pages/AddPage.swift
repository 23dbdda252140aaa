internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel

/// Takes files, tells what they are before anything is installed, and installs them.
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

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        let open = Button(localized("Open…")) {}
        states.add(
            StatusPage(
                icon: "folder-download-symbolic", title: localized("Add Fonts"),
                description: localized(
                    "Drop font files, folders and archives on this window, or open them. Each font is checked in a sandbox before any program meets it."
                ),
                open.styled("pill", "suggested-action").aligned(.center)),
            name: "empty")
        progress.setAccessibleName(localized("Progress"))
        // The text beside them may have several lines.
        for button in [cancel, install] { button.aligned(vertically: .center) }
        let buttons = Box(
            vertical: false, spacing: 12, [summary.expanding(), cancel, install.styled("suggested-action")])
        let body = Box(vertical: true, spacing: 18, [buttons, progress, list])
        body.margins(horizontal: 12, vertical: 24)
        states.add(ScrolledWindow(Clamp(body, width: 800)), name: "review")
        open.on("clicked") { [weak self] in self?.choose() }
        install.on("clicked") { [weak self] in self?.installAll() }
        cancel.on("clicked") { [weak self] in self?.stop() }
    }

    func appear() {}

    /// Has the user choose files.
    func choose() {
        FileChooser.open(on: window.window, title: localized("Add Fonts"), accept: localized("Open")) {
            [weak self] paths in self?.add(paths)
        }
    }

    /// Takes files, and asks the service what it would make of them.
    func add(_ paths: [String]) {
        guard task == nil else { return window.tell(localized("Wait until the fonts before are installed.")) }
        // Of what was refused there may be another file by now.
        candidates.removeAll { $0.isDone || $0.isRefused && paths.contains($0.path) }
        let known = Set(candidates.map(\.path))
        let new = paths.filter { !known.contains($0) }.map { Candidate(path: $0) }
        candidates += new
        fill()
        states.show("review")
        run(localized("Checking…")) { [weak self, session = window.model.session] in
            let found = await CandidateInstallation.expanded(new)
            guard let self else { return }
            // A file may be in a folder that was dropped with it.
            var seen = known
            candidates = candidates.filter { known.contains($0.path) }
            let new = found.filter { seen.insert($0.path).inserted }
            candidates += new
            fill()
            var done = 0
            for batch in new.batches(of: CandidateInstallation.filesAtOnce) {
                guard !Task.isCancelled else { break }
                await CandidateInstallation.preview(Array(batch), session)
                await CandidateInstallation.plan(Array(batch), session)
                done += batch.count
                progress.fraction = Double(done) / Double(max(new.count, 1))
                if new.count <= Self.mostRowsAtOnce { fill() }
            }
            // Nobody checks the rest any more.
            if Task.isCancelled { candidates.removeAll(where: \.isWaiting) }
        }
    }

    private func run(_ text: String, _ body: @escaping @MainLoop () async -> Void) {
        summary.text = text
        progress.fraction = 0
        progress.isVisible = true
        install.isSensitive = false
        task = Task { [weak self] in
            await body()
            guard let self else { return }
            task = nil
            progress.isVisible = false
            fill()
        }
    }

    private func stop() {
        if let task {
            task.cancel()
        } else {
            candidates = []
            states.show("empty")
        }
    }

    // MARK: The list

    private func fill() {
        list.removeAll()
        for candidate in candidates.prefix(Self.mostRows) { add(candidate) }
        if candidates.count > Self.mostRows {
            let more = Label(localized("and 1 more file", "and %1 more files", count: candidates.count - Self.mostRows))
            more.margins(12)
            list.add(more, name: more.text)
        }
        guard task == nil else { return }
        let ready = candidates.map(\.readyCount).reduce(0, +)
        let isDone = candidates.allSatisfy { $0.isDone || !$0.isReady }
        install.isSensitive = ready > 0
        install.isVisible = ready > 0
        cancel.isVisible = true
        summary.text =
            isDone && candidates.contains { $0.isDone }
            ? localized(
                "1 font is installed", "%1 fonts are installed", count: candidates.map(\.installedCount).reduce(0, +))
            : localized("1 font can be installed", "%1 fonts can be installed", count: ready)
    }

    /// Of more files the rows are made once, when all are done.
    private static let mostRowsAtOnce = 64

    /// More rows than people look through only make the window slow.
    private static let mostRows = 200

    private func add(_ candidate: Candidate) {
        let texts = Box(vertical: true, spacing: 2, [Label(candidate.title).styled("heading")])
        let state = Label(candidate.words, wraps: true).styled("caption", candidate.isRefused ? "error" : "dim-label")
        texts.append(state)
        if candidate.isReady {
            for line in candidate.plan { texts.append(Label(line, wraps: true).styled("caption", "warning")) }
        }
        if case .archive(let contents) = candidate.state {
            for line in ArchiveText.lines(contents) {
                texts.append(Label(line.text, wraps: true).styled("caption", line.isRefused ? "error" : "dim-label"))
            }
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
                candidate.allowsDowngrade, name: localized("Install %1 all the same", candidate.title)
            ) {
                [weak self] isOn in
                candidate.allowsDowngrade = isOn
                self?.fill()
            }
            check.setTooltip(localized("Install it in place of the newer one"))
            row.append(check)
        }
        list.add(row, name: candidate.title)
    }

    // MARK: Installing

    private func installAll() {
        let ready = candidates.filter(\.isReady)
        guard task == nil, !ready.isEmpty else { return }
        let session = window.model.session
        run(localized("Installing…")) { [weak self] in
            var done = 0
            let operation = FontIdentifier.random().rawValue
            for batch in CandidateInstallation.batches(ready) {
                guard !Task.isCancelled else { break }
                await CandidateInstallation.install(batch, as: operation, session)
                done += batch.count
                self?.progress.fraction = Double(done) / Double(ready.count)
                if ready.count <= Self.mostRowsAtOnce { self?.fill() }
            }
            self?.tellInstalled(ready, await self?.changes(of: ready) ?? [])
        }
    }

    /// The changes of the history that installed candidates, the last one first.
    private func changes(of ready: [Candidate]) async -> [UInt64] {
        var changes = Set(ready.compactMap(\.change))
        // All files are one change, which comes after those of archives.
        if ready.contains(where: { !$0.newIDs.isEmpty }), let last = await window.model.session.lastChange() {
            changes.insert(last)
        }
        return changes.sorted(by: >)
    }

    /// Tells what is installed.
    ///
    /// - Parameters:
    ///   - ready: What was to be installed.
    ///   - changes: The changes that did it, which bring back what was replaced where they are undone.
    private func tellInstalled(_ ready: [Candidate], _ changes: [UInt64]) {
        let installed = ready.filter(\.isInstalled)
        guard !installed.isEmpty else { return }
        let text = localized(
            "1 font is installed", "%1 fonts are installed", count: installed.map(\.installedCount).reduce(0, +))
        guard !changes.isEmpty else { return window.tell(text) }
        window.tell(text) { [weak self] () throws(BusError) in
            guard let self else { return }
            for change in changes {
                let results = try await window.model.session.management.undo(
                    change: change, options: [:], timeout: ServiceSession.changeTimeout
                ).results
                if let failure = results.lazy.map(Record.init).compactMap(\.failure).first {
                    window.tell(MainWindow.message(failure))
                }
            }
            candidates.removeAll { $0.isInstalled }
            fill()
            if candidates.isEmpty { states.show("empty") }
        }
    }
}
