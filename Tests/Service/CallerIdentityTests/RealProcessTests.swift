import CLinux
import FontModel
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import CallerIdentity

/// The resolver on living processes, in real sandboxes.
struct RealProcessTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Starts a process that says its number and waits, in a sandbox of its own root directory.
    private func startSandbox(_ arguments: [String]) async throws -> (sandbox: ChildProcess, inside: Int32) {
        let child = try ChildProcess(
            "/usr/bin/bwrap",
            [
                "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
                "--proc", "/proc", "--die-with-parent",
            ] + arguments + ["/usr/bin/sh", "-c", "echo $$ started; read line"],
            environment: [:], acceptsInput: true)
        try await child.waitForOutput("started")
        return (child, try #require(child.standardOutput.split(separator: " ").first.flatMap { Int32($0) }))
    }

    private let resolver = CallerResolver(applications: DesktopEntries(environment: [:]))

    /// What the bus would tell of a process that connects now.
    private func connected(_ processID: Int32, descriptor: OwnedFileDescriptor? = nil) -> ConnectedProcess {
        ConnectedProcess(
            identifier: processID, descriptor: descriptor, userID: geteuid(), wasConnectedAt: BootClock.now)
    }

    private func resolve(_ processID: Int32) throws(CallerError) -> FontModel.CallerIdentity {
        try resolver.resolve(connected(processID))
    }

    @Test func `A process in a sandbox with Flatpak's information is the application`() async throws {
        let file = try scratch.write("[Application]\nname=org.example.Foundry\n", to: "info")
        let (sandbox, inside) = try await startSandbox(["--ro-bind", file, "/.flatpak-info"])
        let identity = try resolve(inside)
        #expect(identity.kind == .flatpak)
        #expect(identity.provider.rawValue == "org.example.Foundry")
        #expect(inside != sandbox.processID)
        #expect(try resolve(sandbox.processID).kind != .flatpak, "who starts a sandbox is not in it")
    }

    @Test func `A process in a sandbox with information that cannot be understood is a refusal`() async throws {
        let file = try scratch.write("[Application]\n", to: "info")
        let (sandbox, inside) = try await startSandbox(["--ro-bind", file, "/.flatpak-info"])
        expectRefusal(.malformedSandboxInformation) { try resolve(inside) }
        withExtendedLifetime(sandbox) {}
    }

    @Test(.enabled("the tests run in no unit of systemd, which would come first") { isOutsideUnits() })
    func `A process that no unit holds, and whose program is of no package, is known by its program`()
        async throws
    {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let packages = PackageOwners(lists: PackageLists(directory: scratch["none"]))
        let resolver = CallerResolver(applications: DesktopEntries(environment: [:]), packages: packages)
        let identity = try resolver.resolve(connected(child.processID))
        #expect(identity.kind == .process)
        #expect(identity.provider.rawValue == "session.sleep")
    }

    /// Whether processes that the tests start belong to no unit: a caller in one is known by that.
    private static func isOutsideUnits() -> Bool {
        let own = ConnectedProcess(
            identifier: getpid(), descriptor: nil, userID: geteuid(), wasConnectedAt: BootClock.now)
        let kind = try? CallerResolver(applications: DesktopEntries(environment: [:])).resolve(own).kind
        return kind == .process || kind == .package
    }

    /// The provider of a script that runs in a directory.
    private func provider(_ program: String, _ arguments: [String], in directory: String) async throws -> String {
        let child = try ChildProcess(
            program, arguments, environment: ["PATH": "/usr/bin:/bin"], directory: directory, acceptsInput: true)
        try await child.waitForOutput("started")
        let identity = try resolve(child.processID)
        try #require(identity.kind == .process)
        return identity.provider.rawValue
    }

    @Test(.enabled("the tests run in no unit of systemd, which would come first") { isOutsideUnits() })
    func `Scripts of one interpreter are told apart, however they are started`() async throws {
        let text = "echo started; read line\n"
        for (name, line) in [("one", "#!/bin/sh\n"), ("two", "#!/bin/sh -e\n"), ("deep/one", "#!/usr/bin/env sh\n")] {
            let path = try scratch.write(line + text, to: name)
            try #require(chmod(path, 0o700) == 0)
        }
        let one = try await provider(scratch["one"], [], in: scratch.path)
        let interpreter = try #require(one.split(separator: ":").first)
        #expect(interpreter == "session.dash" || interpreter == "session.bash" || interpreter == "session.sh")
        #expect(one.hasPrefix("\(interpreter):one-"))
        // The same script, by a relative path and as an argument of the interpreter.
        #expect(try await provider("/bin/sh", ["one"], in: scratch.path) == one)
        #expect(try await provider("/bin/sh", ["../one"], in: scratch["deep"]) == one)
        let two = try await provider(scratch["two"], [], in: scratch.path)
        let other = try await provider(scratch["deep/one"], [], in: scratch.path)
        #expect(two.hasPrefix("\(interpreter):two-"))
        #expect(other.hasPrefix("\(interpreter):one-"))
        #expect(Set([one, two, other]).count == 3)
    }

    @Test(.enabled("the tests run in no unit of systemd, which would come first") { isOutsideUnits() })
    func `What is no file, or an option that the script does not have, leaves the interpreter`() async throws {
        let script = try scratch.write("echo started; read line\n", to: "script")
        let inline = try await provider("/bin/sh", ["-c", "echo started; read line"], in: "/")
        #expect(!inline.contains(":"))
        #expect(try await provider("/bin/sh", ["-e", script], in: "/") == inline)
        // The kernel gives away no more than what the process says: a file of somebody else does not count.
        #expect(try await provider("/bin/sh", ["-c", "echo started; read line", "/etc/hostname"], in: "/") == inline)
    }

    @Test func `A program that is no interpreter is one and the same, whatever its arguments`() async throws {
        let file = try scratch.write("1000\n", to: "1000")
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:], directory: scratch.path)
        #expect(try !resolve(child.processID).provider.rawValue.contains(":"))
        withExtendedLifetime(file) {}
    }

    @Test func `The bus's own pidfd is taken, and one of another process is a refusal`() async throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let own = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(child.processID) })
        let other = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(getpid()) })
        #expect(try resolver.resolve(connected(child.processID, descriptor: own)).processID == child.processID)
        expectRefusal(.contradiction) { try resolver.resolve(connected(child.processID, descriptor: other)) }
        expectRefusal(.contradiction) {
            let file = OwnedFileDescriptor(adopting: try retryingInterrupts { open("/dev/null", O_RDONLY) })
            return try resolver.resolve(connected(child.processID, descriptor: file))
        }
    }

    @Test func `A process that is killed while it is looked at is a refusal`() async throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let lifetime = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(child.processID) })
        var resolver = resolver
        resolver.willConfirm = {
            child.send(signal: SIGKILL)
            _ = typecase_poll(lifetime.rawValue, Int16(POLLIN), -1)
        }
        expectRefusal(.processGone) { try resolver.resolve(connected(child.processID)) }
    }

    @Test func `A process that has ended is a refusal, reaped or not`() async throws {
        let program = """
            import os, signal
            child = os.fork() or os._exit(0)
            print(child, "started", flush=True)
            signal.pause()
            """
        let parent = try ChildProcess("/usr/bin/python3", ["-c", program], environment: [:])
        try await parent.waitForOutput("started")
        let zombie = try #require(parent.standardOutput.split(separator: " ").first.flatMap { Int32($0) })
        let lifetime = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(zombie) })
        #expect(typecase_poll(lifetime.rawValue, Int16(POLLIN), 60_000) == 1)
        expectRefusal(.processGone) { try resolve(zombie) }

        parent.send(signal: SIGKILL)
        _ = await parent.wait()
        expectRefusal(.processGone) { try resolve(parent.processID) }
    }
}
