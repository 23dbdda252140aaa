internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// A page of the sidebar.
@MainLoop
protocol SettingsPage: AnyObject {
    var widget: Widget { get }
    /// Called when the page becomes visible.
    func appear()
}

/// The window: the sidebar, its pages, and their subpages.
@MainLoop
final class MainWindow {
    let model: SettingsModel
    let window: Window
    private let columns = Leaflet(showsAll: true)
    private let pages = Leaflet(showsAll: false)
    private let toasts: ToastOverlay
    private let stack = Stack()
    private let title: HeaderBar
    private let sidebarHeader: HeaderBar
    private let root: Box
    private var backToSidebar: Button?
    private var navigation: NavigationList?
    /// The open subpages, with their header bars.
    private var pushed: [(page: Widget, bar: HeaderBar, refresh: @MainLoop () -> Void)] = []
    private var sections: [(section: Section, page: any SettingsPage)] = []
    private var addPage: AddPage?
    private let onClose: @MainLoop () -> Void
    private var stopQuestion: StopQuestion?
    /// Undoes the change that was reported last.
    private var lastUndo: Undo?
    /// The text of samples.
    // Translators: Fonts are shown with this text: a sentence with many letters of your script, and with Latin ones
    // too where few fonts have yours.
    var sampleText = localized("The quick brown fox jumps over the lazy dog")
    /// The names of languages and scripts, which are read when they are first needed.
    private(set) lazy var writingSystems = Task { await WritingSystems.load() }
    /// The size of samples in lists of fonts, in pixels.
    var sampleSize = FamilyCell.standardSize

    /// The pages of the sidebar.
    enum Section: String, CaseIterable {
        case fonts, providers, collections, add, history, rights, textSize = "text-size", problems

        @MainLoop var title: String {
            switch self {
            // Translators: The name of the program, and of its page that lists all fonts.
            case .fonts: localized("Fonts")
            // Translators: Applications, packages and people that have installed fonts.
            case .providers: localized("Providers")
            case .collections: localized("Collections")
            case .add: localized("Add Fonts")
            case .history: localized("History")
            case .rights: localized("Permissions")
            case .textSize: localized("Text Size")
            case .problems: localized("Problems")
            }
        }

        var icon: String {
            switch self {
            case .fonts: "font-x-generic-symbolic"
            case .providers: "application-x-executable-symbolic"
            case .collections: "folder-symbolic"
            case .add: "list-add-symbolic"
            case .history: "document-open-recent-symbolic"
            case .rights: "security-high-symbolic"
            case .textSize: "preferences-desktop-font-symbolic"
            case .problems: "dialog-warning-symbolic"
            }
        }
    }

    init(_ model: SettingsModel, onClose: @escaping @MainLoop () -> Void) {
        self.model = model
        title = HeaderBar(title: Section.fonts.title)
        root = Box(vertical: true, [title, stack])
        stack.expanding(vertically: true)
        pages.append(root)
        pages.expanding(vertically: true)
        toasts = ToastOverlay(pages)
        toasts.expanding(horizontally: true, vertically: true)
        sidebarHeader = HeaderBar(title: localized("Fonts"))
        window = Window(title: localized("Fonts"), width: 960, height: 680, columns)
        self.onClose = onClose
        window.onCloseRequest { [weak self] in self?.leave() ?? true }

        let add = AddPage(self)
        addPage = add
        sections = [
            (.fonts, FontsPage(self)), (.providers, ProvidersPage(self)), (.collections, CollectionsPage(self)),
            (.add, add), (.history, HistoryPage(self)), (.rights, PermissionsPage(self)),
            (.textSize, TextSizePage(self)), (.problems, ProblemsPage(self)),
        ]
        for (section, page) in sections { stack.add(page.widget, name: section.rawValue) }
        let navigation = NavigationList(sections.map { NavigationRow(icon: $0.section.icon, title: $0.section.title) })
        {
            [weak self] index in
            guard let self else { return }
            show(sections[index].section)
        }
        navigation.styled("navigation-sidebar")
        // Translators: What assistive technology calls the list of the pages of the window.
        navigation.setAccessibleName(localized("Pages"))
        self.navigation = navigation
        let sidebar = Box(vertical: true, [sidebarHeader, ScrolledWindow(navigation)])
        sidebar.keepsWidth()
        sidebar.setSize(width: Self.sidebarWidth)
        let showShortcuts: @MainLoop () -> Void = { [weak self] in self?.showShortcuts() }
        let showAbout: @MainLoop () -> Void = { [weak self] in self?.showAbout() }
        sidebarHeader.addEnd(
            MenuButton(
                icon: "open-menu-symbolic", name: localized("Main Menu"),
                [
                    (title: localized("Keyboard Shortcuts"), action: showShortcuts),
                    // Translators: An item of the main menu; Fonts is the name of the program.
                    (title: localized("About Fonts"), action: showAbout),
                ]))
        columns.append(sidebar)
        columns.appendSeparator()
        columns.append(toasts)

        let back = Button(icon: "go-previous-symbolic", name: localized("Back")) { [weak self] in
            guard let self else { return }
            columns.show(sidebar)
        }
        title.addStart(back)
        backToSidebar = back
        columns.onFold { [weak self] in self?.fitButtons() }
        pages.onMoved { [weak self] in self?.dropPopped() }
        pages.on("notify::visible-child") { [weak self] in self?.dropPopped() }
        for shortcut in shortcuts() { window.addShortcut(shortcut.keys, shortcut.action) }
        window.acceptFiles { [weak self] paths in self?.open(paths) }
        model.observe(self) { [weak self] in
            guard let self else { return }
            for page in pushed { page.refresh() }
        }
        fitButtons()
        show(.fonts)
    }

