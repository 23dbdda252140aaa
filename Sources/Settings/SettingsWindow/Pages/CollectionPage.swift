internal import Adwaita
internal import BusInterface
internal import DBus

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
    private let list = BoxedList()
    private let note = Label("", wraps: true).styled("dim-label")

    init(_ window: MainWindow, _ name: String) {
        self.window = window
        self.name = name
        let box = Box(vertical: true, spacing: 12, [note, list])
        box.margins(horizontal: 12, vertical: 24)
        widget = ScrolledWindow(Clamp(box, width: 800))
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
            note.text = localized("This collection is not there any more.")
        }
        list.isVisible = fonts?.isEmpty == false
        list.rebuild { addRows(fonts ?? []) }
    }

    private func addRows(_ fonts: [Record]) {
        list.removeAll()
        let faces = Dictionary(
            window.model.catalog.families.flatMap(\.faces).map { ("\($0.provider ?? "") \($0.postScriptID)", $0) }
        ) { first, _ in first }
        for font in fonts {
            let face = faces["\(font.id("provider")) \(font.id("postscript_name"))"]
            list.add(row(font, face), name: face?.fullName ?? font.text("postscript_name")) { [weak window] in
                if let face { window?.showFont(face) }
            }
        }
    }

    private func row(_ font: Record, _ face: FaceEntry?) -> Widget {
        let title = face?.fullName ?? font.text("postscript_name")
        let texts = Box(vertical: true, spacing: 2, [Label(title).styled("heading")])
        if let face {
            let sample = SampleView(window.model.samples, height: 36)
            sample.show(SampleFont(face), name: title, text: window.sampleText, size: 22)
            texts.append(sample.widget)
        } else {
            texts.append(Label(localized("Not installed")).styled("dim-label", "caption"))
        }
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, [texts])
        row.margins(horizontal: 12, vertical: 8)
        let id = font.id("id")
        guard !id.isEmpty else { return row }
        let remove = Button(icon: "list-remove-symbolic", name: localized("Take %1 out", title)) { [weak self] in
            self?.takeOut(id, title)
        }
        row.append(remove.styled("flat").aligned(vertically: .center))
        return row
    }

    private func takeOut(_ id: String, _ title: String) {
        window.perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = window.model.session
            let outcome = try await session.changeCollection(name, [id], add: false)
            if let failure = outcome.failure { return window.tell(MainWindow.message(failure)) }
            window.tell(localized("%1 is taken out of the collection", title)) { [name] () throws(BusError) in
                _ = try await session.changeCollection(name, [id], add: true)
            }
        }
    }
}
