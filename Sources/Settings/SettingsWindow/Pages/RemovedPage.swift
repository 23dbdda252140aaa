internal import Adwaita
internal import BusInterface
internal import DBus

extension MainWindow {
    /// Shows the fonts that were removed and can be brought back.
    func showRemoved() {
        let page = RemovedPage(self)
        push(localized("Removed Fonts"), page.widget) { page.refresh() }
        page.refresh()
    }
}

/// The fonts that were removed or replaced in the last 30 days, each with a button that brings it back.
@MainLoop
private final class RemovedPage {
    /// More rows than people look through only make the window slow.
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
                icon: "user-trash-symbolic", title: localized("No Removed Fonts"),
                description: localized("Fonts that are removed or replaced are kept for 30 days.")), name: "nothing")
        states.add(failure, name: "failed")
        states.add(page, name: "list")
    }

    func refresh() {
        Task { [weak self, session = window.model.session] in
            do throws(BusError) {
                let reply = try await session.management.listRemoved(filter: ["limit": BusVariant(Self.limit)])
                self?.show(reply.fonts.map(Record.init), hasMore: !reply.cursor.isEmpty)
            } catch {
                self?.failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
                self?.states.show("failed")
            }
        }
    }

    private func show(_ fonts: [Record], hasMore: Bool) {
        let group = PreferencesGroup(description: localized("Fonts that are removed or replaced are kept for 30 days."))
        for font in fonts { group.add(row(font)) }
        if hasMore { group.add(ActionRow(title: localized("Only the last %1 are shown", String(Self.limit)))) }
        page.set([group])
        states.show(fonts.isEmpty ? "nothing" : "list")
    }

    private func row(_ font: Record) -> ActionRow {
        let names = font.records("faces").map { $0.text("postscript_name") }.filter { !$0.isEmpty }
        let title = names.first ?? String(font.text("id").prefix(12))
        let reason =
            switch font.id("reason") {
            case "replaced": localized("Replaced by another version")
            case "deleted": localized("Its file was deleted")
            default: localized("Removed")
            }
        let subtitle = [
            window.model.name(of: font.id("provider")), "\(reason), \(LocalTime(font.size("time")).day)",
            localized("Kept until %1", LocalTime(font.size("expires")).day),
        ].joined(separator: " · ")
        let row = ActionRow(
            title: names.count > 1 ? localized("%1 and %2 more", title, String(names.count - 1)) : title,
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
            if let failure = try await session.restore([digest]) { return window.tell(MainWindow.message(failure)) }
            refresh()
            let change = await session.lastChange()
            window.tell(localized("%1 is restored", title)) { [weak self] () throws(BusError) in
                guard let change else { return }
                _ = try await session.management.undo(
                    change: change, options: [:], timeout: ServiceSession.changeTimeout)
                self?.refresh()
            }
        }
    }
}