    /// Closes the window, or asks first if fonts are being installed.
    ///
    /// - Returns: Whether it closes.
    private func leave() -> Bool {
        guard let addPage, addPage.isInstalling else {
            close()
            return true
        }
        if stopQuestion == nil {
            stopQuestion = StopQuestion(on: window) { [weak self] stops in
                guard let self else { return }
                stopQuestion = nil
                guard stops else { return }
                close()
                window.close()
            }
        }
        return false
    }

    /// Ends operations that need the window.
    private func close() {
        addPage?.stop()
        onClose()
    }

    /// Called when an installation has ended, which makes the question about it unnecessary.
    func noteInstalled() {
        stopQuestion?.close()
        stopQuestion = nil
    }

    private func fitButtons() {
        let isFolded = columns.isFolded
        backToSidebar?.isVisible = isFolded
        sidebarHeader.showsButtons(start: true, end: isFolded)
        for bar in [title] + pushed.map(\.bar) { bar.showsButtons(start: isFolded, end: true) }
    }

    /// Shows a page of the sidebar.
    func show(_ section: Section) {
        guard let index = sections.firstIndex(where: { $0.section == section }) else { return }
        navigation?.select(index)
        title.setTitle(title: section.title)
        stack.show(section.rawValue)
        pages.show(root)
        columns.show(toasts)
        dropPopped()
        sections[index].page.appear()
    }

    /// Shows the fonts in files, and offers to install them.
    func open(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        show(.add)
        addPage?.add(paths)
    }

    private func chooseFiles() {
        show(.add)
        addPage?.choose()
    }

    private func search() {
        show(.fonts)
        (sections.first { $0.section == .fonts }?.page as? FontsPage)?.search()
    }

    // MARK: Main menu

    /// The keyboard shortcuts, with what they do in words.
    private func shortcuts() -> [(keys: String, title: String, action: @MainLoop () -> Void)] {
        [
            (keys: "<Control>f", title: localized("Search fonts"), action: { [weak self] in self?.search() }),
            (keys: "<Control>o", title: localized("Open font files"), action: { [weak self] in self?.chooseFiles() }),
            // A text field uses this key itself.
            (
                keys: "<Control>z", title: localized("Undo the last change"),
                action: { [weak self] in self?.perform(self?.lastUndo) }
            ),
            (keys: "<Alt>Left", title: localized("Go back"), action: { [weak self] in self?.pop() }),
            (
                keys: "<Control>question", title: localized("Show the keyboard shortcuts"),
                action: { [weak self] in self?.showShortcuts() }
            ),
            (
                keys: "<Control>w", title: localized("Close the window"),
                action: { [weak self] in self?.window.requestClose() }
            ),
        ]
    }

    private func showShortcuts() {
        // GTK itself opens the main menu.
        ShortcutsWindow.present(
            on: window, title: localized("General"),
            shortcuts().map { (keys: $0.keys, title: $0.title) }
                + [(keys: "F10", title: localized("Open the main menu"))])
    }

    private func showAbout() {
        AboutWindow.present(
            on: window, name: localized("Fonts"), icon: SettingsProgram.name, version: TypecaseVersion.current,
            developer: localized("Typecase maintainers"), website: Self.website)
    }

    private static let website = "https://typecase.org"

    // MARK: Pages behind pages

    /// Opens a subpage.
    ///
    /// - Parameters:
    ///   - name: Its title.
    ///   - body: Its content.
    ///   - actions: The buttons of its header bar.
    ///   - refresh: Called when the state of the service has been read again.
    func push(_ name: String, _ body: Widget, actions: [Widget] = [], refresh: @escaping @MainLoop () -> Void) {
        dropPopped()
        let bar = HeaderBar(title: name)
        bar.addStart(Button(icon: "go-previous-symbolic", name: localized("Back")) { [weak self] in self?.pop() })
        for action in actions { bar.addEnd(action) }
        body.expanding(vertically: true)
        let page = Box(vertical: true, [bar, body])
        pages.append(page)
        pushed.append((page, bar, refresh))
        fitButtons()
        pages.show(page)
    }

