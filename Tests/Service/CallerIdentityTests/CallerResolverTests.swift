import FontModel
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import CallerIdentity

struct CallerResolverTests {
    private static let manager = "0::/user.slice/user-\(geteuid()).slice/user@\(geteuid()).service"

    @Test func `A process with Flatpak's information is the application it names`() throws {
        let process = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-flatpak-org.example.Foundry-4711.scope\n")
        try process.setInformation("[Application]\nname=org.example.Foundry\n\n[Instance]\ninstance-id=1\n")
        let identity = try process.resolve()
        #expect(identity.kind == .flatpak)
        #expect(identity.applicationID == "org.example.Foundry")
        #expect(identity.provider.rawValue == "org.example.Foundry")
        #expect(identity.processID == process.processID)
    }

    @Test(arguments: [("/var/lib/flatpak/app/x/files", "/var/lib/flatpak/app/x/files"), ("relative", nil), ("", nil)])
    func `Flatpak says where an application is deployed`(_ text: String, _ directory: String?) throws {
        let process = try FakeProcess()
        try process.setInformation("[Application]\nname=org.example.App\n\n[Instance]\napp-path=\(text)\n")
        #expect(try process.resolve().applicationDirectory == directory)
    }

    @Test func `An application is deployed where Flatpak has put it, wherever it has itself started from`() throws {
        let process = try FakeProcess()
        let own = "app-path=/home/user/.var/app/org.example.App/data/x\n"
        let deployed = "/var/lib/flatpak/app/org.example.App/x86_64/stable/1/files"
        try process.setInformation(
            "[Application]\nname=org.example.App\n\n[Instance]\n\(own)original-app-path=\(deployed)\n")
        #expect(try process.resolve().applicationDirectory == deployed)
    }

    @Test(arguments: [
        ("[Context]\nshared=network;ipc;\n", true), ("[Context]\nshared=ipc;network\n", true),
        ("[Context]\nshared=ipc;\n", false), ("[Context]\nsockets=network;\n", false), ("", false),
    ])
    func `Flatpak says whether an application has the network`(_ text: String, _ hasNetwork: Bool) throws {
        let process = try FakeProcess()
        try process.setInformation("[Application]\nname=org.example.App\n\n\(text)")
        #expect(try process.resolve().hasNetwork == hasNetwork)
    }

    @Test func `A runtime that is run without an application is known by its own name`() throws {
        let process = try FakeProcess()
        try process.setInformation("[Runtime]\nname=org.example.Platform\n")
        #expect(try process.resolve().provider.rawValue == "org.example.Platform")
    }

    @Test(arguments: [
        "", "[Application]\n", "[Application]\nruntime=org.example.Platform\n", "no group\n",
        "name=org.example.App\n[Application]\n", "[Application]\nname=\n", "[Application]\nname=undotted\n",
        "[Application]\nname=org.example.App\nname=org.example.Other\n", "[Application]\nname=../../etc\n",
        "[Application]\nname=session.dbus.service\n", "[Application]\nname=package.fonts-lato\n",
        "[Application]\nname=org.example/App\n", "[Application\nname=org.example.App\n",
        "[Application]\nname=org.example.App\nbroken line\n",
    ])
    func `Flatpak's information that names no application is a refusal`(_ text: String) throws {
        let process = try FakeProcess()
        try process.setInformation(text)
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
    }

    @Test func `Flatpak's information that is too long, or names something too long, is a refusal`() throws {
        let process = try FakeProcess()
        try process.setInformation("[Application]\nname=org.example.\(String(repeating: "x", count: 300))\n")
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
        try process.setInformation(
            "[Application]\nname=org.example.App\n#\(String(repeating: "x", count: 1 << 20))\n")
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
    }

    @Test func `Flatpak's information that is not text is a refusal`() throws {
        let process = try FakeProcess()
        try process.setInformation(bytes: Array("[Application]\nname=org.example.".utf8) + [0xff, 0xfe])
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
    }

