internal import Adwaita
internal import BusInterface
internal import DBus

/// All fonts of the session by family, searched as people type.
@MainLoop
final class FontsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let failure: StatusPage
    private var list: ListView?
    private var shown: [FamilyEntry] = []
    private let filterBar: FontFilterBar

    init(_ window: MainWindow) {
        self.window = window
        filterBar = FontFilterBar(window)
        failure = StatusPage(
            icon: "network-error-symbolic", title: localized("No Font Service"), description: "",
            Button(localized("Try Again")) { [model = window.model] in model.reload() }
                .styled("pill").aligned(.center))
        let spinner = Spinner()
        spinner.setSize(width: 32, height: 32)
        spinner.aligned(.center, vertically: .center)
        spinner.setAccessibleName(localized("Reading the fonts"))
        widget = Box(vertical: true, [filterBar.widget, states])
        states.expanding(vertically: true)
        states.add(spinner, name: "loading")
        states.add(failure, name: "failed")
        states.add(
            StatusPage(
                icon: "edit-find-symbolic", title: localized("No Fonts Found"),
                description: localized("No family fits the search and the choices above.")), name: "nothing")
        let list = ListView { [weak self] in
            FamilyCell(window.model.samples) { index in
                guard let self, self.shown.indices.contains(index) else { return nil }
                return self.shown[index]
            } text: {
                window.sampleText
            }
        } activate: { [weak self] index in
            guard let self, shown.indices.contains(index) else { return }
            window.showFamily(shown[index])
        }
        list.setAccessibleName(localized("Fonts"))
        self.list = list
        states.add(ScrolledWindow(list), name: "list")
        filterBar.change = { [weak self] in self?.update() }
        window.model.observe { [weak self] in
            self?.filterBar.update()
            self?.update()
        }
    }

    func appear() { list?.refresh() }

    func search() { filterBar.search() }

    private func update() {
        let model = window.model
        if let error = model.failure {
            failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
            return states.show("failed")
        }
        guard model.isLoaded else { return states.show("loading") }
        let families = model.catalog.families.filter(filterBar.filter.accepts)
        let isSame = families.count == shown.count && zip(families, shown).allSatisfy { $0.name == $1.name }
        shown = families
        if isSame { list?.refresh() } else { list?.show(count: families.count) }
        states.show(families.isEmpty ? "nothing" : "list")
    }
}
