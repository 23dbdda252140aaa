internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Shows the fonts of a provider.
    func showProvider(_ id: String) {
        let page = ProviderPage(self, id)
        push(model.name(of: id), page.widget) { page.refresh() }
    }

    /// Removes all fonts of a provider, which are kept for 30 days; the toast can undo it.
    fileprivate func removeProvider(_ id: String) {
        let name = model.name(of: id)
        let registrations = model.catalog.families(of: id).flatMap(\.registrations)
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let count = try await model.session.management.removeProvider(
                provider: id, options: [:], timeout: ServiceSession.changeTimeout)
            // Only these fonts, because others of the provider may have been removed before.
            let change = await model.session.change(OwnChange.removing, of: registrations)
            tell(localized("1 font of %2 is removed", "%1 fonts of %2 are removed", count: Int(count), name)) {
                [weak self] () throws(BusError) in
                guard let session = self?.model.session else { return }
                guard let change else {
                    _ = try await session.management.restoreProvider(
                        provider: id, options: [:], timeout: ServiceSession.changeTimeout)
                    return
                }
                if let failure = try await session.undo(change) { throw failure }
            }
        }
    }

    /// Restores the removed fonts of a provider; the toast can undo it.
    fileprivate func restoreProvider(_ id: String) {
        let name = model.name(of: id)
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let count = try await model.session.management.restoreProvider(
                provider: id, options: [:], timeout: ServiceSession.changeTimeout)
            let text = localized("1 font of %2 is restored", "%1 fonts of %2 are restored", count: Int(count), name)
            let session = model.session
            guard let change = await session.restoration(ofProvider: id) else { return tell(text) }
            tell(text) { () throws(BusError) in
                if let failure = try await session.undo(change) { throw failure }
            }
        }
    }
}

/// The fonts of a provider, of which several can be selected for one change.
@MainLoop
private final class ProviderPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let id: String
    private let head = Box(vertical: true, spacing: 12)
    private var headWidgets: [Widget] = []
    private var list: HeadedList?
    private let bar: Box
    private let count = Label("")
    /// The ids of the selected families.
    private var chosen: Set<String> = []
    private var families: [FamilyEntry] = []
    private var isRemoved = false

    init(_ window: MainWindow, _ id: String) {
        self.window = window
        self.id = id
        head.margins(horizontal: 12, vertical: 18)
        bar = Box(vertical: false, spacing: 6, [count.expanding()]).styled("toolbar")
        let body = Box(vertical: true, [])
        widget = body
        let list = HeadedList(head: head, headName: window.model.name(of: id), name: localized("Fonts")) {
            [weak self, samples = window.model.samples] in
            ProvidedFamilyCell(samples, self)
        } activate: { [weak self] index in
            guard let self, families.indices.contains(index) else { return }
            self.window.showFamily(families[index], of: self.id)
        }
        self.list = list
        body.append(list.widget)
        body.append(bar)
        bar.append(Button(localized("Enable")) { [weak self] in self?.enableChosen(true) })
        bar.append(Button(localized("Disable")) { [weak self] in self?.enableChosen(false) })
        bar.append(Button(localized("Remove")) { [weak self] in self?.removeChosen() }.styled("destructive-action"))
        refresh()
    }

    func refresh() {
        families = window.model.catalog.families(of: id).filter { $0.sample != nil }
        let provider = window.model.providers.first { $0.id("id") == id }
        head.rebuild {
            for widget in headWidgets { head.remove(widget) }
            headWidgets = [facts(provider)]
            for widget in headWidgets { head.append(widget) }
        }
        isRemoved = Self.isRemoved(provider)
        chosen.formIntersection(families.map(\.id))
        list?.show(count: families.count)
        showChosen()
    }

    /// Whether all fonts of a provider are removed.
    private static func isRemoved(_ provider: Record?) -> Bool {
        guard let provider else { return false }
        return provider.number("removed") > 0 && provider.number("removed") == provider.number("fonts")
    }

    private func facts(_ provider: Record?) -> PreferencesGroup {
        let group = PreferencesGroup()
        let identity = ActionRow(
            title: window.model.name(of: id),
            subtitle: [
                id == "user" ? "" : ShownText.line(id), provider.map(ProviderText.summary) ?? localized("No fonts"),
            ]
            .filter { !$0.isEmpty }.joined(separator: "\n"))
        identity.addPrefix(ProviderText.icon(id, size: 48))
        group.add(identity)
        let registrations = Self.isRemoved(provider) ? [] : families.flatMap(\.registrations)
        if !registrations.isEmpty {
            let row = ActionRow(
                title: localized("Programs find these fonts"), subtitle: localized("All fonts of this provider at once")
            )
            row.controls(
                Switch(families.contains { $0.isEnabled }) { [weak self] isOn in
                    guard let self else { return }
                    window.setEnabled(registrations, isOn, name: window.model.name(of: id))
                })
            group.add(row)
        }
        if let provider, provider.number("removed") > 0 {
            let row = ActionRow(
                title: localized("1 removed font", "%1 removed fonts", count: provider.number("removed")),
                subtitle: ProviderText.reason(provider))
            let button = Button(localized("Restore")) { [weak self] in
                guard let self else { return }
                window.restoreProvider(id)
            }
            button.aligned(vertically: .center)
            row.addSuffix(button)
            group.add(row)
        }
        if id != "user", !registrations.isEmpty {
            let row = ActionRow(
                title: localized("Remove all fonts"),
                subtitle: localized("You can restore them within 30 days."))
            let button = Button(localized("Remove")) { [weak self] in
                guard let self else { return }
                window.removeProvider(id)
            }
            button.styled("destructive-action").aligned(vertically: .center)
            row.addSuffix(button)
            group.add(row)
        }
        return group
    }

    // MARK: Rows

    fileprivate func family(_ index: Int) -> FamilyEntry? { families.indices.contains(index) ? families[index] : nil }

    fileprivate var sampleText: String { window.sampleText }

    /// Removed fonts cannot be enabled, but they can be restored.
    fileprivate var canChange: Bool { !isRemoved }

    fileprivate func isChosen(_ family: FamilyEntry) -> Bool { chosen.contains(family.id) }

    fileprivate func choose(_ family: FamilyEntry, _ isChosen: Bool) {
        if isChosen { chosen.insert(family.id) } else { chosen.remove(family.id) }
        showChosen()
    }

    fileprivate func enable(_ family: FamilyEntry, _ isEnabled: Bool) {
        window.setEnabled(family.registrations, isEnabled, name: family.name)
    }

    // MARK: Several at once

    private func showChosen() {
        bar.isVisible = !chosen.isEmpty
        count.text = localized("1 family selected", "%1 families selected", count: chosen.count)
    }

    private var chosenFamilies: [FamilyEntry] { families.filter { chosen.contains($0.id) } }

    private var chosenName: String {
        let chosen = chosenFamilies
        return chosen.count == 1 ? chosen[0].name : localized("1 family", "%1 families", count: chosen.count)
    }

    private func enableChosen(_ isEnabled: Bool) {
        window.setEnabled(chosenFamilies.flatMap(\.registrations), isEnabled, name: chosenName)
    }

    private func removeChosen() {
        window.remove(chosenFamilies.flatMap(\.faces), name: chosenName)
        chosen = []
        showChosen()
    }
}

