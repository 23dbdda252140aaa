internal import Adwaita
internal import DBus
internal import Localization

/// The search field and the filters of the list of fonts.
@MainLoop
final class FontFilterBar {
    let widget: Widget
    private unowned let window: MainWindow
    private(set) var filter = FontFilter()
    /// Called when ``filter`` changes.
    var change: @MainLoop () -> Void = {}
    /// Called when the text or the size of the samples changes.
    var sampleChange: @MainLoop () -> Void = {}
    private let entry = SearchEntry(name: localized("Search fonts"))
    private let collection = DropDown([], name: localized("Which collection"))
    private let provider = DropDown([], name: localized("Which provider"))
    private let language = DropDown([], name: localized("Which language"))
    private let script = DropDown([], name: localized("Which script"))
    private let licence = DropDown(
        // Translators: A choice of licences.
        [localized("Any licence")] + FaceQuery.Licence.allCases.map(FontFilterBar.title),
        name: localized("Which licence"))
    /// The filters that take time to read and that few people use.
    private let more: Widget
    private let sample: SampleBar
    /// Shows the hidden filters that are active.
    private let active: Widget
    private let activeText = Label("").styled("dim-label")
    /// The ids of the offered providers, in order.
    private var providers: [String] = []
    /// The names of the offered collections, in order.
    private var collections: [String] = []
    private var chosenCollection: String?
    private var writingSystems: WritingSystems?
    private var query = FaceQuery()

    init(_ window: MainWindow) {
        self.window = window
        let kind = DropDown(FontFilter.Kind.allCases.map(Self.title), name: localized("Which fonts"))
        let filters = Box(vertical: false, spacing: 6, [kind, provider, collection])
        let details = Box(vertical: false, spacing: 6, [language, script, licence])
        let scrolledDetails = ScrolledWindow(details, scrollsHorizontally: true).growing(to: 64)
        sample = SampleBar(window)
        more = Box(vertical: true, spacing: 6, [scrolledDetails, sample.widget])
        let clear = Button(localized("Show All")) {}
        active = Box(vertical: false, spacing: 6, [activeText.expanding(), clear])
        let expander = ToggleButton(icon: "view-more-symbolic", name: localized("More choices"))
        entry.expanding()
        // They are in rows of their own, because a narrow window has no room for them beside the field, and names may
        // be longer than the window is wide.
        let bar = Box(
            vertical: true, spacing: 6,
            [
                Box(vertical: false, spacing: 6, [entry, expander]),
                ScrolledWindow(filters, scrollsHorizontally: true).growing(to: 64), more, active,
            ])
        bar.margins(horizontal: 12, vertical: 6)
        widget = bar
        more.isVisible = false
        active.isVisible = false
        sample.change = { [weak self] in self?.sampleChange() }
        clear.on("clicked") { [weak self] in self?.clear() }
        provider.isVisible = false
        collection.isVisible = false
        language.allowSearch(name: localized("Search languages"))
        script.allowSearch(name: localized("Search scripts"))
        kind.onChange { [weak self] index in
            guard let self else { return }
            let kind = FontFilter.Kind(rawValue: index) ?? .all
            filter.kind = kind
            ask { $0.isColored = kind == .color }
        }
        entry.onChange { [weak self] text in
            guard let self else { return }
            filter.words = text.lowercased().split(separator: " ").map(String.init)
            change()
        }
        provider.onChange { [weak self] index in
            guard let self else { return }
            filter.provider = index > 0 && index <= providers.count ? providers[index - 1] : nil
            change()
        }
        collection.onChange { [weak self] index in
            guard let self else { return }
            chosenCollection = index > 0 && index <= collections.count ? collections[index - 1] : nil
            readCollection()
        }
        language.onChange { [weak self] index in
            self?.ask { $0.language = self?.writingSystems?.languages.code(at: index) }
        }
        script.onChange { [weak self] index in self?.ask { $0.script = self?.writingSystems?.scripts.code(at: index) } }
        licence.onChange { [weak self] index in self?.ask { $0.licence = FaceQuery.Licence(rawValue: index - 1) } }
        expander.onChange { [weak self] isOn in
            guard let self else { return }
            more.isVisible = isOn
            tellActive()
            if isOn { offerWritingSystems() }
        }
    }

    private static func title(_ kind: FontFilter.Kind) -> String {
        switch kind {
        // Translators: This and the next six are choices of which fonts to show.
        case .all: localized("All")
        case .installed: localized("Installed")
        case .system: localized("System")
        case .disabled: localized("Disabled")
        case .variable: localized("Variable")
        case .monospace: localized("Monospace")
        case .color: localized("Coloured")
        }
    }

