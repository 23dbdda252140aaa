internal import Adwaita
internal import DBus
internal import Localization

/// The findings of `typecase doctor`, with a button for each that it can repair.
@MainLoop
final class ProblemsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let page = PreferencesPage()
    private let failure: StatusPage
    private var isExamining = false

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        let spinner = Spinner()
        spinner.setSize(width: 32, height: 32)
        spinner.aligned(.center, vertically: .center)
        spinner.setAccessibleName(localized("Checking for problems"))
        failure = StatusPage(
            icon: "dialog-error-symbolic", title: localized("Cannot Check for Problems"), description: "")
        states.add(spinner, name: "looking")
        states.add(
            StatusPage(
                icon: "object-select-symbolic", title: localized("No Problems Found"),
                description: localized("Fonts, caches and the font service are in order."),
                Button(localized("Check Again")) { [weak self] in self?.examine() }.styled("pill").aligned(.center)),
            name: "nothing")
        states.add(failure, name: "failed")
        states.add(page, name: "list")
    }

    func appear() { examine() }

    /// Looks for problems, optionally after it has repaired one.
    private func examine(repairing finding: DoctorFindings.Finding? = nil) {
        guard !isExamining else { return }
        isExamining = true
        states.show("looking")
        let doctor = [SettingsProgram.commandLine, "doctor"]
        // A repair is completed even if the user closes the window meanwhile.
        Task { [weak self, model = window.model] in
            model.beginWork()
            defer { model.endWork() }
            var isRepaired = false
            if let finding {
                let outcome = await Program.run(doctor + ["--fix", finding.id, "--yes"], limit: ProgramLimits.change)
                if let outcome, outcome.code != 0 { self?.window.tell(ErrorText.line(ofCommand: outcome.errors)) }
                isRepaired = outcome?.code == 0
            }
            guard self != nil else { return }
            let outcome = await Program.run(doctor + ["--json", "--localized"], limit: ProgramLimits.reading)
            guard let self else { return }
            isExamining = false
            show(outcome)
            if let finding, isRepaired { tellRepaired(finding) }
        }
    }

    /// Reports a repair that can be undone, which only showing families again can.
    private func tellRepaired(_ finding: DoctorFindings.Finding) {
        let families = finding.items
        guard finding.id == "hidden-families", !families.isEmpty else { return }
        let session = window.model.session
        window.tell(localized("1 family is shown again", "%1 families are shown again", count: families.count)) {
            [weak self] () throws(BusError) in
            let failure = try await session.setHidden(families, true, force: true)
            guard let self else { return }
            if let failure { window.tell(MainWindow.message(failure)) }
            examine()
        }
    }

    private func show(_ outcome: Program.Outcome?) {
        guard let outcome, let findings = DoctorFindings.read(outcome.output) else {
            failure.set(
                title: localized("Cannot Check for Problems"),
                description: outcome.map { ErrorText.line(ofCommand: $0.errors) }
                    ?? localized("The command 'typecase' is not installed."))
            return states.show("failed")
        }
        guard !findings.isEmpty else { return states.show("nothing") }
        let group = PreferencesGroup(
            description: localized("1 problem", "%1 problems", count: findings.count))
        let again = Button(icon: "view-refresh-symbolic", name: localized("Check Again")) { [weak self] in
            self?.examine()
        }
        group.setHeaderWidget(again.styled("flat"))
        for finding in findings { group.add(row(finding)) }
        page.set([group])
        states.show("list")
    }

    private func row(_ finding: DoctorFindings.Finding) -> ExpanderRow {
        let row = ExpanderRow(title: ShownText.line(finding.seen), subtitle: ShownText.line(finding.reason))
        let icon =
            switch finding.severity {
            case "error": Icon(named: "dialog-error-symbolic").styled("error")
            case "warning": Icon(named: "dialog-warning-symbolic").styled("warning")
            default: Icon(named: "dialog-information-symbolic")
            }
        row.addPrefix(icon)
        for item in finding.items.prefix(50) { row.add(ActionRow(title: ShownText.line(item))) }
        if finding.items.count > 50 {
            row.add(ActionRow(title: localized("and 1 more", "and %1 more", count: finding.items.count - 50)))
        }
        row.add(ActionRow(title: localized("What to do"), subtitle: ShownText.line(finding.remedy)))
        if finding.isFixable {
            let button = Button(localized("Repair")) { [weak self] in self?.examine(repairing: finding) }
            row.addSuffix(button.styled("suggested-action").aligned(vertically: .center))
        }
        return row
    }
}
