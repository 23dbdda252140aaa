internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The registry is lost or damaged while the daemon does not run.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DamageTests {
    /// What happened to the registry.
    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case garbage, emptied, deleted

        var testDescription: String { rawValue }
    }

    @Test(
        "A lost registry is built anew with owners, ids and states, and what is left of it is kept",
        arguments: Damage.allCases)
    func lostRegistry(damage: Damage) async throws {
        try await RunningDaemon.run { daemon in
            let provided = try await daemon.register(makeFont("Provided"))
            let disabled = try await daemon.register(makeFont("Disabled"), enabled: false)
            let installed = try await daemon.register(makeFont("Installed"), by: .user)
            // The same bytes of two owners.
            let both = try await daemon.register(makeFont("Provided"), by: .user)
            let brief = try await daemon.register(makeFont("Brief"), by: .user, scope: .session)
            let provider = try await daemon.manager.whoAmI().text("provider")
            let before = try await daemon.list(by: .user).map(Self.essence)
            #expect(before.map { $0[0] } == [provided, disabled, installed, both, brief])
            let files = daemon.publishedFiles
            await daemon.stop()

            for suffix in ["-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            switch damage {
            case .garbage: _ = try daemon.overwriteRegistry(Array("garbage ".utf8).repeated(2000))
            case .emptied: _ = try daemon.overwriteRegistry([])
            case .deleted: unlink(daemon.registryFile)
            }
            try await daemon.start()
            try await daemon.waitUntilRecovered()

            #expect(try await daemon.list(by: .user).map(Self.essence) == before, "in the order of registration too")
            #expect(try await daemon.list().map { $0.text("id") } == [provided, disabled])
            #expect(before.contains([provided, provider, "persistent", "true", "Provided"]))
            #expect(before.contains([both, "user", "persistent", "true", "Provided"]))
            #expect(before.contains([installed, "user", "persistent", "true", "Installed"]))
            #expect(before.contains([brief, "user", "session", "true", "Brief"]))
            #expect(daemon.publishedFiles == files, "the same files under the same names")
            #expect(try await daemon.fontconfigFamilies() == ["Provided", "Installed", "Brief"])
            // What only the registry had: what the user said of rights.
            func grantsFailure() async throws -> String {
                try await daemon.management.status().text("grants_failure")
            }
            let lost =
                damage == .deleted
                ? "\(daemon.home.stateDirectory)/typecase/registry-lost" : "\(daemon.registryFile).damaged-1"
            #expect(try await grantsFailure().contains(lost))
            try await daemon.restart()
            #expect(try await grantsFailure().contains(lost), "until somebody has seen to it")
            if damage == .garbage {
                let kept = DirectoryListing("\(daemon.home.stateDirectory)/typecase").files.map(\.name)
                #expect(
                    kept.contains {
                        $0 != "registry.sqlite" && $0.hasPrefix("registry") && !$0.hasSuffix("-wal")
                            && !$0.hasSuffix("-shm")
                    })
            }
            unlink(lost)
            try await daemon.restart()
            #expect(try await grantsFailure() == "")
            let later = try await daemon.register(makeFont("Later"), by: .user)
            #expect(try await daemon.list(by: .user).last?.text("id") == later)
            _ = try await daemon.unregister([provided])
            _ = try await daemon.unregister([both, installed, disabled, brief, later], by: .user)
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    @Test(
        "The first call after a crash that cost the registry sees all fonts",
        arguments: ["list", "status", "match", "info"])
    func firstCall(call: String) async throws {
        try await RunningDaemon.run { daemon in
            let batch = try await Batch(on: daemon.connection, with: (0..<40).map { makeFont("Font \($0)") })
            #expect(try await batch.commit().results.allSatisfy { $0.errorName == "" })
            await daemon.stop(signal: SIGKILL)
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            try await daemon.start()
            switch call {
            case "list": #expect(try await daemon.list(by: .user).count == 40)
            case "status":
                let status = try await daemon.management.status()
                #expect(try status["fonts"]?.converted(to: UInt32.self) == 40)
                #expect(status.boolean("ready") == true)
            case "match": #expect(try await daemon.typecase("match", "Font 39").standardOutput.contains("Font 39"))
            default: #expect(try await daemon.typecase("info", "Font 39").succeeded)
            }
        }
    }

    @Test("What was registered for a login session that is over is not brought back by a lost registry")
    func pastSession() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Brief"), scope: .session)
            await daemon.stop()
            unlink(daemon.registryFile)
            // Without the note nothing says that the session goes on.
            unlink("\(daemon.home.stateDirectory)/typecase/session")
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list(by: .user).isEmpty)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    @Test("A registry that is lost just after a commit, before what follows it, costs no font")
    func lostAfterCommit() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Old"))
            let disabled = try await daemon.register(makeFont("Disabled"), enabled: false)
            let before = Set(try await daemon.list(by: .user).map(Self.essence))
            await daemon.stop(signal: SIGKILL)
            // As they are after the commit: the new sidecars are not in place yet.
            for file in daemon.storedFiles where file.name.hasSuffix(".json") && !file.name.hasPrefix(".") {
                rename("\(daemon.storeDirectory)/\(file.path)", "\(daemon.storeDirectory)/.\(file.name)")
            }
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(Set(try await daemon.list(by: .user).map(Self.essence)) == before)
            #expect(try await daemon.fontconfigFamilies() == ["Old"])
            _ = try await daemon.setEnabled([disabled], true)
            #expect(try await daemon.fontconfigFamilies() == ["Old", "Disabled"])
        }
    }

    @Test("Published fonts stay where the registry and their descriptions in the store are damaged", arguments: [1, 2])
    func damagedRegistryAndSidecars(each step: Int) async throws {
        try await RunningDaemon.run { daemon in
            for number in 0..<6 { _ = try await daemon.register(makeFont("Font \(number)")) }
            let disabled = try await daemon.register(makeFont("Disabled"), enabled: false)
            let families = try await daemon.fontconfigFamilies()
            await daemon.stop()
            for suffix in ["-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            _ = try daemon.overwriteRegistry(Array("garbage ".utf8).repeated(2000))
            let sidecars = daemon.storedFiles.filter { $0.name.hasSuffix(".json") && $0.name.count > 64 }
            #expect(sidecars.count == 7)
            for index in stride(from: 0, to: sidecars.count, by: step) {
                truncate("\(daemon.storeDirectory)/\(sidecars[index].path)", 0)
            }
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == families)
            let listed = try await daemon.list(by: .user)
            #expect(listed.filter { $0.boolean("enabled") == true }.count == 6)
            let providers = Set(listed.map { $0.text("provider") })
            #expect(providers == (step == 1 ? ["user"] : ["user", try await daemon.manager.whoAmI().text("provider")]))
            // Nobody knows who may use the disabled font, where its description is among the damaged ones.
            if step == 1 { #expect(!listed.contains { $0.text("id") == disabled }) }
            let doctor = try await daemon.typecase("doctor", "--json")
            #expect(doctor.standardOutput.contains("set-aside-files"), "\(doctor.standardOutput)")
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == families)
        }
    }

    @Test("What the user forbids stays forbidden without the log of the registry", arguments: ["missing", "garbage"])
    func lostLog(_ loss: String) async throws {
        try await RunningDaemon.run { daemon in
            let font = try await daemon.register(makeFont("Unwanted"))
            let other = try await daemon.register(makeFont("Wanted"))
            // What came before is in the registry itself, what comes now in its log alone.
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            _ = try await daemon.setEnabled([font], false, by: .user)
            #expect(try await daemon.typecase("grants", "set", "org.example.A", "install-fonts", "deny").succeeded)
            // The description of a font is written after the reply of its change, and before the next change.
            _ = try await daemon.setEnabled([other], true)
            await daemon.stop(signal: SIGKILL)
            let log = daemon.registryFile + "-wal"
            if loss == "garbage" {
                _ = try daemon.home.scratch.write(
                    Array("garbage ".utf8).repeated(2000), to: "home/.local/state/typecase/registry.sqlite-wal")
            } else {
                #expect(unlink(log) == 0)
            }
            unlink(daemon.registryFile + "-shm")
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.typecase("grants", "list").standardOutput.contains("deny"))
            #expect(try await daemon.fontconfigFamilies() == ["Wanted"])
            let listed = try await daemon.list()
            #expect(listed.map { $0.boolean("enabled") } == [false, true])
            _ = try await daemon.setEnabled([font], true, by: .user)
            #expect(try await daemon.fontconfigFamilies().sorted() == ["Unwanted", "Wanted"])
        }
    }

    @Test("Fonts that were lost with the store stay registered, and say so")
    func lostStore() async throws {
        try await RunningDaemon.run { daemon in
            let published = try await daemon.register(makeFont("Published"))
            let disabled = try await daemon.register(makeFont("Disabled"), enabled: false)
            await daemon.stop()
            #expect(rename(daemon.storeDirectory, "\(daemon.home.path)/away") == 0)
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.text("id") } == [published, disabled])
            #expect(try await daemon.list().map { $0.text("quarantine") } == ["", "lost"])
            #expect(try await daemon.fontconfigFamilies() == ["Published"])
            #expect(try await daemon.typecase("doctor", "--json").standardOutput.contains("quarantined-fonts"))
            #expect(try await daemon.typecase("info", disabled).standardOutput.contains("its file was lost"))
            // The way back.
            _ = try await daemon.register(makeFont("Disabled"), by: .user)
            #expect(try await daemon.fontconfigFamilies() == ["Published", "Disabled"])
            #expect(try await daemon.list().allSatisfy { $0["quarantine"] == nil })
        }
    }

    @Test("A lost registry brings back what the user decided of fonts that are not registered any more")
    func lostDecisions() async throws {
        try await RunningDaemon.run { daemon in
            let first = try await daemon.register(makeFont("Unwanted"))
            let second = try await daemon.register(makeFont("Wanted Again"))
            _ = try await daemon.setEnabled([first, second], false, by: .user)
            _ = try await daemon.unregister([first, second])
            #expect(try await daemon.filesLeftInStore().map(\.name) == ["disabled.json"])
            let again = try await daemon.register(makeFont("Wanted Again"))
            _ = try await daemon.setEnabled([again], true, by: .user)
            // What was noted last is what counts, and one that a crash kept from being noted is noted at the next start.
            try await daemon.restart(signal: SIGKILL)
            try await daemon.waitUntilRecovered()
            await daemon.stop()
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            let unwanted = try await daemon.register(makeFont("Unwanted"))
            #expect(try await daemon.fontconfigFamilies() == ["Wanted Again"])
            _ = try await daemon.unregister([again])
            _ = try await daemon.register(makeFont("Wanted Again"))
            _ = try await daemon.setEnabled([unwanted], true, by: .user)
            #expect(try await daemon.fontconfigFamilies() == ["Unwanted", "Wanted Again"])
            #expect(!daemon.storedFiles.contains { $0.name == "disabled.json" }, "there is nothing left to note")
        }
    }

    /// What has to survive, with the family.
    private static func essence(_ font: [String: BusVariant]) -> [String] {
        [
            font.text("id"), font.text("provider"), font.text("scope"), "\(font.boolean("enabled") ?? false)",
            font.dictionaries("faces").first?.text("family") ?? "",
        ]
    }
}

extension RunningDaemon {
    /// Puts other bytes into the registry's file.
    fileprivate func overwriteRegistry(_ bytes: [UInt8]) throws -> String {
        try home.scratch.write(bytes, to: "home/.local/state/typecase/registry.sqlite")
    }
}

extension [UInt8] {
    /// The bytes so many times.
    fileprivate func repeated(_ count: Int) -> [UInt8] { Array(repeatElement(self, count: count).joined()) }
}
