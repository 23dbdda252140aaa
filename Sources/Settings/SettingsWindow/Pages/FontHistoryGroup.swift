internal import Adwaita
internal import Localization

/// Who installed and changed a font, and when, as a group of its page.
@MainLoop
final class FontHistoryGroup {
    /// The maximum number of changes that are shown.
    private static let limit = 20

    let widget = PreferencesGroup(title: localized("History"))
    private var reading: Task<Void, Never>?

    /// Reads the history of a font.
    ///
    /// - Parameters:
    ///   - id: Its registration; `nil` for a system font, which has no history.
    ///   - session: The service.
    func show(_ id: String?, _ session: ServiceSession) {
        reading?.cancel()
        guard let id else {
            widget.isVisible = false
            return
        }
        reading = Task { [weak self] in
            // If it cannot be read, there is no group; the page of the history shows the reason.
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