    @Test(arguments: ["directory", "fifo", "link to a good file", "dangling link"])
    func `Something else in the place of Flatpak's information is a refusal`(_ kind: String) throws {
        let process = try FakeProcess()
        switch kind {
        case "directory": try retryingInterrupts { mkdir(process.information, 0o700) }
        case "fifo": try retryingInterrupts { mkfifo(process.information, 0o600) }
        case "link to a good file":
            let file = "\(process.path)/good"
            try process.setInformation("[Application]\nname=org.example.App\n")
            try retryingInterrupts { rename(process.information, file) }
            try retryingInterrupts { symlink(file, process.information) }
        default: try retryingInterrupts { symlink("/nonexistent", process.information) }
        }
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
    }

    @Test(.enabled(if: geteuid() != 0, "root can read everything"))
    func `Flatpak's information that cannot be read is a refusal`() throws {
        let process = try FakeProcess()
        try process.setInformation("[Application]\nname=org.example.App\n")
        try retryingInterrupts { chmod(process.information, 0) }
        expectRefusal(.malformedSandboxInformation) { try process.resolve() }
    }

    @Test func `A sandbox and a scope that name different applications are a refusal`() throws {
        let process = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-flatpak-org.example.Other-1.scope\n")
        try process.setInformation("[Application]\nname=org.example.App\n")
        expectRefusal(.contradiction) { try process.resolve() }
    }

    @Test func `A process in a Flatpak's scope but not in its sandbox is a refusal`() throws {
        let process = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-flatpak-org.example.App-1.scope\n")
        expectRefusal(.contradiction) { try process.resolve() }
    }

    @Test func `Hierarchies that name different units are a refusal`() throws {
        let process = try FakeProcess(
            controlGroups: """
                1:name=systemd:\(Self.manager.dropFirst(3))/app.slice/one.service
                \(Self.manager)/app.slice/two.service

                """)
        expectRefusal(.contradiction) { try process.resolve() }
    }

    @Test func `A process in the unit of an application that is installed belongs to the application`() throws {
        let process = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-gnome-org.example.Type\\x2dSetter-123.scope\n")
        try process.install("org.example.Type-Setter.desktop", "[Desktop Entry]\nName=Type Setter\nName[de]=Setzer\n")
        let identity = try process.resolve()
        #expect(identity.kind == .application)
        #expect(identity.applicationID == "org.example.Type-Setter")
        #expect(identity.displayName == "Type Setter")
        #expect(identity.provider.rawValue == "org.example.Type-Setter")
        #expect(!identity.isSandboxed)
    }

    @Test func `A unit that is named as of an application is none where no such application is installed`() throws {
        let process = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-gnome-org.example.Setter-123.scope\n")
        try process.install("org.example.Other.desktop")
        let identity = try process.resolve()
        #expect(identity.kind == .unit)
        #expect(identity.applicationID == nil)
        // What it registered when the application was installed stays its own.
        #expect(identity.provider.rawValue == "org.example.Setter")
    }

    @Test(arguments: [
        "", "[Desktop Entry]\n", "[Desktop Entry]\nName=\n", "[Desktop Entry]\nName=a\u{202E}b\n", "not a key file",
        "[Desktop Entry]\nName=\(String(repeating: "x", count: 101))\n",
        "[Desktop Entry]\nName=Long\n\(String(repeating: "#", count: 300_000))\n",
    ])
    func `An application whose file has no name to show is known by its id`(_ text: String) throws {
        let process = try FakeProcess(controlGroups: "\(Self.manager)/app.slice/app-org.example.App-1.scope\n")
        try process.install("org.example.App.desktop", text)
        let identity = try process.resolve()
        #expect(identity.kind == .application)
        #expect(identity.displayName == "org.example.App")
    }

    @Test func `The file of an application may be in a directory that is part of its id`() throws {
        let process = try FakeProcess(controlGroups: "\(Self.manager)/app.slice/app-kde\\x2dkate\\x2dsession-1.scope\n")
        #expect(try process.resolve().kind == .unit)
        try process.install("kde/kate-session.desktop")
        #expect(try process.resolve().kind == .application)
    }

    @Test func `A process in any other unit is known by the unit`() throws {
        let identity = try FakeProcess(controlGroups: "\(Self.manager)/background.slice/sync.service\n").resolve()
        #expect(identity.kind == .unit)
        #expect(identity.applicationID == nil)
        #expect(identity.provider.rawValue == "session.sync.service")
    }

    /// What tells of a snap, and what follows from it.
    struct SnapCase: Sendable, CustomTestStringConvertible {
        var unit: String?
        var label: String?
        var file = "attr/apparmor/current"
        var provider: String?
        var isSandboxed = true
        var refusal: CallerError.Code?
        var testDescription: String { "\(unit ?? "no unit"), \(label ?? "no label")" }
    }