    /// Returns to the previous page.
    func pop() {
        guard let index = pushed.lastIndex(where: { pages.shows($0.page) }) else { return }
        pages.show(index == 0 ? root : pushed[index - 1].page)
    }

    /// Removes the pages that the user has left.
    private func dropPopped() {
        guard !pages.isMoving else { return }
        while let last = pushed.last, !pages.shows(last.page) {
            pushed.removeLast()
            pages.remove(last.page)
        }
    }

    /// The width of the content of a page in pixels.
    var pageWidth: Int {
        let sides = 24 + (columns.isFolded ? 0 : Self.sidebarWidth)
        return min(max(window.width - sides, Self.narrowestPage), Self.widestPage)
    }

    private static let sidebarWidth = 220
    private static let narrowestPage = 300
    private static let widestPage = 776

    // MARK: Changes

    /// An undo that can be used once, with the button of the message or with the keyboard.
    private final class Undo {
        private var body: (@MainLoop () async throws(BusError) -> Void)?

        init(_ body: @escaping @MainLoop () async throws(BusError) -> Void) { self.body = body }

        func take() -> (@MainLoop () async throws(BusError) -> Void)? {
            defer { body = nil }
            return body
        }
    }

    /// Shows a message with a button that undoes the change.
    func tell(_ text: String, undo: (@MainLoop () async throws(BusError) -> Void)? = nil) {
        guard let undo else { return toasts.show(text) }
        let last = Undo(undo)
        lastUndo = last
        toasts.show(text, button: localized("Undo")) { [weak self] in self?.perform(last) }
    }

    private func perform(_ undo: Undo?) {
        if let body = undo?.take() { perform(body) }
    }

    /// Makes a change with the service, and shows a failure.
    ///
    /// After a failure, everything is read again, because the controls show the state that the user wanted.
    func perform(_ body: @escaping @MainLoop () async throws(BusError) -> Void) {
        read(body) { [weak self] in self?.model.reload() }
    }

    /// Reads something from the service, and shows a failure.
    ///
    /// - Parameters:
    ///   - body: The reading.
    ///   - failed: Called if it throws. A reading that the model starts must not make the model read everything again.
    func read(
        _ body: @escaping @MainLoop () async throws(BusError) -> Void, failed: @escaping @MainLoop () -> Void = {}
    ) {
        model.beginWork()
        Task {
            do throws(BusError) {
                try await body()
            } catch {
                tell(Self.message(error))
                failed()
            }
            model.endWork()
        }
    }

    /// The text of an error for people.
    static func message(_ error: BusError) -> String { ErrorText.line(error) }

    /// Enables or disables registrations; the toast can undo it.
    func setEnabled(_ ids: [String], _ isEnabled: Bool, name: String) {
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let outcome = try await model.session.setEnabled(ids, isEnabled)
            if let failure = outcome.failure {
                tell(Self.message(failure))
                model.reload()
            }
            guard !outcome.changed.isEmpty else { return }
            tell(isEnabled ? localized("%1 is enabled", name) : localized("%1 is disabled", name)) {
                [weak self] () throws(BusError) in
                _ = try await self?.model.session.setEnabled(outcome.changed, !isEnabled)
            }
        }
    }

    /// Hides a family of the system from programs, or shows it again; the toast can undo it.
    ///
    /// If programs need the family, the user is asked once more.
    ///
    /// - Parameters:
    ///   - family: The exact name of the family.
    ///   - isHidden: Whether to hide it.
    ///   - isForced: Whether to hide it even if programs need it.
    ///   - done: Called at the end.
    func setHidden(
        _ family: String, _ isHidden: Bool, force isForced: Bool = false, then done: @escaping @MainLoop () -> Void = {}
    ) {
        let name = ShownText.line(family)
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            if let failure = try await model.session.setHidden([family], isHidden, force: isForced) {
                guard failure.name == BusErrorNames.prefix + "SystemRequired" else {
                    return tell(Self.message(failure))
                }
                return toasts.show(localized("Programs need %1", name), button: localized("Hide Anyway")) {
                    [weak self] in self?.setHidden(family, isHidden, force: true, then: done)
                }
            }
            done()
            tell(isHidden ? localized("%1 is hidden", name) : localized("%1 is shown again", name)) {
                [weak self] in self?.setHidden(family, !isHidden, force: true, then: done)
            }
        }
    }

    /// The button that hides a family of the system.
    func hidingButton(_ family: String) -> Button {
        let name = localized("Hide %1 from programs", ShownText.line(family))
        return Button(icon: "view-conceal-symbolic", name: name) { [weak self] in
            self?.setHidden(family, true)
        }
    }
}
