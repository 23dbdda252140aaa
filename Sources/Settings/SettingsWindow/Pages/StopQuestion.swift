internal import Adwaita
internal import Localization

/// Asks whether to stop an installation when its window is closed.
@MainLoop
final class StopQuestion {
    private let dialog: Window
    private var answered: (@MainLoop (Bool) -> Void)?

    /// Shows the question.
    ///
    /// - Parameters:
    ///   - window: The window that was closed.
    ///   - answered: Called once with whether to stop the installation.
    init(on window: Window, _ answered: @escaping @MainLoop (Bool) -> Void) {
        self.answered = answered
        let heading = localized("Fonts Are Being Installed")
        let stop = Button(localized("Stop and Close")) {}.styled("destructive-action")
        let stay = Button(localized("Keep Installing")) {}
        let buttons = Box(vertical: false, spacing: 12, [stop.expanding(), stay.expanding()])
        buttons.sharesEvenly()
        let note = localized("Fonts that are already installed are kept. The others are not installed.")
        let content = Box(
            vertical: true, spacing: 12,
            [
                Label(heading, wraps: true).centered().styled("title-2"), Label(note, wraps: true).centered(), buttons,
            ])
        content.margins(horizontal: 18, vertical: 18)
        dialog = Window(
            title: heading, width: 400, height: 0,
            Box(vertical: true, [HeaderBar(title: "").onlyCloses().styled("flat"), content]))
        stop.on("clicked") { [weak self] in self?.end(true) }
        stay.on("clicked") { [weak self] in self?.end(false) }
        dialog.addShortcut("Escape") { [weak self] in self?.end(false) }
        dialog.onCloseRequest { [weak self] in
            self?.end(false)
            // The question is closed by then.
            return false
        }
        dialog.belong(to: window)
        dialog.present()
        stay.focus()
    }

    /// Closes the question without an answer.
    func close() {
        guard answered != nil else { return }
        answered = nil
        dialog.close()
    }

    private func end(_ stops: Bool) {
        guard let answered else { return }
        close()
        answered(stops)
    }
}
