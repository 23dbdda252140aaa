internal import Adwaita
internal import Localization

/// Who installed and changed a font and when, in a group of its page.
@MainLoop
final class FontHistoryGroup {
    /// The most changes that are shown.
    private static let limit = 20

    let widget = PreferencesGroup(title: localized("History"))
    private var reading: Task<Void, Never>?

    /// Reads what was done to a font.
    ///
    /// - Parameters:
    ///   - id: Its registration; `nil` for a font of the system, which has no history.
    ///   - session: The service.
    func show(_ id: String?, _ session: ServiceSession) {
        reading?.cancel()
        guard let id else {
            widget.isVisible = false
            return
        }
        reading = Task { [weak self] in
            // Where it cannot be read, nothing is said of it; the page of the history tells why.
            guard let changes = try? await session.history(of: id), !Task.isCancelled, let self else { return }
            show(changes)
        }
    }

    private func show(_ changes: [Record]) {
        widget.removeAll()
        widget.isVisible = !changes.isEmpty
        for change in changes.prefix(Self.limit) {
            let time = LocalTime(change.size("time"))
            let title = ChangeText.lines(change.records("items")).first ?? ShownText.line(change.id("action"))
            widget.add(ActionRow(title: title, subtitle: "\(time.day) \(time.time) · \(ChangeText.maker(change))"))
        }
        let others = changes.count - Self.limit
        if others > 0 { widget.add(ActionRow(title: localized("and 1 more", "and %1 more", count: others))) }
    }
}
