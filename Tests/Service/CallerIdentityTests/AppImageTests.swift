import CLinux
import FontModel
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import CallerIdentity

/// Processes that run from a file system of the user's own, as those of AppImages do.
@Suite(.enabled("file systems can be served") { await ApplicationImage.isAvailable() })
struct AppImageTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Runs an AppImage, and resolves it while it runs.
    private func identity(
        of image: ApplicationImage, claiming claim: String? = nil,
        whileLookedAt body: @escaping @Sendable (_ process: Int32) -> Void = { _ in }
    ) async throws -> FontModel.CallerIdentity {
        let program = "import os, time; print(os.getpid(), 'started', flush=True); time.sleep(1000)"
        let command = image.command(["-c", program], claiming: claim)
        let child = try ChildProcess(command[0], Array(command.dropFirst()), environment: [:])
        try await child.waitForOutput("started")
        let number = try #require(child.standardOutput.split(separator: " ").first.flatMap { Int32($0) })
        var resolver = CallerResolver(applications: DesktopEntries(environment: [:]))
        resolver.willConfirm = { body(number) }
        return try resolver.resolve(
            ConnectedProcess(identifier: number, userID: geteuid(), wasConnectedAt: BootClock.now))
    }

    @Test func `What is killed while it is looked at is a refusal`() async throws {
        let image = try ApplicationImage(in: scratch)
        let error = await #expect(throws: CallerError.self) {
            try await identity(of: image) { process in
                let lifetime = typecase_pidfd_open(process)
                kill(process, SIGKILL)
                _ = typecase_poll(lifetime, Int16(POLLIN), -1)
                close(lifetime)
            }
        }
        #expect(error?.code == .processGone)
    }

    @Test func `It is known by the desktop entry in it, whatever its file is called`() async throws {
        for name in ["Foundry-1.2.AppImage", "another name, 2.0"] {
            let image = try ApplicationImage(in: scratch, name: name)
            let identity = try await identity(of: image)
            #expect(identity.kind == .appImage)
            #expect(identity.provider.rawValue == "appimage.org.example.Imaged")
            #expect(identity.applicationID == "org.example.Imaged")
            #expect(identity.displayName == "Foundry, Imaged")
            #expect(identity.program == image.path)
            #expect(!identity.isSandboxed)
        }
    }

    @Test func `It is known by its file where there is no desktop entry in it`() async throws {
        let identity = try await identity(of: ApplicationImage(in: scratch, name: "Föundry 1.AppImage", entry: nil))
        #expect(identity.kind == .appImage)
        #expect(identity.provider.rawValue == "appimage.F_undry_1.AppImage")
        #expect(identity.applicationID == nil)
        #expect(identity.displayName == "Föundry 1.AppImage")
    }

    @Test func `The name of an entry that would be another kind of provider is no application's id`() async throws {
        let identity = try await identity(of: ApplicationImage(in: scratch, entry: "snap.thief.desktop"))
        #expect(identity.provider.rawValue == "appimage.snap.thief")
        #expect(identity.applicationID == nil)
    }

    @Test(arguments: ["another.AppImage", "/nonexistent/Foundry-1.2.AppImage", "other/Foundry-1.2.AppImage", ""])
    func `What says that it is another file is an ordinary process`(claim: String) async throws {
        let image = try ApplicationImage(in: scratch)
        // One is an AppImage of another name, one has the name and is none.
        _ = try ApplicationImage(in: scratch, name: "another.AppImage")
        try scratch.write("text of more than eleven bytes", to: "other/Foundry-1.2.AppImage")
        let path = claim.isEmpty || claim.hasPrefix("/") ? claim : scratch[claim]
        let identity = try await identity(of: image, claiming: path)
        #expect([.process, .unit].contains(identity.kind))
        #expect(identity.program == nil)
    }

    @Test func `What runs from no such file system is none, whatever it says`() async throws {
        let image = try ApplicationImage(in: scratch)
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: ["APPIMAGE": image.path])
        let identity = try CallerResolver(applications: DesktopEntries(environment: [:])).resolve(
            ConnectedProcess(identifier: child.processID, userID: geteuid(), wasConnectedAt: BootClock.now))
        #expect(identity.kind != .appImage)
    }
}
