import Testing

@testable import CallerIdentity

struct ControlGroupsTests {
    private static let user = "/user.slice/user-1000.slice/user@1000.service"

    @Test(arguments: [
        ("0::\(user)/app.slice/app-gnome-org.example.App-123.scope", "app-gnome-org.example.App-123.scope"),
        ("0::\(user)/app.slice/app-a.slice/app-a@1.service/worker", "app-a@1.service"),
        ("0::\(user)/session.slice/dbus.service", "dbus.service"),
        ("0::\(user)/app.slice/_cpu.service", "cpu.service"),
        ("0::\(user)/init.scope", "init.scope"),
        ("0::/user@1000.service/app.slice/in-a-namespace.service", "in-a-namespace.service"),
        ("0::\(user)/user.slice/podman.scope/user@1000.service/app.slice/inner.service", "podman.scope"),
        // A system that has both versions: only systemd's own hierarchy tells.
        ("12:cpu,cpuacct:/\n1:name=systemd:\(user)/app.slice/legacy.service\n0::/", "legacy.service"),
        ("4:memory:/\n1:name=systemd:\(user)/a.slice/both.service\n0::\(user)/a.slice/both.service", "both.service"),
    ])
    func `The unit is found below the user's manager`(_ text: String, _ unit: String) throws {
        #expect(try ControlGroups(text: text + "\n").unit(ofUser: 1000) == unit)
    }

    @Test(arguments: [
        "", "0::/", "0::/user.slice/user-1000.slice/session-3.scope", "0::/system.slice/cron.service",
        "0::/user.slice/user-0.slice/user@0.service/app.slice/root.service", "0::\(user)", "0::\(user)/app.slice",
        "0::/../../user@1000.service/app.slice/outside.service", "0::\(user)/app.slice/directory/some.service",
        "3:memory:\(user)/app.slice/other-hierarchy.service", "nonsense", "::",
    ])
    func `Elsewhere there is no unit of the user`(_ text: String) throws {
        #expect(try ControlGroups(text: text).unit(ofUser: 1000) == nil)
    }
}
