internal import Adwaita
internal import Localization

extension MainWindow {
    /// Shows the styles of a family, or the page of its only style.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - provider: The provider whose styles are shown, also after changes; `nil` for all.
    func showFamily(_ family: FamilyEntry, of provider: String? = nil) {
        if family.faces.count == 1, let face = family.faces.first { return showFont(face) }
        let page = FamilyPage(self, family, provider)
        push(family.name, page.widget, actions: page.actions) { page.refresh() }
    }
}

/// The styles of a family.
@MainLoop
private final class FamilyPage {
    let widget: Widget
    private unowned let window: MainWindow
    private var family: FamilyEntry
    private let provider: String?
    private let list = BoxedList()
    private let note = Label("", wraps: true).styled("dim-label")

    init(_ window: MainWindow, _ family: FamilyEntry, _ provider: String?) {
        self.window = window
        self.family = family
        self.provider = provider
        let box = Box(vertical: true, spacing: 12, [note, list])
        box.margins(horizontal: 12, vertical: 24)
        widget = ScrolledWindow(Clamp(box, width: 800))
        fill()
    }

    /// The buttons of its bar.
    var actions: [Widget] {
        guard !family.registrations.isEmpty else { return [window.hidingButton(family.id)] }
        return [
            Button(icon: "user-trash-symbolic", name: localized("Remove %1", family.name)) { [weak self] in
                guard let self else { return }
                window.remove(family.faces.filter { $0.provider != nil }, name: family.name)
            }
        ]
    }

    func refresh() {
        let catalog = window.model.catalog
        guard let now = provider.map({ catalog.family(family.id, of: $0) }) ?? catalog.family(family.id) else {
            list.removeAll()
            note.text = localized("This family no longer exists.")
            return
        }
        family = now
        fill()
    }

    private func fill() {
        note.text = Self.origin(family, window.model)
        list.rebuild { addRows() }
    }

    private func addRows() {
        list.removeAll()
        for face in family.faces {
            let style = face.style.isEmpty ? face.fullName : face.style
            let content = StyleRow.make(face, title: style, window, leading: [])
            list.add(content, name: "\(family.name) \(style)") { [weak window] in window?.showFont(face) }
        }
    }

    private static func origin(_ family: FamilyEntry, _ model: SettingsModel) -> String {
        var names: [String] = []
        for face in family.faces {
            let name = face.provider.map(model.name(of:)) ?? localized("The system")
            if !names.contains(name) { names.append(name) }
        }
        return localized("From: %1", CountedText.list(names))
    }
}

/// A row with a sample of a font, and a switch if the user may disable it.
@MainLoop
enum StyleRow {
    static func make(_ face: FaceEntry, title: String, _ window: MainWindow, leading: [Widget]) -> Widget {
        let sample = SampleView(window.model.samples, height: 40)
        sample.show(SampleFont(face), name: "\(face.family) \(title)", text: window.sampleText, size: 24)
        let texts = Box(vertical: true, spacing: 2, [Label(title).styled("heading")])
        if !face.trouble.isEmpty { texts.append(Label(face.trouble, wraps: true).styled("caption", "error")) }
        texts.append(sample.widget)
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, leading + [texts])
        row.margins(horizontal: 12, vertical: 8)
        if face.provider != nil {
            let control = Switch(face.isEnabled) { [weak window] isOn in
                window?.setEnabled([face.id], isOn, name: face.fullName)
            }
            control.setAccessibleName(localized("Use %1", face.fullName))
            row.append(control)
        }
        row.append(Icon(named: "go-next-symbolic"))
        return row
    }
}
