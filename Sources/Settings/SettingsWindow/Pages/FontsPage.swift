internal import Adwaita

/// All fonts of the session by family, searched as people type.
@MainLoop
final class FontsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let entry = SearchEntry(name: localized("Search fonts"))
    private let failure: StatusPage
    private var list: ListView?
    private var filter = FontFilter()
    private var shown: [FamilyEntry] = []

    init(_ window: MainWindow) {
        self.window = window
        failure = StatusPage(
            icon: "network-error-symbolic", title: localized("No Font Service"), description: "",
            Button(localized("Try Again")) { [model = window.model] in model.reload() }
                .styled("pill").aligned(.center))
        let spinner = Spinner()
        spinner.setSize(width: 32, height: 32)
        spinner.aligned(.center, vertically: .center)
        spinner.setAccessibleName(localized("Reading the fonts"))
        let kind = DropDown(FontFilter.Kind.allCases.map(Self.title), name: localized("Which fonts"))
        let bar = Box(vertical: false, spacing: 6, [entry.expanding(), kind])
        bar.margins(horizontal: 12, vertical: 6)
        widget = Box(vertical: true, [bar, states])
        states.expanding(vertically: true)
        states.add(spinner, name: "loading")
        states.add(failure, name: "failed")
        states.add(
            StatusPage(
                icon: "edit-find-symbolic", title: localized("No Fonts Found"),
                description: localized("No family has these words in its names.")), name: "nothing")
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
        kind.onChange { [weak self] index in
            guard let self else { return }
            filter.kind = FontFilter.Kind(rawValue: index) ?? .all
            update()
        }
        entry.onChange { [weak self] text in
            guard let self else { return }
            filter.words = text.lowercased().split(separator: " ").map(String.init)
            update()
        }
        window.model.observe { [weak self] in self?.update() }
    }

    private static func title(_ kind: FontFilter.Kind) -> String {
        switch kind {
        case .all: localized("All")
        case .installed: localized("Installed")
        case .system: localized("System")
        case .disabled: localized("Disabled")
        case .variable: localized("Variable")
        case .monospace: localized("Monospace")
        }
    }

    func appear() { list?.refresh() }

    func search() { entry.focus() }

    private func update() {
        let model = window.model
        if let error = model.failure {
            failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
            return states.show("failed")
        }
        guard model.isLoaded else { return states.show("loading") }
        let families = model.catalog.families.filter(filter.accepts)
        let isSame = families.count == shown.count && zip(families, shown).allSatisfy { $0.name == $1.name }
        shown = families
        if isSame { list?.refresh() } else { list?.show(count: families.count) }
        states.show(families.isEmpty ? "nothing" : "list")
    }
}

/// A family in the list of fonts.
@MainLoop
private final class FamilyCell: ListCell {
    let widget: Widget
    private let name = Label("").styled("heading")
    private let details = Label("").styled("dim-label", "caption")
    private let sample: SampleView
    private let family: @MainLoop (Int) -> FamilyEntry?
    private let text: @MainLoop () -> String

    init(
        _ samples: SampleLoader, _ family: @escaping @MainLoop (Int) -> FamilyEntry?,
        text: @escaping @MainLoop () -> String
    ) {
        self.family = family
        self.text = text
        sample = SampleView(samples, height: 44)
        let top = Box(vertical: false, spacing: 12, [name.expanding(), details])
        let box = Box(vertical: true, spacing: 2, [top, sample.widget])
        box.margins(horizontal: 12, vertical: 8)
        widget = box
    }

    func show(_ index: Int) -> String {
        guard let family = family(index) else { return "" }
        name.text = family.name
        details.text = FamilyDetails.line(family)
        if let face = family.sample {
            sample.show(SampleFont(face), name: family.name, text: text(), size: 26)
        }
        return family.name
    }

    func clear() { sample.clear() }
}

/// What is told of a family beside its name.
enum FamilyDetails {
    static func line(_ family: FamilyEntry) -> String {
        var parts = [localized("1 style", "%1 styles", count: family.faces.count)]
        if family.isOfSystem { parts.append(localized("System")) }
        if family.faces.contains(where: { $0.isVariable }) { parts.append(localized("Variable")) }
        if family.faces.contains(where: { !$0.trouble.isEmpty }) {
            parts.append(localized("Problem"))
        } else if !family.isEnabled {
            parts.append(localized("Disabled"))
        }
        return parts.joined(separator: " · ")
    }
}
