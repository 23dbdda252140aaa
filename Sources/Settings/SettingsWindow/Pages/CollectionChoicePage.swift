internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Shows the families that can be in a collection, with a check box for each.
    func showCollectionChoice(_ name: String) {
        let page = CollectionChoicePage(self, name)
        // The check boxes keep the user's choices as long as the page exists.
        push(localized("Add Fonts"), page.widget) { _ = page }
        page.load()
    }
}

/// Chooses the families of a collection.
@MainLoop
private final class CollectionChoicePage {
    let widget: Widget
    private unowned let window: MainWindow
    private let name: String
    private let search = SearchEntry(name: localized("Search fonts"))
    private let list = BoxedList()
    private let note = Label("", wraps: true).styled("dim-label")
    private var members: Set<String> = []
    private var words: [String] = []

    /// The maximum number of listed families; the search finds others.
    private static let limit = 200

    init(_ window: MainWindow, _ name: String) {
        self.window = window
        self.name = name
        let box = Box(vertical: true, spacing: 12, [search, note, list])
        box.margins(horizontal: 12, vertical: 12)
        widget = ScrolledWindow(Clamp(box, width: 800))
        search.onChange { [weak self] text in
            guard let self else { return }
            words = text.lowercased().split(separator: " ").map(String.init)
            fill()
        }
    }

    func load() {
        window.read { [self] () throws(BusError) in
            members = Set(try await window.model.session.collection(name)?.registrations ?? [])
            fill()
            search.focus()
        }
    }

    private func fill() {
        let families = window.model.catalog.families.filter { family in
            !family.registrations.isEmpty && words.allSatisfy { family.words.contains($0) }
        }
        list.rebuild {
            list.removeAll()
            for family in families.prefix(Self.limit) { add(family) }
        }
        list.isVisible = !families.isEmpty
        note.isVisible = families.isEmpty || families.count > Self.limit
        note.text =
            families.isEmpty
            ? localized("No installed family matches your search.")
            : localized(
                "%1 of %2 families; search to see others", LocalNumber.text(Self.limit),
                LocalNumber.text(families.count))
    }

    private func add(_ family: FamilyEntry) {
        let registrations = family.registrations
        let check = CheckButton(
            registrations.contains(where: members.contains), name: localized("Select %1", family.name)
        ) { [weak self] isOn in self?.change(registrations, isOn) }
        let texts = Box(
            vertical: true, spacing: 2,
            [Label(family.name).styled("heading"), Label(FamilyDetails.line(family)).styled("dim-label", "caption")])
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, [check, texts])
        row.margins(horizontal: 12, vertical: 8)
        list.add(row, name: family.name) { check.toggle() }
    }

    private func change(_ ids: [String], _ isIn: Bool) {
        window.read { [weak self] () throws(BusError) in
            guard let self else { return }
            let outcome = try await window.model.session.changeCollection(name, ids, add: isIn)
            if isIn { members.formUnion(outcome.changed) } else { members.subtract(outcome.changed) }
            if let failure = outcome.failure {
                window.tell(MainWindow.message(failure))
                fill()
            }
        } failed: { [weak self] in
            // The check boxes show the actual state again.
            self?.fill()
        }
    }
}
