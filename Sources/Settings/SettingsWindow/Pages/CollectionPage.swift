internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Shows the fonts of a collection.
    func showCollection(_ name: String) {
        let page = CollectionPage(self, name)
        push(ShownText.line(name), page.widget, actions: page.actions) { page.refresh() }
    }
}

/// The fonts of a collection.
@MainLoop
private final class CollectionPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let name: String
    private var list: HeadedList?
    private var fonts: [Record] = []
    private var faces: [String: FaceEntry] = [:]
    private let note = Label("", wraps: true).styled("dim-label")

    init(_ window: MainWindow, _ name: String) {
        self.window = window
        self.name = name
        note.margins(horizontal: 12, vertical: 18)
        let body = Box(vertical: true, [])
        widget = body
        let list = HeadedList(head: note, headName: ShownText.line(name), name: localized("Fonts")) {
            [weak self, samples = window.model.samples] in
            CollectedFontCell(samples, self)
        } activate: { [weak self] index in
            if let face = self?.font(index)?.face { self?.window.showFont(face) }
        }
        self.list = list
        body.append(list.widget)
        refresh()
    }

    /// The buttons of its bar.
    var actions: [Widget] {
        [
            Button(icon: "user-trash-symbolic", name: localized("Remove This Collection")) { [weak self] in
                guard let self else { return }
                window.deleteCollection(name)
            },
            Button(icon: "list-add-symbolic", name: localized("Add Fonts")) { [weak self] in
                guard let self else { return }
                window.showCollectionChoice(name)
            },
        ]
    }

    func refresh() {
        window.read { [weak self] () throws(BusError) in
            guard let self else { return }
            let collection = try await window.model.session.collection(name)
            fill(collection?.fonts)
        }
    }

    private func fill(_ fonts: [Record]?) {
        if let fonts {
            note.text =
                fonts.isEmpty
                ? localized("No fonts yet. Add some with the button above.")
                : localized("1 font", "%1 fonts", count: fonts.count)
        } else {
            note.text = localized("This collection no longer exists.")
        }
        self.fonts = fonts ?? []
        faces = Dictionary(window.model.catalog.families.flatMap(\.faces).map { ($0.id, $0) }) { first, _ in first }
        list?.show(count: self.fonts.count)
    }

    // MARK: Rows

    /// A font with its name, and its face if it is installed.
    fileprivate func font(_ index: Int) -> (record: Record, title: String, face: FaceEntry?)? {
        guard fonts.indices.contains(index) else { return nil }
        let font = fonts[index]
        let face = faces[font.id("id")]
        return (font, face?.fullName ?? font.text("postscript_name"), face)
    }

    fileprivate var sampleText: String { window.sampleText }

    fileprivate func takeOut(_ id: String, _ title: String) {
        window.perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = window.model.session
            let outcome = try await session.changeCollection(name, [id], add: false)
            if let failure = outcome.failure { return window.tell(MainWindow.message(failure)) }
            window.tell(localized("%1 is removed from the collection", title)) { [name] () throws(BusError) in
                _ = try await session.changeCollection(name, [id], add: true)
            }
        }
    }
}

/// The row of a font in a collection, with a button that removes it.
@MainLoop
private final class CollectedFontCell: ListCell {
    let widget: Widget
    private weak var page: CollectionPage?
    private let shown = ShownFont()
    private let title = Label("").styled("heading")
    private let absence = Label(localized("Not installed")).styled("dim-label", "caption")
    private let sample: SampleView
    private let remove: Button
    private(set) var isActivatable = true

    /// The current font, because the handler of the button is made only once.
    @MainLoop
    private final class ShownFont {
        var id = ""
        var title = ""
    }

    init(_ samples: SampleLoader, _ page: CollectionPage?) {
        self.page = page
        sample = SampleView(samples, height: 36)
        remove = Button(icon: "list-remove-symbolic", name: "") { [weak page, shown] in
            page?.takeOut(shown.id, shown.title)
        }
        remove.styled("flat").aligned(vertically: .center)
        let texts = Box(vertical: true, spacing: 2, [title, absence, sample.widget])
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, [texts, remove])
        row.margins(horizontal: 12, vertical: 8)
        widget = row
    }

    func show(_ index: Int) -> String {
        guard let page, let (record, name, face) = page.font(index) else { return "" }
        shown.id = record.id("id")
        shown.title = name
        title.text = name
        isActivatable = face != nil
        absence.isVisible = face == nil
        sample.widget.isVisible = face != nil
        if let face {
            sample.show(SampleFont(face), name: name, text: page.sampleText, size: 22)
        } else {
            sample.clear()
        }
        remove.isVisible = !shown.id.isEmpty
        remove.setAccessibleName(localized("Remove %1 from the collection", name))
        remove.setTooltip(localized("Remove %1 from the collection", name))
        return name
    }

    func clear() { sample.clear() }
}
