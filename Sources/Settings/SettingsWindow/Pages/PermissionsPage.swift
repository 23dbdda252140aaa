internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

/// The permissions of programs: the user's decisions, those of the machine's policy, and the defaults.
@MainLoop
final class PermissionsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states: ServiceStates
    private let page = PreferencesPage()
    private var policies: [String: PolicyText] = [:]
    private var isShown = false
    /// The number of the last query, because only its result is shown.
    private var asked = 0
    private var watch: Task<Void, Never>?
    /// The programs whose unchanged rights are shown.
    private var opened: Set<String> = []

    init(_ window: MainWindow) {
        self.window = window
        states = ServiceStates(
            page,
            nothing: StatusPage(
                icon: "security-high-symbolic", title: localized("No Permissions"),
                description: localized("The permissions of programs are listed here."))
        ) { [model = window.model] in model.reload() }
        widget = states.widget
        window.model.observe(self) { [weak self] in
            guard let self, isShown else { return }
            read()
        }
        // Decisions are also made in other programs and in dialogs.
        watch = Task { [weak self, management = window.model.session.management] in
            guard let changes = try? await management.statusChanged() else { return }
            for await _ in changes {
                guard let self else { return }
                if isShown { read() }
            }
        }
    }

    isolated deinit { watch?.cancel() }

    func appear() {
        isShown = true
        // The policy may have changed since the page was last visible.
        policies = [:]
        read()
    }

    private func read() {
        let model = window.model
        guard model.isLoaded, model.failure == nil else { return states.show(model) }
        asked += 1
        let number = asked
        Task { [weak self, session = model.session] in
            do throws(BusError) {
                let grants = try await session.management.listGrants(filter: [:]).map(Record.init)
                // An update may have changed rights since the fonts were read.
                let providers = try await session.providers()
                let programs = ProgramRights.all(grants, providers, [:]).map(\.provider)
                guard let known = self?.policies else { return }
                let new = programs.filter { known[$0] == nil }
                let read = new.isEmpty ? [:] : await PolicyText.read(new)
                guard let self else { return }
                policies.merge(read) { $1 }
                if number == asked { show(ProgramRights.all(grants, providers, policies)) }
            } catch {
                guard let self, number == asked else { return }
                states.show(error)
            }
        }
    }

    private func show(_ programs: [ProgramRights]) {
        page.set(
            programs.map { program in
                let group = PreferencesGroup(
                    title: window.model.name(of: program.provider), description: ShownText.line(program.provider))
                for standing in program.standings where standing.isChanged {
                    for row in rows(standing, of: program) { group.add(row) }
                }
                group.add(unchanged(program))
                return group
            })
        states.show(isEmpty: programs.isEmpty)
    }

    /// The rights without decisions, behind a row.
    private func unchanged(_ program: ProgramRights) -> ExpanderRow {
        let rest = program.standings.filter { !$0.isChanged }
        let row = ExpanderRow(
            title: localized("1 unchanged permission", "%1 unchanged permissions", count: rest.count),
            subtitle: RightText.standard(program))
        for standing in rest { row.add(choiceRow(standing, of: program)) }
        row.isVisible = !rest.isEmpty
        row.isOpen = opened.contains(program.provider)
        row.onOpen { [weak self] isOpen in
            if isOpen { self?.opened.insert(program.provider) } else { self?.opened.remove(program.provider) }
        }
        return row
    }

    private func rows(_ standing: ProgramRights.Standing, of program: ProgramRights) -> [ActionRow] {
        if let rule = standing.rule { return [ruleRow(standing, rule)] }
        let isShown = standing.isAllowed != nil || standing.isOfManifest || standing.update != nil
        let whole = isShown ? [choiceRow(standing, of: program)] : []
        return whole + standing.single.map { singleRow($0, program.provider) }
    }

    /// A row for a decision of the policy, which the user cannot change.
    private func ruleRow(_ standing: ProgramRights.Standing, _ rule: PolicyText.Rule) -> ActionRow {
        let row = ActionRow(
            title: RightText.title(standing.right),
            subtitle: [localized("Set by the policy of this machine: %1", rule.place), rule.reason]
                .filter { !$0.isEmpty }.joined(separator: "\n"))
        row.addPrefix(Icon(named: "channel-secure-symbolic"))
        row.addSuffix(Label(rule.isAllowed ? localized("Allowed") : localized("Denied")).styled("dim-label"))
        return row
    }

    private func choiceRow(_ standing: ProgramRights.Standing, of program: ProgramRights) -> ActionRow {
        var subtitle = RightText.meaning(standing.right)
        if standing.isOfManifest, standing.isAllowed == nil {
            subtitle += "\n" + localized("Allowed by the manifest that your administrator installed with the program")
        }
        if let update = standing.update { subtitle += "\n" + RightText.update(update) }
        let row = ActionRow(title: RightText.title(standing.right), subtitle: subtitle)
        let selected = standing.isAllowed.map { $0 ? 1 : 2 } ?? 0
        let choice = DropDown(
            // Translators: A choice of what holds for a permission; the others are "Allowed" and "Denied".
            [localized("Not changed"), localized("Allowed"), localized("Denied")],
            name: RightText.title(standing.right), selected: selected)
        let provider = program.provider
        choice.onChange { [weak self] index in
            self?.set(provider, standing.right, index == 0 ? nil : index == 1)
        }
        if standing.isAllowed != nil || standing.update != nil {
            mark(row) { [weak self] in self?.set(provider, standing.right, nil) }
        }
        row.addSuffix(choice)
        return row
    }

    private func singleRow(_ grant: Record, _ provider: String) -> ActionRow {
        let (right, font, package) = (grant.id("right"), grant.id("font"), grant.id("package"))
        let row = ActionRow(
            title: RightText.title(right),
            subtitle: package.isEmpty
                ? localized("One font: %1", name(ofFont: font)) : localized("One package: %1", ShownText.line(package)))
        mark(row) { [weak self] in self?.forget(grant, of: provider) }
        row.addSuffix(
            Label(grant.id("decision") == "allow" ? localized("Allowed") : localized("Denied")).styled("dim-label"))
        return row
    }

    private func name(ofFont digest: String) -> String {
        let face = window.model.catalog.families.lazy.flatMap(\.faces).first { $0.digest == digest }
        return face?.fullName ?? String(digest.prefix(12))
    }

    /// Marks a row as one that the user or an update has changed, with a button that resets it.
    private func mark(_ row: ActionRow, _ reset: @escaping @MainLoop () -> Void) {
        row.addPrefix(Icon(named: "document-edit-symbolic").styled("accent"))
        let button = Button(icon: "edit-undo-symbolic", name: localized("Reset your decision"), reset)
        row.addSuffix(button.styled("flat").aligned(vertically: .center))
    }

    // MARK: Changes

    /// Allows or denies a right as a whole, or removes the decisions about it.
    private func set(_ provider: String, _ right: String, _ isAllowed: Bool?) {
        change(provider, right, to: isAllowed) { before in
            guard let isAllowed else { return before.filter { !$0.id("font").isEmpty } }
            return [Record(["decision": BusVariant(isAllowed ? "allow" : "deny")])]
        }
    }

    /// Removes the decision about a single font; the toast can undo it.
    private func forget(_ grant: Record, of provider: String) {
        let session = window.model.session
        let name = window.model.name(of: provider)
        window.perform { [weak self] () throws(BusError) in
            try await session.forgetDecision(provider, grant.id("right"), font: grant.id("font"))
            self?.read()
            self?.window.tell(localized("Reset for %1", name)) { [weak self] () throws(BusError) in
                try await session.management.setGrant(
                    provider: provider, right: grant.id("right"), decision: grant.id("decision"),
                    options: ["font": BusVariant(grant.id("font"))])
                self?.read()
            }
        }
    }

    /// Changes the decisions about a right; the toast can undo it.
    private func change(
        _ provider: String, _ right: String, to isAllowed: Bool?,
        _ change: @escaping @MainLoop ([Record]) -> [Record]
    ) {
        let session = window.model.session
        let name = window.model.name(of: provider)
        window.perform { [weak self] () throws(BusError) in
            let before = try await session.decisions(provider, right)
            try await session.setDecisions(provider, right, change(before))
            self?.read()
            let text =
                switch isAllowed {
                case nil: localized("Reset for %1", name)
                case true?: localized("Allowed for %1", name)
                case false?: localized("Denied for %1", name)
                }
            // If only an update had changed the right, there is no decision to restore.
            if isAllowed == nil, before.isEmpty {
                self?.window.tell(text)
                return
            }
            self?.window.tell(text) { [weak self] () throws(BusError) in
                try await session.setDecisions(provider, right, before)
                self?.read()
            }
        }
    }
}