    @Test(arguments: [
        // Without AppArmor the unit alone tells, and is taken for confined.
        SnapCase(unit: "snap.foundry.app-1f0f8d3f.scope", provider: "snap.foundry"),
        SnapCase(unit: "snap.foundry_two.app.1f0f8d3f.scope", provider: "snap.foundry_two"),
        SnapCase(unit: "snap.foundry.daemon.service", provider: "snap.foundry"),
        SnapCase(unit: "snap.foundry.hook.configure-1f.scope", provider: "snap.foundry"),
        SnapCase(unit: "snap.scope", refusal: .unknownSandbox),
        SnapCase(unit: "snap..app.scope", refusal: .unknownSandbox),
        SnapCase(unit: "snap.Foundry.app-1.scope", refusal: .unknownSandbox),
        // With it the label counts, in whatever unit the process is.
        SnapCase(unit: "snap.foundry.app-1.scope", label: "snap.foundry.app (enforce)\n", provider: "snap.foundry"),
        SnapCase(unit: "vte-spawn-1.scope", label: "snap.foundry.app (enforce)\n", provider: "snap.foundry"),
        SnapCase(unit: nil, label: "snap.foundry.app (enforce)\n", provider: "snap.foundry"),
        SnapCase(unit: nil, label: "snap.foundry.app (enforce)", file: "attr/current", provider: "snap.foundry"),
        SnapCase(
            unit: "snap.foundry.app-1.scope", label: "snap.foundry.app (complain)\n", provider: "snap.foundry",
            isSandboxed: false),
        SnapCase(unit: "snap.other.app-1.scope", label: "snap.foundry.app (enforce)\n", refusal: .contradiction),
        SnapCase(unit: nil, label: "snap.foundry (enforce)\n", refusal: .unknownSandbox),
        // What a snap without confinement started, and what has nothing to do with snaps.
        SnapCase(
            unit: "snap.code.code-1.scope", label: "unconfined\n", provider: "session.fontforge", isSandboxed: false),
        SnapCase(unit: "sync.service", label: "unconfined\n", provider: "session.sync.service", isSandboxed: false),
        SnapCase(
            unit: "sync.service", label: "/usr/bin/sync (enforce)\n", provider: "session.sync.service",
            isSandboxed: false),
        SnapCase(
            unit: "snap.foundry.app-1.scope", label: "unconfined_u:unconfined_r:unconfined_t:s0", file: "attr/current",
            provider: "snap.foundry"),
        SnapCase(unit: "snap.foundry.app-1.scope", label: "", provider: "snap.foundry"),
    ])
    func `A snap is known by its label, and where there is none by its unit`(_ snap: SnapCase) throws {
        let group = snap.unit.map { "\(Self.manager)/app.slice/\($0)\n" } ?? "0::/\n"
        let process = try FakeProcess(controlGroups: group)
        if let label = snap.label { try process.setLabel(label, in: snap.file) }
        if let refusal = snap.refusal {
            expectRefusal(refusal) { try process.resolve() }
            return
        }
        let identity = try process.resolve()
        #expect(identity.provider.rawValue == snap.provider)
        #expect(identity.isSandboxed == snap.isSandboxed)
        #expect((identity.kind == .snap) == (snap.provider?.hasPrefix("snap.") == true))
        #expect(identity.applicationID == nil)
    }

    @Test func `A snap cannot say that it is a Flatpak`() throws {
        let process = try FakeProcess(controlGroups: "\(Self.manager)/app.slice/snap.foundry.app-1.scope\n")
        try process.setInformation("[Application]\nname=org.example.App\n")
        expectRefusal(.contradiction) { try process.resolve() }
        try process.setLabel("snap.foundry.app (enforce)\n")
        expectRefusal(.contradiction) { try process.resolve() }
        // What a snap without confinement started may be one.
        try process.setLabel("unconfined\n")
        #expect(try process.resolve().kind == .flatpak)
    }

