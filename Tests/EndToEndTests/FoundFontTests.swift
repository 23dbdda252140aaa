internal import BusInterface
internal import DBus
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Published files that came without the service: from a backup, a sync or another machine.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FoundFontTests {
    private static let families = ["Found One", "Found Two", "Found Three"]

    @Test func `A copy of a font that the user has disabled is deleted, and does not enable it`() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Seen"), by: .user)
            let file = try #require(daemon.publishedFiles.first)
            let shard = "home/.local/share/fonts/typecase/\(file.path.split(separator: "/")[0])"
            _ = try await daemon.register(makeFont("Unseen"), by: .user)
            #expect(try await daemon.typecase("disable", "Unseen Regular").succeeded)
            for (family, name) in [("Unseen", "copy"), ("Marker", "marker")] {
                try daemon.home.scratch.write(makeFont(family), to: "\(shard)/\(name).ttf")
            }
            try await eventually("what came with it is found") { try await daemon.list(by: .user).count == 3 }
            try await eventually("the copy is gone") { daemon.publishedFiles.count == 2 }
            #expect(try await daemon.fontconfigFamilies() == ["Seen", "Marker"])
            #expect(DirectoryListing("\(daemon.storeDirectory)/foreign").files.isEmpty)
        }
    }

    @Test func `A first start without a registry takes the fonts in that are in the tree, and only sound ones`()
        async throws
    {
        try await RunningDaemon.run { daemon in
            for family in Self.families { _ = try await daemon.register(makeFont(family), by: .user) }
            let files = Set(daemon.publishedFiles.map(\.path))
            let shard = try #require(daemon.publishedFiles.first?.path.split(separator: "/").first.map(String.init))
            await daemon.stop()
            // What a backup of ~/.local/share/fonts alone brings back.
            unlink(daemon.registryFile)
            try FileManager.default.removeItem(atPath: daemon.storeDirectory)
            let unsound = "\(daemon.publishedDirectory)/\(shard)/\(String(repeating: "a", count: 32)).ttf"
            #expect(FileManager.default.createFile(atPath: unsound, contents: Data("no font".utf8)))
            try await daemon.start()
            try await daemon.waitUntilRecovered()

            #expect(try await daemon.fontconfigFamilies() == Set(Self.families))
            #expect(Set(daemon.publishedFiles.map(\.path)) == files, "under the names that they had, and nothing else")
            let fonts = try await daemon.list(by: .user)
            #expect(fonts.count == 3)
            #expect(fonts.allSatisfy { $0.boolean("enabled") == true && $0.text("provider") == "user" })
            #expect(try await daemon.management.status()["found_fonts"] == BusVariant(3 as UInt32))
            let doctor = try await daemon.typecase("doctor")
            #expect(doctor.standardOutput.contains("set-aside-files"))

            // They are fonts like others from now on.
            await daemon.stop()
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list(by: .user).count == 3)
            let removed = try await daemon.typecase("uninstall", "--family", "Found One")
            #expect(removed.termination == .exited(0))
            #expect(try await daemon.fontconfigFamilies() == ["Found Two", "Found Three"])
        }
    }
}
