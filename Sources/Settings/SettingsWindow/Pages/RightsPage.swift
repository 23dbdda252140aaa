internal import Adwaita
internal import BusInterface
internal import DBus

/// What the user has allowed programs and denied them.
@MainLoop
final class RightsPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states = Stack()
    private let page = PreferencesPage()

    init(_ window: MainWindow) {
        self.window = window
        widget = states
        states.add(
            StatusPage(
                icon: "security-high-symbolic", title: localized("No Permissions"),
                description: localized("What you allow programs to do with fonts, or deny them, is listed here.")),
            name: "nothing")
        states.add(page, name: "list")
        window.model.observe { [weak self] in self?.appear() }
    }

    func appear() {
        Task { [weak self, session = window.model.session] in
            guard let grants = try? await session.management.listGrants(filter: [:]) else { return }
            self?.show(grants.map(Record.init))
        }
    }

    private func show(_ grants: [Record]) {
        var order: [String] = []
        var byProvider: [String: [Record]] = [:]
        for grant in grants {
            let provider = grant.id("provider")
            if byProvider[provider] == nil { order.append(provider) }
            byProvider[provider, default: []].append(grant)
        }
        page.set(
            order.map { provider in
                let group = PreferencesGroup(
                    title: window.model.name(of: provider), description: ShownText.line(provider))
                for grant in byProvider[provider] ?? [] { group.add(row(grant)) }
                return group
            })
        states.show(grants.isEmpty ? "nothing" : "list")
    }

    private func row(_ grant: Record) -> ActionRow {
        let right = grant.id("right")
        let font = grant.id("font")
        let package = grant.id("package")
        let isAllowed = grant.id("decision") == "allow"
        let about =
            if !package.isEmpty {
                localized("One package: %1", ShownText.line(package))
            } else if font.isEmpty {
                RightText.meaning(right)
            } else {
                localized("One font: %1", String(font.prefix(12)))
            }
        let row = ActionRow(title: RightText.title(right), subtitle: about)
        let choice = DropDown(
            [localized("Allowed"), localized("Denied")], name: RightText.title(right), selected: isAllowed ? 0 : 1)
        choice.onChange { [weak self] index in self?.set(grant, to: index == 0 ? "allow" : "deny") }
        row.addSuffix(choice)
        let reset = Button(icon: "edit-undo-symbolic", name: localized("Reset: ask again")) { [weak self] in
            self?.reset(grant)
        }
        reset.styled("flat").aligned(vertically: .center)
        row.addSuffix(reset)
        return row
    }

    private static func options(_ grant: Record) -> [String: BusVariant] {
        let font = grant.id("font")
        return font.isEmpty ? [:] : ["font": BusVariant(font)]
    }

    private func set(_ grant: Record, to decision: String) {
        let management = window.model.session.management
        let (provider, right) = (grant.id("provider"), grant.id("right"))
        let name = window.model.name(of: provider)
        window.perform { [weak self] () throws(BusError) in
            try await management.setGrant(
                provider: provider, right: right, decision: decision, options: Self.options(grant))
            self?.appear()
            self?.window.tell(
                decision == "allow" ? localized("Allowed for %1", name) : localized("Denied for %1", name)
            ) { [weak self] () throws(BusError) in
                try await management.setGrant(
                    provider: provider, right: right, decision: grant.id("decision"), options: Self.options(grant))
                self?.appear()
            }
        }
    }

    /// Forgets what was said of a right, single fonts included, so that the program asks again.
    private func reset(_ grant: Record) {
        let management = window.model.session.management
        let (provider, right) = (grant.id("provider"), grant.id("right"))
        let name = window.model.name(of: provider)
        window.perform { [weak self] () throws(BusError) in
            let before = try await management.listGrants(filter: ["provider": BusVariant(provider)]).map(Record.init)
                .filter { $0.id("right") == right }
            _ = try await management.revokeGrant(provider: provider, right: right, options: [:])
            self?.appear()
            self?.window.tell(localized("%1 will ask again", name)) { [weak self] () throws(BusError) in
                for grant in before {
                    try await management.setGrant(
                        provider: provider, right: right, decision: grant.id("decision"), options: Self.options(grant))
                }
                self?.appear()
            }
        }
    }
}

/// What the rights are called.
enum RightText {
    static func title(_ right: String) -> String {
        switch right {
        // Translators: This and the next five are permissions of a program.
        case "install-fonts": localized("Install fonts")
        case "install-undeclared-fonts": localized("Install undeclared fonts")
        case "use-installed-fonts": localized("Use fonts of other programs")
        case "request-fonts": localized("Request fonts")
        case "set-alternate-icons": localized("Change its icon")
        case "set-undeclared-icons": localized("Bring its own icon")
        default: ShownText.line(right)
        }
    }

    static func meaning(_ right: String) -> String {
        switch right {
        // Translators: This and the next five tell what a permission means; "it" is the program.
        case "install-fonts": localized("All programs can use the fonts that it installs.")
        case "install-undeclared-fonts": localized("The fonts need not be among those that it declares.")
        case "use-installed-fonts": localized("It learns which fonts other programs have installed.")
        case "request-fonts": localized("Fonts of others are in use for as long as it runs.")
        case "set-alternate-icons": localized("It is shown with another of its icons.")
        case "set-undeclared-icons": localized("It could look like another program.")
        default: ""
        }
    }
}
