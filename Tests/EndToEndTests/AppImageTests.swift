internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts of applications in one file, which nobody installs and nobody uninstalls.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("file systems can be served") { await ApplicationImage.isAvailable() })
struct AppImageTests {
    private static let provider = "appimage.org.example.Imaged"

    /// Has an AppImage register a font, as the provider of the examples would from within.
    private func register(_ family: String, by image: ApplicationImage, _ daemon: RunningDaemon) async throws {
        let file = try daemon.home.scratch.write(FontBuilder(family: family).build(), to: "given/\(family).ttf")
        let outcome = try await image.run(
            [examplePath("provide-fonts.py"), "register", file],
            environment: daemon.environment.merging(["PYTHONHOME": "/usr"]) { $1 })
        try #require(outcome.succeeded, "\(outcome.standardOutput)\(outcome.standardError)")
    }

    private func families(_ expected: Set<String>, _ daemon: RunningDaemon) async throws {
        try await eventually("the families are \(expected)") { try await daemon.fontconfigFamilies() == expected }
    }

    @Test("Its fonts leave with its file, without anybody ringing, and come back with it")
    func leaving() async throws {
        try await RunningDaemon.run { daemon in
            let image = try ApplicationImage(in: daemon.home.scratch)
            try await register("Imaged", by: image, daemon)
            #expect(try await daemon.list(by: .user).map { $0.text("provider") } == [Self.provider])
            #expect(try await daemon.fontconfigFamilies() == ["Imaged"])
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.fontconfigFamilies() == ["Imaged"])

            let away = daemon.home.scratch["away.AppImage"]
            try #require(rename(image.path, away) == 0)
            try await families([], daemon)
            // The files leave before the registry says so.
            try await eventually("the provider is known to have gone") {
                try await daemon.management.listProviders(filter: [:]).providers
                    .map { $0.text("removed_reason") } == ["gone"]
            }
            try #require(rename(away, image.path) == 0)
            try await families(["Imaged"], daemon)
        }
    }

    @Test("What happened to its file while the service was not there counts at the next start")
    func leavingUnseen() async throws {
        try await RunningDaemon.run { daemon in
            let image = try ApplicationImage(in: daemon.home.scratch)
            try await register("Imaged", by: image, daemon)
            await daemon.stop()
            let away = daemon.home.scratch["away.AppImage"]
            try #require(rename(image.path, away) == 0)
            try await daemon.start()
            try await families([], daemon)
            await daemon.stop()
            try #require(rename(away, image.path) == 0)
            try await daemon.start()
            try await families(["Imaged"], daemon)
        }
    }

    @Test("A new version at another place takes over what the old one had, before and after that is deleted")
    func upgrade() async throws {
        try await RunningDaemon.run { daemon in
            let old = try ApplicationImage(in: daemon.home.scratch, name: "Foundry-1.AppImage")
            let new = try ApplicationImage(in: daemon.home.scratch, name: "Foundry-2.AppImage")
            try await register("First", by: old, daemon)
            try await register("Second", by: new, daemon)
            try #require(unlink(new.path) == 0)
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.fontconfigFamilies() == ["First", "Second"], "the old one is there")
            try #require(unlink(old.path) == 0)
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.fontconfigFamilies() == [])
            let third = try ApplicationImage(in: daemon.home.scratch, name: "Foundry-3.AppImage")
            try await register("Third", by: third, daemon)
            try await families(["First", "Second", "Third"], daemon)
        }
    }
}