    @Test func `A process in a scope with a name of no meaning is known by its program`() throws {
        let identity = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/vte-spawn-0f5a1c9e-60a5-4b11-8d0e-1f0f8d3f3c5d.scope\n",
            executable: "/usr/bin/fontforge"
        ).resolve()
        #expect(identity.kind == .process)
        #expect(identity.provider.rawValue == "session.fontforge")
    }

    @Test(arguments: [
        ("/usr/bin/fontforge", "session.fontforge"), ("/opt/a b/ü (1)", "session.___1_"),
        ("/usr/bin/python3.11 (deleted)", "session.python3.11"),
    ])
    func `A process outside any unit is known by its program`(_ executable: String, _ provider: String) throws {
        let identity = try FakeProcess(executable: executable).resolve()
        #expect(identity.kind == .process)
        #expect(identity.provider.rawValue == provider)
    }

    @Test(arguments: ["cgroup", "stat", "exe"])
    func `A fact that is missing is a refusal`(_ file: String) throws {
        let process = try FakeProcess()
        try process.remove(file)
        expectRefusal(.processGone) { try process.resolve() }
    }

    @Test func `A process number that went to another process meanwhile is a refusal`() throws {
        let process = try FakeProcess(startTime: 1000)
        var resolver = CallerResolver(applications: process.applications, processDirectory: process.path)
        resolver.willConfirm = { try? process.setStat(startTime: 1001) }
        expectRefusal(.processGone) { try resolver.resolve(process.connected()) }
    }

    @Test func `A process that started after the connection was there is a refusal`() throws {
        // The kernel counts hundredths of a second, rounded down.
        let process = try FakeProcess(startTime: 1001)
        #expect(sysconf(Int32(_SC_CLK_TCK)) == 100)
        for early in [Duration.zero, .seconds(10), .milliseconds(10_009)] {
            expectRefusal(.processGone) { try process.resolve(process.connected(at: early)) }
        }
        #expect(try process.resolve(process.connected(at: .milliseconds(10_010))).kind == .process)
        try process.setStat(startTime: .max)
        expectRefusal(.processGone) { try process.resolve(process.connected(at: .seconds(1 << 40))) }
    }

    @Test(arguments: [
        ("snap.foundry.app (enforce)", "unconfined"), ("unconfined", "snap.foundry.app (enforce)"),
        ("snap.foundry.app (enforce)", "snap.other.app (enforce)"), ("snap.foundry.app (enforce)", nil),
        ("snap..app (enforce)", "snap.foundry.app (enforce)"),
    ])
    func `A process that is of another snap than the one that connected is a refusal`(
        _ then: String, _ now: String?
    ) throws {
        let process = try FakeProcess()
        if let now { try process.setLabel(now) }
        expectRefusal(.contradiction) { try process.resolve(process.connected(securityLabel: then)) }
        // A process of the same number may be in a Flatpak's sandbox as well.
        try process.setInformation("[Application]\nname=org.example.Foundry\n")
        expectRefusal(.contradiction) { try process.resolve(process.connected(securityLabel: then)) }
    }

    @Test(arguments: [
        ("snap.foundry.app (enforce)", "snap.foundry.app (enforce)", "snap.foundry"),
        ("snap.foundry.app (complain)", "snap.foundry.helper (enforce)", "snap.foundry"),
        ("unconfined", "unconfined", "session.fontforge"), ("unconfined", nil, "session.fontforge"),
        ("unconfined", "unprivileged_userns (enforce)", "session.fontforge"),
        ("unconfined_u:unconfined_r:unconfined_t:s0", "unconfined", "session.fontforge"),
    ])
    func `A label that tells of the same snap, or of none, changes nothing`(
        _ then: String, _ now: String?, _ provider: String
    ) throws {
        let process = try FakeProcess()
        if let now { try process.setLabel(now) }
        #expect(try process.resolve(process.connected(securityLabel: then)).provider.rawValue == provider)
    }

    @Test func `A process of another user than the bus says is a refusal`() throws {
        let process = try FakeProcess()
        expectRefusal(.otherUser) { try process.resolve(process.connected(userID: geteuid() + 1)) }
    }

    @Test(arguments: [0, -1, Int32.min]) func `A number that no process can have is a refusal`(_ number: Int32) {
        expectRefusal(.processGone) {
            try CallerResolver(applications: DesktopEntries(environment: [:])).resolve(
                ConnectedProcess(identifier: number, userID: geteuid(), wasConnectedAt: .seconds(100)))
        }
    }
}
