internal import Adwaita
internal import BusInterface
internal import DBus

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
    private let collection = DropDown([], name: localized("Which collection"))
    private let provider = DropDown([], name: localized("Whose fonts"))
    /// The ids of the providers, as they are offered.
    private var providers: [String] = []
    /// The names of the collections, as they are offered.
    private var collections: [String] = []
    private var chosen: String?

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
        // In a row of their own, as a narrow window has no room for them beside the field.
        let filters = Box(vertical: false, spacing: 6, [kind, provider, collection])
        // Names of providers and collections may be longer than the window is wide.
        let bar = Box(
            vertical: true, spacing: 6, [entry, ScrolledWindow(filters, scrollsHorizontally: true).growing(to: 64)])
        bar.margins(horizontal: 12, vertical: 6)
        widget = Box(vertical: true, [bar, states])
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
        provider.isVisible = false
        provider.onChange { [weak self] index in
            guard let self else { return }
            filter.provider = index > 0 && index <= providers.count ? providers[index - 1] : nil
            update()
        }
        collection.isVisible = false
        collection.onChange { [weak self] index in
            guard let self else { return }
            chosen = index > 0 && index <= collections.count ? collections[index - 1] : nil
            readCollection()
        }
        window.model.observe { [weak self] in
            self?.offerProviders()
            self?.offerCollections()
            self?.update()
        }
    }

    private static func title(_ kind: FontFilter.Kind) -> String {
        switch kind {
        // Translators: This and the next five are choices of which fonts to show.
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

    private func offerProviders() {
        let ids = window.model.providers.map { $0.id("id") }
        guard ids != providers else { return }
        providers = ids
        if let chosen = filter.provider, !ids.contains(chosen) { filter.provider = nil }
        provider.set(
            // Translators: A choice of whose fonts to show.
            [localized("Anyone")] + ids.map(window.model.name(of:)),
            selected: filter.provider.flatMap(ids.firstIndex(of:)).map { $0 + 1 } ?? 0)
        // One provider alone is no choice.
        provider.isVisible = ids.count > 1
    }

    private func offerCollections() {
        let names = window.model.collections.map(\.name)
        if let chosen, !names.contains(chosen) {
            self.chosen = nil
            filter.registrations = nil
        }
        if names != collections {
            collections = names
            collection.set(
                [localized("All collections")] + names.map(ShownText.line),
                selected: chosen.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            collection.isVisible = !names.isEmpty
        }
        if chosen != nil { readCollection() }
    }

    private func readCollection() {
        guard let chosen else {
            filter.registrations = nil
            return update()
        }
        window.perform { [weak self] () throws(BusError) in
            let found = try await self?.window.model.session.collection(chosen)
            guard let self, self.chosen == chosen else { return }
            filter.registrations = Set(found?.registrations ?? [])
            update()
        }
    }

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
