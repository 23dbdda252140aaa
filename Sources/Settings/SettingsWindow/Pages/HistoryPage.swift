internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// The changes of fonts, with their times and authors, and a button that undoes each.
@MainLoop
final class HistoryPage: SettingsPage {
    /// The number of changes that are shown at first, and added with each press of a button.
    private static let step = 50

    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let page = PreferencesPage()
    private let failure: StatusPage
    private var count = HistoryPage.step
    private var isShown = false
    /// The number of the last query, because only its result is shown.
    private var asked = 0

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        failure = StatusPage(
            icon: "dialog-error-symbolic", title: localized("Cannot Read the History"), description: "")
        states.add(
            StatusPage(
                icon: "document-open-recent-symbolic", title: localized("No Changes"),
                description: localized("Changes from the last 30 days are listed here, and can be undone.")),
            name: "nothing")
        states.add(failure, name: "failed")
        states.add(page, name: "list")
        window.model.observe(self) { [weak self] in
            guard let self, isShown else { return }
            appear()
        }
    }

    func appear() {
        isShown = true
        asked += 1
        Task { [weak self, asked, count, session = window.model.session] in
            do throws(BusError) {
                let (changes, hasMore) = try await session.history(count: count)
                guard let self, self.asked == asked else { return }
                show(changes, hasMore: hasMore)
            } catch {
                guard let self, self.asked == asked else { return }
                fail(error)
            }
        }
    }

    private func fail(_ error: BusError) {
        failure.set(title: localized("Cannot Read the History"), description: MainWindow.message(error))
        states.show("failed")
    }

    private func show(_ changes: [Record], hasMore: Bool) {
        var groups: [PreferencesGroup] = []
        var day = ""
        for change in changes {
            let time = LocalTime(change.size("time"))
            if groups.isEmpty || time.day != day {
                day = time.day
                groups.append(PreferencesGroup(title: day))
            }
            groups.last?.add(row(change, time))
        }
        if hasMore {
            let more = Button(localized("Show More")) { [weak self] in
                guard let self else { return }
                count += Self.step
                appear()
            }
            groups.append(PreferencesGroup([more.styled("pill").aligned(.center)]))
        }
        page.set(groups)
        states.show(changes.isEmpty ? "nothing" : "list")
    }

    private func row(_ change: Record, _ time: LocalTime) -> Widget {
        let title = ChangeText.title(change)
        var subtitle = time.time + " · " + ChangeText.maker(change)
        let isUndone = change.size("undone_by") > 0
        let whyNot = ChangeText.whyNot(change)
        if isUndone {
            // Translators: The state of a change in the history.
            subtitle += " · " + localized("Undone")
        } else if !whyNot.isEmpty {
            subtitle += "\n" + whyNot
        }
        let items = change.records("items")
        let lines = ChangeText.lines(items)
        let undo = change.flag("undoable") ? undoButton(change, title) : nil
        guard lines.count > 1 else {
            let row = ActionRow(title: title, subtitle: subtitle)
            if let undo { row.addSuffix(undo) }
            return row
        }
        let row = ExpanderRow(title: title, subtitle: subtitle)
        for line in lines { row.add(ActionRow(title: line)) }
        let others = change.number("count") - items.count
        if others > 0 { row.add(ActionRow(title: localized("and 1 more", "and %1 more", count: others))) }
        if let undo { row.addSuffix(undo) }
        return row
    }

    private func undoButton(_ change: Record, _ title: String) -> Widget {
        let button = Button(icon: "edit-undo-symbolic", name: localized("Undo: %1", title)) { [weak self] in
            self?.undo(change.size("id"))
        }
        return button.styled("flat").aligned(vertically: .center)
    }

    /// Undoes a change; the toast can redo it.
    private func undo(_ id: UInt64) {
        window.perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let session = window.model.session
            let reply = try await session.management.undo(
                change: id, options: [:], timeout: ServiceSession.changeTimeout)
            appear()
            if let failure = reply.results.lazy.map(Record.init).compactMap(\.failure).first {
                return window.tell(MainWindow.message(failure))
            }
            window.tell(localized("The change is undone")) { [weak self] () throws(BusError) in
                let failure = try await session.undo(reply.made)
                guard let self else { return }
                appear()
                if let failure { window.tell(MainWindow.message(failure)) }
            }
        }
    }
}
