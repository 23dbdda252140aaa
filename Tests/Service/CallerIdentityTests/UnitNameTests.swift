import Testing

@testable import CallerIdentity

struct UnitNameTests {
    @Test(arguments: [
        ("app-gnome-org.example.App-123.scope", "org.example.App"),
        ("app-org.example.App-123.scope", "org.example.App"),
        ("app-org.example.App-.scope", "org.example.App"),
        ("app-gnome-firefox\\x2desr-2718.scope", "firefox-esr"),
        ("app-KDE-org.kde.okular@0123abcd.service", "org.kde.okular"),
        ("app-org.kde.kate.service", "org.kde.kate"),
        ("app-org.example.Agent@autostart.service", "org.example.Agent"),
        ("app-flatpak-org.example.App.service", "org.example.App"),
    ])
    func `The units of applications tell the application id`(_ unit: String, _ application: String) {
        #expect(UnitName(unit).role == .application(application))
    }

    @Test(arguments: [
        "sync.service", "app.service", "app-.service", "app-org.example.App.scope", "app-a-b-c-d.scope",
        "apps-gnome-org.example.App-1.scope", "app-gnome-org.example\\x2App-1.scope", "app-gnome-a\\n-1.scope",
        "app-gnome-user-1.scope", "app-gnome-session.sync.service-1.scope", "app-gnome-snap.lxd-1.scope",
        "app-gnome-\\x2fetc-1.scope", "app-gnome--1.scope", "app-gnome-\\xff-1.scope", "run-r0123.scope", "",
        "vte-spawn-0a1b.scope", "app-gnome-a\\x+1-1.scope",
    ])
    func `Other units are no applications`(_ unit: String) {
        #expect(UnitName(unit).role == .other)
    }

    @Test(arguments: [
        ("app-flatpak-org.example.App-4711.scope", "org.example.App"),
        ("app-flatpak-org.example.Type-Setter-4711.scope", "org.example.Type-Setter"),
        ("app-flatpak-org.example.Type\\x2dSetter-4711.scope", "org.example.Type-Setter"),
    ])
    func `The scopes of Flatpak tell the application id, escaped or not`(_ unit: String, _ application: String) throws {
        guard case .flatpak(let name) = UnitName(unit).role else {
            Issue.record("not taken for a Flatpak")
            return
        }
        #expect(name.names(application))
        #expect(!name.names("org.example.Other"))
    }
}
