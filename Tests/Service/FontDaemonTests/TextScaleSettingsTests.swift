internal import FontService
internal import TestSupport
internal import Testing

@testable import FontDaemon

/// The user's settings that tell what the desktop makes of text.
@Suite struct TextScaleSettingsTests {
    private func factor(_ text: String, _ environment: [String: String] = [:]) throws -> Double? {
        let home = try ScratchHome()
        try home.scratch.write(text, to: "home/.config/kcmfonts")
        return TextScaleSettings(environment: home.environment.merging(environment) { $1 }).plasma()?.factor
    }

    @Test("Plasma has a resolution for each kind of session, and that of the session at hand counts")
    func plasma() throws {
        let both = "[General]\nforceFontDPI=192\nforceFontDPIWayland=120\n"
        #expect(try factor(both, ["XDG_SESSION_TYPE": "wayland"]) == 1.25)
        #expect(try factor(both, ["XDG_SESSION_TYPE": "x11"]) == 2)
        #expect(try factor(both) == 1.25)
        #expect(try factor("[General]\nforceFontDPI=192\n") == 2)
        #expect(try factor("[General]\nforceFontDPI=192\n", ["WAYLAND_DISPLAY": "wayland-0"]) == nil)
        #expect(try factor("[General]\nforceFontDPI=192\nforceFontDPIWayland=0\n") == 2, "0 is none")
        #expect(try factor("[General]\nforceFontDPI=-96\n") == nil)
        #expect(try factor("[Other]\nforceFontDPI=192\n") == nil)
        #expect(try factor("") == nil)
    }
}
