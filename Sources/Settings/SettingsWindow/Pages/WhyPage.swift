internal import Adwaita
internal import Localization

extension MainWindow {
    /// Explains which font programs get for a name.
    func showExplanation(of name: String) {
        let page = WhyPage(name)
        push(localized("Why This Font?"), page.widget) { page.explain() }
        page.explain()
    }
}

/// The font that programs get for a name, and the reason, as `typecase why` reports them.
@MainLoop
private final class WhyPage {
    let widget: Widget
    private let name: String
    private let note = Label("", wraps: true).styled("dim-label")
    private let list = BoxedList()

    init(_ name: String) {
        self.name = name
        note.text = localized("Programs that ask for %1", ShownText.line(name))
        let box = Box(vertical: true, spacing: 12, [note, list])
        box.margins(horizontal: 12, vertical: 24)
        widget = ScrolledWindow(Clamp(box))
        list.isVisible = false
    }

    func explain() {
        Task { [weak self, name] in
            let outcome = await Program.run(
                [SettingsProgram.commandLine, "why", "--json", "--localized", "--", name],
                limit: ProgramLimits.reading)
            self?.show(outcome)
        }
    }

    private func show(_ outcome: Program.Outcome?) {
        let lines =
            outcome.flatMap { FontExplanationText.lines($0.output) }
            ?? [
                outcome.map { ErrorText.line(ofCommand: $0.errors) }
                    ?? localized("The command 'typecase' is not installed.")
            ]
        list.removeAll()
        for line in lines {
            let label = Label(line, wraps: true).selectable()
            label.margins(12)
            list.add(label, name: line)
        }
        list.isVisible = true
    }
}
