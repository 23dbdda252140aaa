internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// The user's collections of fonts, each of which is enabled or disabled as a whole.
@MainLoop
final class CollectionsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let entry = Entry("", name: localized("Name of a new collection"))
    private let list = PreferencesGroup()
    private let states: ServiceStates

    init(_ window: MainWindow) {
        self.window = window
        let create = Button(localized("Create")) {}
        let row = Box(vertical: false, spacing: 6, [entry.expanding(), create])
        let making = PreferencesGroup(
            description: localized("A collection is a group of fonts that you can enable and disable together."), [row])
        // The field stays while the list changes, so that it keeps the focus.
        states = ServiceStates(PreferencesPage([making, list]), nothing: nil) { [model = window.model] in model.reload()
        }
        widget = states.widget
        entry.setPlaceholder(localized("Name of a new collection"))
        create.on("clicked") { [weak self] in self?.create() }
        entry.on("activate") { [weak self] in self?.create() }
        window.model.observe(self) { [weak self] in self?.update() }
    }

    func appear() { update() }

    private func update() {
        states.show(window.model)
        list.rebuild {
            list.removeAll()
            for collection in window.model.collections { list.add(row(collection)) }
        }
    }

    private func row(_ collection: CollectionEntry) -> ActionRow {
        let row = ActionRow(title: ShownText.line(collection.name), subtitle: collection.details)
        if collection.count > collection.missing {
            let control = Switch(collection.enabled > 0) { [weak window] isOn in
                window?.setEnabled(collection: collection.name, isOn)
            }
            // Translators: Verb, a switch: whether programs find the fonts of a collection, family or style.
            control.setAccessibleName(localized("Use %1", ShownText.line(collection.name)))
            row.addSuffix(control)
        }
        row.onActivate { [weak window] in window?.showCollection(collection.name) }
        return row
    }

    private func create() {
        let name = entry.text
        guard !name.isEmpty else { return entry.focus() }
        window.perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let management = window.model.session.management
            try await management.createCollection(name: name, options: [:])
            entry.text = ""
            window.showCollection(name)
            window.tell(localized("The collection %1 is created", ShownText.line(name))) { () throws(BusError) in
                try await management.deleteCollection(name: name, options: [:])
            }
        }
    }
}

extension MainWindow {
    /// Enables or disables the fonts of a collection; the toast can undo it.
    func setEnabled(collection name: String, _ isEnabled: Bool) {
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let reply = try await model.session.management.setCollectionEnabled(
                name: name, enabled: isEnabled, options: [:], timeout: ServiceSession.changeTimeout)
            let results = reply.results.map(Record.init)
            let failure = results.lazy.compactMap(\.failure).first
            if let failure { tell(Self.message(failure)) }
            let changed = results.filter { $0.flag("changed") }.map { $0.id("id") }
            // If nothing changed, no signal arrives, so the switch is set to the actual state here.
            if failure != nil || changed.isEmpty { model.reloadCollections() }
            guard !changed.isEmpty else { return }
            let shown = ShownText.line(name)
            tell(isEnabled ? localized("%1 is enabled", shown) : localized("%1 is disabled", shown)) {
                [weak self] () throws(BusError) in
                _ = try await self?.model.session.setEnabled(changed, !isEnabled)
            }
        }
    }

    /// Removes a collection but not its fonts; the toast can undo it.
    func deleteCollection(_ name: String) {
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = model.session
            try await session.management.deleteCollection(name: name, options: [:])
            pop()
            let text = localized("%1 is removed", ShownText.line(name))
            // The history also contains the fonts that are not installed.
            guard let change = await session.removal(ofCollection: name) else { return tell(text) }
            tell(text) { [weak self] () throws(BusError) in
                if let failure = try await session.undo(change) { self?.tell(Self.message(failure)) }
            }
        }
    }
}
