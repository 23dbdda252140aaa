internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// All fonts of the session by family, with a search that updates as people type.
@MainLoop
final class FontsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private var states: ServiceStates?
    private var list: ListView?
    private var shown: [FamilyEntry] = []
    private let filterBar: FontFilterBar

    init(_ window: MainWindow) {
        self.window = window
        filterBar = FontFilterBar(window)
        let body = Box(vertical: true, [filterBar.widget])
        widget = body
        let list = ListView { [weak self, weak window, samples = window.model.samples] in
            FamilyCell(samples) { index in
                guard let self, self.shown.indices.contains(index) else { return nil }
                return self.shown[index]
            } text: {
                (window?.sampleText ?? "", window?.sampleSize ?? FamilyCell.standardSize)
            }
        } activate: { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            // The closure must not keep the parameter of the initializer.
            self.window.showFamily(shown[index])
        }
        list.setAccessibleName(localized("Fonts"))
        self.list = list
        let states = ServiceStates(
            ScrolledWindow(list),
            nothing: StatusPage(
                icon: "edit-find-symbolic", title: localized("No Fonts Found"),
                description: localized("No family matches the search and the filters above."))
        ) { [model = window.model] in model.reload() }
        self.states = states
        body.append(states.widget)
        filterBar.sampleChange = { [weak self] in self?.list?.refresh() }
        filterBar.change = { [weak self] in self?.update() }
        window.model.observe(self) { [weak self] in
            self?.filterBar.update()
            self?.update()
        }
    }

    func appear() { list?.refresh() }

    func search() { filterBar.search() }

    private func update() {
        let model = window.model
        guard model.failure == nil, model.isLoaded else { states?.show(model); return }
        let families = model.catalog.families.filter(filterBar.filter.accepts)
        let isSame = families.count == shown.count && zip(families, shown).allSatisfy { $0.id == $1.id }
        shown = families
        if isSame { list?.refresh() } else { list?.show(count: families.count) }
        states?.show(isEmpty: families.isEmpty)
    }
}