/// The row of a family of a provider, with a check box and a switch.
@MainLoop
private final class ProvidedFamilyCell: ListCell {
    let widget: Widget
    private weak var page: ProviderPage?
    private let shown = ShownFamily()
    private let check: CheckButton
    private let control: Switch
    private let name = Label("").styled("heading")
    private let details = Label("").styled("dim-label", "caption")
    private let sample: SampleView

    /// The current family, because the handlers of the controls are made only once.
    @MainLoop
    private final class ShownFamily {
        var family: FamilyEntry?
    }

    init(_ samples: SampleLoader, _ page: ProviderPage?) {
        self.page = page
        check = CheckButton(false, name: "") { [weak page, shown] isOn in
            if let family = shown.family { page?.choose(family, isOn) }
        }
        control = Switch(false) { [weak page, shown] isOn in
            if let family = shown.family { page?.enable(family, isOn) }
        }
        sample = SampleView(samples, height: 36)
        let texts = Box(vertical: true, spacing: 2, [name, details, sample.widget])
        texts.expanding()
        let row = Box(vertical: false, spacing: 12, [check, texts, control, Icon(named: "go-next-symbolic")])
        row.margins(horizontal: 12, vertical: 8)
        widget = row
    }

    var isActivatable: Bool { page?.canChange ?? false }

    func show(_ index: Int) -> String {
        guard let page, let family = page.family(index), let face = family.sample else { return "" }
        shown.family = family
        name.text = family.name
        details.text = FamilyDetails.line(family)
        check.set(page.isChosen(family))
        check.setAccessibleName(localized("Select %1", family.name))
        control.set(family.isEnabled)
        control.setAccessibleName(localized("Use %1", family.name))
        widget.isSensitive = page.canChange
        sample.show(SampleFont(face), name: family.name, text: page.sampleText, size: 22)
        return family.name
    }

    func clear() {
        shown.family = nil
        sample.clear()
    }
}
