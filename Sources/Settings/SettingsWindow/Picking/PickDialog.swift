internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// The program that gets a font.
struct PickRequest: Sendable {
    let provider: String
    let kind: String
    let place: QuestionPlace

    init(_ request: Record) {
        provider = request.id("provider")
        kind = request.id("kind")
        place = QuestionPlace(request)
    }
}

/// A window in which the user picks one of the fonts that programs find: a family, then a style.
@MainLoop
final class PickDialog: QuestionDialog {
    private let window: Window
    private let model: SettingsModel
    private let request: PickRequest
    private let back = Button(icon: "go-previous-symbolic", name: localized("Back")) {}
    private let header: HeaderBar
    private let pages = Stack()
    private let states = Stack()
    private let failure: StatusPage
    private let search = SearchEntry(name: localized("Search fonts"))
    private let styles = BoxedList()
    private let sampleEntry: Entry
    private var list: ListView?
    private var families: [FamilyEntry] = []
    private var shown: [FamilyEntry] = []
    private var words: [String] = []
    private var family: FamilyEntry?
    private var sampleText = localized("The quick brown fox jumps over the lazy dog")
    private var loading: Task<Void, Never>?
    private var timer: Toolkit.Timer?
    private var isGuarded = true
    /// Whether the fonts have been read.
    private var isLoaded = false
    private var answered: (@MainLoop (FaceEntry?) -> Void)?

    init(_ request: PickRequest, _ model: SettingsModel) {
        self.request = request
        self.model = model
        // The program's own words are not shown: the name is from the desktop entry of the identity.
        let application = Application(id: request.provider)
        let provider = ShownText.line(request.provider)
        let name = application.map { ShownText.line($0.name) } ?? provider
        header = HeaderBar(title: Self.title).onlyCloses()
        failure = StatusPage(icon: "network-error-symbolic", title: localized("No Font Service"), description: "")
        sampleEntry = Entry(sampleText, name: localized("Sample text"))
        let note = Label(localized("%1 gets the font that you choose, and no other.", name), wraps: true)
        let top = Box(
            vertical: true, spacing: 6, [IdentityCard.make(application, name, provider, request.kind), note, search])
        top.margins(horizontal: 12, vertical: 6)
        let familyPage = Box(vertical: true, [top, states])
        let stylePage = Box(vertical: true, spacing: 12, [sampleEntry, styles])
        stylePage.margins(horizontal: 12, vertical: 12)
        window = Window(title: Self.title, width: 480, height: 600, Box(vertical: true, [header, pages]))
        header.addStart(back)
        back.isVisible = false
        pages.expanding(vertically: true)
        pages.add(familyPage, name: "families")
        pages.add(ScrolledWindow(stylePage), name: "styles")
        states.expanding(vertically: true)
        addStates()
        connect()
    }

    private static var title: String { localized("Choose a Font") }

    private func addStates() {
        let spinner = Spinner()
        spinner.setSize(width: 32, height: 32)
        spinner.aligned(.center, vertically: .center)
        spinner.setAccessibleName(localized("Reading the fonts"))
        states.add(spinner, name: "loading")
        states.add(failure, name: "failed")
        states.add(
            StatusPage(
                icon: "edit-find-symbolic", title: localized("No Fonts Found"),
                description: localized("No family matches your search.")), name: "nothing")
        let list = ListView { [weak self, model] in
            FamilyCell(model.samples) { index in
                guard let self, self.shown.indices.contains(index) else { return nil }
                return self.shown[index]
            } text: {
                (self?.sampleText ?? "", FamilyCell.standardSize)
            }
        } activate: { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            show(shown[index])
        }
        list.setAccessibleName(localized("Fonts"))
        self.list = list
        states.add(ScrolledWindow(list), name: "list")
    }

    private func connect() {
        back.on("clicked") { [weak self] in self?.goBack() }
        search.onChange { [weak self] text in
            guard let self else { return }
            words = text.lowercased().split(separator: " ").map(String.init)
            update()
        }
        sampleEntry.onChange { [weak self] text in
            guard let self, let family else { return }
            sampleText = text
            fill(family)
        }
        window.onClose { [weak self] in self?.end(nil) }
        window.addShortcut("Escape") { [weak self] in self?.leave() }
        // The search field uses this key itself.
        search.on("stop-search") { [weak self] in self?.leave() }
        window.addShortcut("<Alt>Left") { [weak self] in self?.goBack() }
        window.addShortcut("<Control>f") { [weak self] in
            self?.goBack()
            self?.search.focus()
        }
    }

    /// Shows the dialog.
    ///
    /// - Parameter answered: Called once with the font, or with `nil` if the user closed the dialog.
    func present(_ answered: @escaping @MainLoop (FaceEntry?) -> Void) {
        self.answered = answered
        request.place.place(window)
        window.onActive { [weak self] in self?.wait() }
        wait()
        window.present()
        search.focus()
        loading = Task { [session = model.session] in
            do throws(BusError) {
                families = try await FontCatalog.found(session).families
                isLoaded = true
                update()
            } catch {
                failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
                states.show("failed")
            }
        }
    }

    func close() {
        let isOpen = answered != nil
        forget()
        if isOpen { window.close() }
    }

    private func end(_ face: FaceEntry?) {
        guard let answered else { return }
        forget()
        answered(face)
    }

    private func forget() {
        answered = nil
        timer?.cancel()
        loading?.cancel()
    }

    /// A click may have been meant for another window that was there.
    private func wait() {
        isGuarded = true
        timer?.cancel()
        timer = Toolkit.after(milliseconds: questionGuardTime) { [weak self] in self?.isGuarded = false }
    }

    // MARK: What it shows

    private func update() {
        guard isLoaded else { return }
        shown = families.filter { family in words.allSatisfy { family.words.contains($0) } }
        list?.show(count: shown.count)
        states.show(shown.isEmpty ? "nothing" : "list")
    }

    private func show(_ family: FamilyEntry) {
        guard !isGuarded else { return }
        self.family = family
        fill(family)
        header.setTitle(title: family.name)
        back.isVisible = true
        pages.show("styles")
        styles.focus()
    }

    private func fill(_ family: FamilyEntry) {
        styles.removeAll()
        for face in family.faces {
            let title = face.style.isEmpty ? face.fullName : face.style
            let sample = SampleView(model.samples, height: 40)
            sample.show(SampleFont(face), name: "\(family.name) \(title)", text: sampleText, size: 24)
            let row = Box(vertical: true, spacing: 2, [Label(title).styled("heading"), sample.widget])
            row.margins(horizontal: 12, vertical: 8)
            styles.add(row, name: "\(family.name) \(title)") { [weak self] in self?.choose(face) }
        }
    }

    private func choose(_ face: FaceEntry) {
        guard !isGuarded, answered != nil else { return }
        end(face)
        window.close()
    }

    private func leave() {
        if family != nil { return goBack() }
        end(nil)
        window.close()
    }

    private func goBack() {
        guard family != nil else { return }
        family = nil
        header.setTitle(title: Self.title)
        back.isVisible = false
        pages.show("families")
        styles.removeAll()
        list?.refresh()
        search.focus()
    }
}
