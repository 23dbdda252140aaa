internal import Adwaita
internal import DBus
internal import Localization

/// The providers of fonts.
@MainLoop
final class ProvidersPage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let states: ServiceStates
    private let page = PreferencesPage()

    init(_ window: MainWindow) {
        self.window = window
        states = ServiceStates(
            page,
            nothing: StatusPage(
                icon: "application-x-executable-symbolic", title: localized("No Providers"),
                description: localized(
                    "Applications that install fonts are listed here, as well as the fonts that you install yourself."),
                Button(localized("Removed and Hidden Fonts")) { [weak window] in window?.showRemoved() }
                    .styled("pill").aligned(.center))
        ) { [model = window.model] in model.reload() }
        widget = states.widget
        window.model.observe(self) { [weak self] in self?.update() }
    }

    func appear() {}

    private func update() {
        let model = window.model
        states.show(model, isEmpty: model.providers.isEmpty)
        let group = PreferencesGroup(
            description: localized(
                "When an application is uninstalled, its fonts are removed. When it is installed again, they are restored."
            ))
        for provider in model.providers {
            let id = provider.id("id")
            let row = ActionRow(title: model.name(of: id), subtitle: ProviderText.summary(provider))
            row.addPrefix(ProviderText.icon(id, size: 32))
            row.onActivate { [weak self] in self?.window.showProvider(id) }
            group.add(row)
        }
        let removed = ActionRow(
            title: localized("Removed and Hidden Fonts"),
            subtitle: localized("Restore removed or replaced fonts, and show hidden fonts again"))
        removed.addPrefix(Icon(named: "user-trash-symbolic", size: 32))
        removed.onActivate { [weak self] in self?.window.showRemoved() }
        page.set([group, PreferencesGroup([removed])])
    }
}

/// The subtitle of a provider.
@MainLoop
enum ProviderText {
    static func icon(_ id: String, size: Int) -> Icon {
        Icon(
            of: Application(id: id), or: id == "user" ? "avatar-default-symbolic" : "application-x-executable-symbolic",
            size: size)
    }

    /// The text about how a provider was identified.
    static func kind(_ kind: String) -> String {
        switch kind {
        case "flatpak": localized("Flatpak")
        case "snap": localized("Snap")
        case "application": localized("Application")
        case "appimage": localized("AppImage")
        case "package": localized("Program from a package")
        // Translators: A service of systemd.
        case "unit": localized("Service")
        case "process": localized("Program")
        // Translators: Who installed the fonts: the user.
        case "user": localized("You")
        case "recovered": localized("Known only from its files")
        default: ShownText.line(kind)
        }
    }

    static func summary(_ provider: Record) -> String {
        let fonts = provider.number("fonts")
        let removed = provider.number("removed")
        var parts = [kind(provider.id("kind")), localized("1 font", "%1 fonts", count: fonts)]
        let disabled = fonts - removed - provider.number("enabled")
        if disabled > 0 { parts.append(localized("1 disabled", "%1 disabled", count: disabled)) }
        if removed > 0 { parts.append(localized("1 removed", "%1 removed", count: removed)) }
        return parts.joined(separator: " · ")
    }

    static func reason(_ provider: Record) -> String {
        switch provider.id("removed_reason") {
        case "gone": localized("The application is no longer installed.")
        case "unmounted": localized("The disk with the application is not mounted.")
        default: localized("You removed them. They are kept for 30 days.")
        }
    }
}
