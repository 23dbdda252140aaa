internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// Fonts that left and come back, with the real daemon and the real command.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RestoreTests {
    private static func font(_ revision: Double) -> [UInt8] {
        var font = FontBuilder(family: "Aging")
        font.revision = revision
        font.characters = " ABC"
        return font.build()
    }

    private func versions(_ daemon: RunningDaemon) async throws -> String {
        try await daemon.run("/usr/bin/fc-list", "--format", "%{family} %{fontversion}\n").standardOutput
    }

    private func removed(_ daemon: RunningDaemon) async throws -> [[String: BusVariant]] {
        try await daemon.management.listRemoved(filter: [:]).fonts
    }

    private func install(_ font: [UInt8], _ name: String, _ daemon: RunningDaemon) async throws {
        let path = try daemon.home.scratch.write(font, to: "given/\(name)")
        #expect(try await daemon.typecase("install", path).succeeded)
    }

    @Test("An uninstalled font is listed and comes back with one command, over a restart and without the registry")
    func uninstalled() async throws {
        try await RunningDaemon.run { daemon in
            let font = makeFont("Missed")
            try await install(font, "missed.ttf", daemon)
            #expect(try await daemon.typecase("uninstall", "Missed").succeeded)
            #expect(try await daemon.fontconfigFamilies() == [])
            await daemon.stop(signal: SIGKILL)
            unlink(daemon.registryFile)
            try await daemon.start()
            try await daemon.waitUntilRecovered()

            let list = try await daemon.typecase("restore")
            #expect(list.standardOutput.contains("Missed Regular") && list.standardOutput.contains("uninstalled"))
            let status = try await daemon.management.status()
            #expect(try status["removed_fonts"]?.converted(to: UInt32.self) == 1)
            #expect(try status["removed_size"]?.converted(to: UInt64.self) == UInt64(font.count))

            let restored = try await daemon.typecase("restore", "Missed Regular")
            #expect(restored.termination == .exited(0), "\(restored.standardError)")
            #expect(restored.standardOutput == "Restored Missed Regular 1.000\n")
            #expect(try await daemon.fontconfigFamilies() == ["Missed"])
            #expect(try await removed(daemon).isEmpty)
            #expect(daemon.removedFiles == [])
            #expect(try await daemon.typecase("restore", "Missed-Regular").termination == .exited(3))
        }
    }

    @Test("An older version comes back in the newer one's place, and the newer one can come back then")
    func replaced() async throws {
        try await RunningDaemon.run { daemon in
            for revision in [1.0, 2.0] {
                try await install(Self.font(revision), "\(revision).ttf", daemon)
            }
            #expect(try await versions(daemon) == "Aging 131072\n")
            #expect(try await removed(daemon).map { $0.text("reason") } == ["replaced"])
            #expect(try await daemon.typecase("restore", "--all").termination == .exited(2), "it would be a downgrade")
            #expect(try await daemon.typecase("restore", "Aging").succeeded)
            #expect(try await versions(daemon) == "Aging 65536\n")
            let newer = try await daemon.typecase("restore", "Aging-Regular")
            #expect(newer.succeeded, "\(newer.standardError)")
            #expect(try await versions(daemon) == "Aging 131072\n")
        }
    }

    @Test("A purge leaves nothing of a font, nor of its earlier versions, installed or not")
    func purged() async throws {
        try await RunningDaemon.run { daemon in
            for revision in [1.0, 2.0] {
                try await install(Self.font(revision), "\(revision).ttf", daemon)
            }
            try await install(makeFont("Kept"), "kept.ttf", daemon)
            #expect(try await daemon.typecase("uninstall", "Kept").succeeded)
            #expect(try await removed(daemon).count == 2)
            #expect(try await daemon.typecase("uninstall", "--purge", "Aging").succeeded)
            #expect(
                try await removed(daemon).flatMap { $0.dictionaries("faces") }.map { $0.text("family") } == ["Kept"])
            #expect(daemon.removedFiles.count == 2, "the file and its note")

            let purge = try await daemon.typecase("uninstall", "--purge", "Kept")
            #expect(purge.succeeded, "\(purge.standardError)")
            #expect(daemon.removedFiles == [])
            #expect(try await daemon.typecase("uninstall", "--purge", "Kept").termination == .exited(3))
        }
    }

    @Test("What comes back passes the gate: a file that was altered meanwhile does not")
    func altered() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("Altered"), by: .user)
            _ = try await daemon.unregister([id], by: .user)
            _ = try await daemon.filesLeftInStore()
            let file = try #require(daemon.removedFiles.first { !$0.name.hasSuffix(".json") })
            #expect(chmod("\(daemon.storeDirectory)/removed/\(file.path)", 0o600) == 0)
            try Data(makeFont("Intruder")).write(
                to: URL(filePath: "\(daemon.storeDirectory)/removed/\(file.path)"))
            let answer = try await daemon.management.restoreFonts(ids: [file.name], options: [:])
            #expect(answer.results.map(\.errorName) == ["Corrupt"])
            let unknown = String(repeating: "0", count: 64)
            #expect(
                try await daemon.management.restoreFonts(ids: [unknown], options: [:]).results.map(\.errorName)
                    == ["NotRegistered"])
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("Pages of the list hold every font once, the last that left first")
    func pages() async throws {
        try await RunningDaemon.run { daemon in
            let batch = try await Batch(on: daemon.connection, by: .user, with: Batch.fonts(7))
            let ids = try await batch.commit().results.map { $0.text("id") }
            _ = try await daemon.unregister(ids, by: .user)
            var found: [String] = []
            var cursor = ""
            repeat {
                let page = try await daemon.management.listRemoved(
                    filter: ["limit": BusVariant(UInt32(3)), "cursor": BusVariant(cursor)])
                #expect(page.fonts.count <= 3)
                found += page.fonts.map { $0.text("id") }
                cursor = page.cursor
            } while !cursor.isEmpty
            #expect(Set(found).count == 7 && found.count == 7)
            let error = await #expect(throws: BusError.self) {
                try await daemon.management.listRemoved(filter: ["cursor": BusVariant("nonsense")])
            }
            #expect(error?.shortName == "InvalidCursor")
        }
    }
}