    private nonisolated static func title(_ licence: FaceQuery.Licence) -> String {
        switch licence {
        // Translators: This and the next three are choices of licences; the first three are names.
        case .openFont: localized("SIL Open Font License")
        case .apache: localized("Apache License")
        case .gpl: localized("GNU General Public License")
        case .unstated: localized("Not stated in the font")
        }
    }

    func search() { entry.focus() }

    /// Shows which hidden filters are active.
    private func tellActive() {
        var names: [String] = []
        if let code = query.language { names.append(writingSystems?.languages.name(of: code) ?? code) }
        if let code = query.script { names.append(writingSystems?.scripts.name(of: code) ?? code) }
        if let licence = query.licence { names.append(Self.title(licence)) }
        // Translators: %1 is a list of languages, scripts and licences.
        activeText.text = localized("Only: %1", CountedText.list(names))
        active.isVisible = !more.isVisible && !names.isEmpty
    }

    /// Resets the hidden filters.
    private func clear() {
        for choice in [language, script, licence] { choice.select(0) }
        ask {
            $0.language = nil
            $0.script = nil
            $0.licence = nil
        }
        tellActive()
    }

    /// Updates the offered choices, and keeps the selected ones.
    func update() {
        offerProviders()
        offerCollections()
        if !query.isEmpty, window.model.failure == nil { find() }
    }

    private func offerProviders() {
        let ids = window.model.providers.map { $0.id("id") }
        guard ids != providers else { return }
        providers = ids
        if let chosen = filter.provider, !ids.contains(chosen) { filter.provider = nil }
        provider.set(
            // Translators: A choice of whose fonts to show.
            [localized("All providers")] + ids.map(window.model.name(of:)),
            selected: filter.provider.flatMap(ids.firstIndex(of:)).map { $0 + 1 } ?? 0)
        // A single provider is not worth a filter.
        provider.isVisible = ids.count > 1
    }

    private func offerCollections() {
        let names = window.model.collections.map(\.name)
        if let chosen = chosenCollection, !names.contains(chosen) {
            chosenCollection = nil
            filter.registrations = nil
        }
        if names != collections {
            collections = names
            collection.set(
                [localized("All collections")] + names.map(ShownText.line),
                selected: chosenCollection.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            collection.isVisible = !names.isEmpty
        }
        if chosenCollection != nil { readCollection() }
    }

    private func offerWritingSystems() {
        guard writingSystems == nil else { return }
        // Translators: A choice of languages that fonts are for.
        let (languages, scripts) = (localized("Any language"), localized("Any script"))
        language.set([languages], selected: 0)
        script.set([scripts], selected: 0)
        Task { [weak self, names = window.writingSystems] in
            let systems = await names.value
            guard let self, writingSystems == nil else { return }
            writingSystems = systems
            language.set([languages] + systems.languages.map(\.name), selected: 0)
            script.set([scripts] + systems.scripts.map(\.name), selected: 0)
        }
    }

    private func readCollection() {
        guard let chosenCollection else {
            filter.registrations = nil
            return change()
        }
        window.read { [weak self] () throws(BusError) in
            let found = try await self?.window.model.session.collection(chosenCollection)
            guard let self, self.chosenCollection == chosenCollection else { return }
            filter.registrations = Set(found?.registrations ?? [])
            change()
        }
    }

    /// Asks the service for the fonts that match the changed criteria.
    private func ask(_ changeQuery: (inout FaceQuery) -> Void) {
        let before = query
        changeQuery(&query)
        if query == before { return change() }
        guard !query.isEmpty else {
            filter.found = nil
            return change()
        }
        find()
    }

    private func find() {
        let asked = query
        window.read { [weak self, session = window.model.session] () throws(BusError) in
            let found: Result<Set<String>, BusError>
            do throws(BusError) { found = .success(try await asked.ids(session)) } catch { found = .failure(error) }
            // If the criteria changed meanwhile, another query is running.
            guard let self, query == asked else { return }
            // If the query failed, no font matches.
            filter.found = (try? found.get()) ?? []
            change()
            if case .failure(let error) = found { throw error }
        }
    }
}

extension [WritingSystems.Entry] {
    /// The code of a choice; the first choice stands for none.
    fileprivate func code(at choice: Int) -> String? { indices.contains(choice - 1) ? self[choice - 1].code : nil }

    fileprivate func name(of code: String) -> String? { first { $0.code == code }?.name }
}
