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
        ) { [weak self] isOn in self?.change(registrations, of: family.name, isOn) }
        let texts = Box(
            vertical: true, spacing: 2,
            [Label(family.name).styled("heading"), Label(FamilyDetails.line(family)).styled("dim-label", "caption")])
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, [check, texts])
        row.margins(horizontal: 12, vertical: 8)
        list.add(row, name: family.name) { check.toggle() }
    }

    /// Adds a family to the collection, or removes it; the toast can undo it.
    private func change(_ ids: [String], of family: String, _ isIn: Bool) {
        window.read { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = window.model.session
            let outcome = try await session.changeCollection(name, ids, add: isIn)
            record(outcome.changed, isIn)
            if let failure = outcome.failure {
                window.tell(MainWindow.message(failure))
                fill()
            }
            guard !outcome.changed.isEmpty else { return }
            let text =
                isIn
                ? localized("%1 is added to the collection", family)
                : localized("%1 is removed from the collection", family)
            window.tell(text) { [weak self, name] () throws(BusError) in
                let undone = try await session.changeCollection(name, outcome.changed, add: !isIn)
                guard let self else { return }
                record(undone.changed, !isIn)
                if let failure = undone.failure { window.tell(MainWindow.message(failure)) }
                fill()
            }
        } failed: { [weak self] in
            // The check boxes show the actual state again.
            self?.fill()
        }
    }

    /// Records which registrations are now in the collection, or no longer are.
    private func record(_ ids: [String], _ areIn: Bool) {
        if areIn { members.formUnion(ids) } else { members.subtract(ids) }
    }
}
