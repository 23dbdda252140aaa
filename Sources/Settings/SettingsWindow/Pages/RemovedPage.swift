internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Shows the removed fonts that can be restored, and the hidden families.
    func showRemoved() {
        let page = RemovedPage(self)
        push(localized("Removed and Hidden Fonts"), page.widget) { page.refresh() }
        page.refresh()
    }
}

/// The fonts that were removed or replaced in the last 30 days, and the hidden families of the system.
///
/// Each has a button that restores it.
@MainLoop
private final class RemovedPage {
    /// The maximum number of rows; more rows would only make the window slow.
    private static let limit: UInt32 = 200

    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let page = PreferencesPage()
    private let failure: StatusPage

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        failure = StatusPage(icon: "dialog-error-symbolic", title: localized("No Font Service"), description: "")
        states.add(
            StatusPage(
                icon: "user-trash-symbolic", title: localized("No Removed or Hidden Fonts"),
                description: localized("Fonts that are removed or replaced are kept for 30 days.")), name: "nothing")
        states.add(failure, name: "failed")
        states.add(page, name: "list")
    }

    func refresh() {
        Task { [weak self, session = window.model.session] in
            do throws(BusError) {
                let reply = try await session.management.listRemoved(filter: ["limit": BusVariant(Self.limit)])
                let hidden = try await session.management.listHiddenFamilies(filter: [:])
                self?.show(
                    reply.fonts.map(Record.init), hasMore: !reply.cursor.isEmpty, hidden: hidden.map(Record.init))
            } catch {
                self?.failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
                self?.states.show("failed")
            }
        }
    }

    private func show(_ fonts: [Record], hasMore: Bool, hidden: [Record]) {
        let group = PreferencesGroup(description: localized("Fonts that are removed or replaced are kept for 30 days."))
        for font in fonts { group.add(row(font)) }
        if hasMore {
            group.add(ActionRow(title: localized("Only the last %1 are shown", LocalNumber.text(Int(Self.limit)))))
        }
        page.set((fonts.isEmpty ? [] : [group]) + (hidden.isEmpty ? [] : [self.group(hiding: hidden)]))
        states.show(fonts.isEmpty && hidden.isEmpty ? "nothing" : "list")
    }

    private func group(hiding families: [Record]) -> PreferencesGroup {
        let group = PreferencesGroup(
            title: localized("Hidden From Programs"),
            description: localized("System font families; programs in a sandbox may still find them."))
        for family in families.map({ $0.id("family") }) {
            let name = ShownText.line(family)
            let row = ActionRow(title: name)
            // Translators: Verb, a button: programs find this family again, which was hidden from them.
            let button = Button(localized("Show")) { [weak self] in
                self?.window.setHidden(family, false) { [weak self] in self?.refresh() }
            }
            button.setAccessibleName(localized("Show %1", name))
            row.addSuffix(button.aligned(vertically: .center))
            group.add(row)
        }
        return group
    }

    private func row(_ font: Record) -> ActionRow {
        let names = font.records("faces").map { $0.text("postscript_name") }.filter { !$0.isEmpty }
        let title = names.first ?? String(font.text("id").prefix(12))
        let day = LocalTime(font.size("time")).day
        let reason =
            switch font.id("reason") {
            case "replaced": localized("Replaced by another version on %1", day)
            case "deleted": localized("Its file was deleted on %1", day)
            default: localized("Removed on %1", day)
            }
        let subtitle = [
            window.model.name(of: font.id("provider")), reason,
            localized("Kept until %1", LocalTime(font.size("expires")).day),
        ].joined(separator: " · ")
        let row = ActionRow(
            title: CountedText.text(title, others: names.count - 1),
            subtitle: subtitle)
        let button = Button(localized("Restore")) { [weak self] in self?.restore(font.id("id"), title) }
        button.setAccessibleName(localized("Restore %1", title))
        row.addSuffix(button.aligned(vertically: .center))
        return row
    }

    private func restore(_ digest: String, _ title: String) {
        window.perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = window.model.session
            let outcome = try await session.restore([digest])
            if let failure = outcome.failure { return window.tell(MainWindow.message(failure)) }
            refresh()
            let text = localized("%1 is restored", title)
            guard let change = await session.change(OwnChange.installing, of: outcome.ids) else {
                return window.tell(text)
            }
            window.tell(text) { [weak self] () throws(BusError) in
                if let failure = try await session.undo(change) { self?.window.tell(MainWindow.message(failure)) }
                self?.refresh()
            }
        }
    }
}
