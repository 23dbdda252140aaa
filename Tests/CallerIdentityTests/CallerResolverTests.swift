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

    @Test func `A process in the unit of an application belongs to the application`() throws {
        let identity = try FakeProcess(
            controlGroups: "\(Self.manager)/app.slice/app-gnome-org.example.Type\\x2dSetter-123.scope\n"
        ).resolve()
        #expect(identity.kind == .application)
        #expect(identity.applicationID == "org.example.Type-Setter")
        #expect(identity.provider.rawValue == "org.example.Type-Setter")
    }

    @Test func `A process in any other unit is known by the unit`() throws {
        let identity = try FakeProcess(controlGroups: "\(Self.manager)/background.slice/sync.service\n").resolve()
        #expect(identity.kind == .unit)
        #expect(identity.applicationID == nil)
        #expect(identity.provider.rawValue == "session.sync.service")
    }

    @Test(arguments: ["snap.foundry.app-1f0f8d3f.scope", "snap.foundry.daemon.service"])
    func `A snap is refused rather than taken for a program without a sandbox`(_ unit: String) throws {
        let process = try FakeProcess(controlGroups: "\(Self.manager)/app.slice/\(unit)\n")
        expectRefusal(.unknownSandbox) { try process.resolve() }
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
        var resolver = CallerResolver(processDirectory: process.path)
        resolver.willConfirm = { try? process.setStat(startTime: 1001) }
        expectRefusal(.processGone) {
            try resolver.resolve(processID: process.processID, processDescriptor: nil, userID: geteuid())
        }
    }

    @Test func `A process of another user than the bus says is a refusal`() throws {
        let process = try FakeProcess()
        expectRefusal(.otherUser) {
            try CallerResolver(processDirectory: process.path)
                .resolve(processID: process.processID, processDescriptor: nil, userID: geteuid() + 1)
        }
    }

    @Test(arguments: [0, -1, Int32.min]) func `A number that no process can have is a refusal`(_ number: Int32) {
        expectRefusal(.processGone) {
            try CallerResolver().resolve(processID: number, processDescriptor: nil, userID: geteuid())
        }
    }
}
