internal import BusInterface
internal import CLinux
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Disabled fonts, opened fonts, the system's fonts.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontStateTests {
    @Test("A disabled font is out of the tree, and back when it is enabled", arguments: Way.allCases, Scope.allCases)
    func disabling(way: Way, scope: Scope) async throws {
        let font = makeFont("On And Off")
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font, by: way, scope: scope, enabled: false)
            try await expect(id, isEnabled: false, by: way, daemon)
            for isEnabled in [true, false, true] {
                let answer = try await daemon.setEnabled([id], isEnabled, by: way)
                #expect(answer.results.first?.boolean("changed") == true)
                try await expect(id, isEnabled: isEnabled, by: way, daemon)
                let again = try await daemon.setEnabled([id], isEnabled, by: way)
                #expect(again.results.first?.boolean("changed") == false)
                #expect(again.generation == answer.generation, "nothing changed")
            }
            _ = try await daemon.setEnabled([id], false, by: way)
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            try await expect(id, isEnabled: false, by: way, daemon)
            _ = try await daemon.unregister([id], by: way)
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    private func expect(_ id: String, isEnabled: Bool, by way: Way, _ daemon: RunningDaemon) async throws {
        let registered = try await daemon.list(by: way)
        #expect(registered.map { $0.text("id") } == [id])
        #expect(registered.first?.boolean("enabled") == isEnabled)
        #expect(daemon.publishedFiles.count == (isEnabled ? 1 : 0))
        #expect(try await daemon.fontconfigFamilies() == (isEnabled ? ["On And Off"] : []))
        let match = try await daemon.manager.match(descriptors: [["family": BusVariant("On And Off")]], options: [:])
        #expect(match.first?.text("id") == (isEnabled ? id : ""))
        let faces = try await daemon.manager.listFaces(filter: ["source": BusVariant("typecase")]).faces
        #expect(faces.count == (isEnabled ? 1 : 0))
    }

    @Test("OpenFont hands out the bytes in memory that nobody can change, enabled or not", arguments: [true, false])
    func openingRegistered(enabled: Bool) async throws {
        let font = makeFont("Opened")
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font, enabled: enabled)
            let opened = try await daemon.manager.openFont(id: id, options: [:])
            try expectSealed(opened.font, font)
            #expect(try opened.details["size"]?.converted(to: UInt64.self) == UInt64(font.count))
            #expect(try opened.details["face_index"]?.converted(to: UInt32.self) == 0)
        }
    }

    @Test("A font in use can be removed, and whoever has it open keeps its bytes")
    func removingWhatIsInUse() async throws {
        let font = makeFont("In Use")
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(font)
            let lent = try await daemon.manager.openFont(id: id, options: [:]).font
            let published = try openDescriptor(
                "\(daemon.publishedDirectory)/\(try #require(daemon.publishedFiles.first).path)", O_RDONLY)
            let removal = try await daemon.manager.unregister(ids: [id], options: [:])
            #expect(removal.results.map(\.errorName) == [""], "not InUse")
            #expect(daemon.publishedFiles.isEmpty)
            #expect(try readAll(lent) == font)
            #expect(try readAll(published) == font)
        }
    }

    @Test("All who open the same font get the same memory")
    func sharedMemory() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Of The System"), name: "system.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let ours = try await daemon.register(makeFont("Shared"))
            let match = try await daemon.manager.match(
                descriptors: [["family": BusVariant("Of The System")]], options: [:])
            let system = try #require(match.first).text("id")
            for id in [ours, system] {
                var inodes: Set<UInt64> = []
                var opened: [OwnedFileDescriptor] = []
                for _ in 0..<3 {
                    let other = try await daemon.connect()
                    opened.append(try await FontManager1Client(other).openFont(id: id, options: [:]).font)
                    inodes.insert(try FileStatus(of: try #require(opened.last)).stamp.inode)
                    await other.close()
                }
                #expect(inodes.count == 1)
            }
        }
    }

    private func expectSealed(_ descriptor: OwnedFileDescriptor, _ bytes: [UInt8]) throws {
        let seals = typecase_fcntl(descriptor.rawValue, typecase_F_GET_SEALS, 0)
        #expect(seals & typecase_F_SEALS_ALL == typecase_F_SEALS_ALL)
        #expect(try readAll(descriptor) == bytes)
        #expect(lseek(descriptor.rawValue, 0, SEEK_CUR) == 0, "positioned at the start")
        // Opening it again by its name in /proc must not give a way around the seals.
        if let writable = try? openDescriptor("/proc/self/fd/\(descriptor.rawValue)", O_RDWR) {
            #expect(pwrite(writable.rawValue, "x", 1, 0) == -1)
            #expect(ftruncate(writable.rawValue, 0) == -1)
        }
        #expect(try readAll(descriptor) == bytes)
    }

    @Test("The system fonts are matched, listed and opened too, told apart by their source")
    func systemFonts() async throws {
        let home = try ScratchHome()
        let font = makeFont("Of The System")
        try home.addSystemFont(font, name: "system.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let own = try await daemon.register(makeFont("Our Own"))
            let faces = try await daemon.manager.listFaces(filter: [:]).faces
            #expect(
                Set(faces.map { [$0.text("family"), $0.text("source")] }) == [
                    ["Of The System", "system"], ["Our Own", "typecase"],
                ])
            let system = try await daemon.manager.listFaces(filter: ["source": BusVariant("system")]).faces
            #expect(system.map { $0.text("family") } == ["Of The System"])
            let matches = try await daemon.manager.match(
                descriptors: [
                    ["family": BusVariant("Of The System")], ["postscript_name": BusVariant("OfTheSystem-Regular")],
                ], options: [:])
            #expect(matches.map { $0.text("source") } == ["system", "system"])
            let ours = try await daemon.manager.match(
                descriptors: [["family": BusVariant("Of The System"), "source": BusVariant("typecase")]],
                options: ["mandatory": BusVariant(["family", "source"])])
            #expect(ours.map { $0.text("source") } == [""])
            let incomplete = await #expect(throws: BusError.self) {
                try await daemon.manager.match(
                    descriptors: [["family": BusVariant("Of The System")]],
                    options: ["mandatory": BusVariant(["source"])])
            }
            #expect(incomplete?.typecaseName == "InsufficientInfo")
            let id = try #require(matches.first).text("id")
            #expect(id.hasPrefix("system-"))
            try expectSealed(try await daemon.manager.openFont(id: id, options: [:]).font, font)
            for answer in [try await daemon.unregister([id]), try await daemon.unregister([id], by: .user)] {
                #expect(answer.results.first?.errorName == "NotRegistered", "nobody removes a system font here")
            }
            #expect(try readAll("\(home.systemFontDirectory)/system.ttf") == font)
            #expect(try await daemon.list().map { $0.text("id") } == [own])
        }
    }

    @Test("A name that the system has cannot be taken, nor be enabled when the system takes it later")
    func systemNames() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("Late Comer", characters: "AB"), enabled: false)
            try daemon.home.addSystemFont(makeFont("Late Comer"), name: "late.ttf")
            // The system's fonts are read before the first registration after a start.
            try await daemon.restart()
            let enabling = try await daemon.setEnabled([id], true)
            #expect(enabling.results.first?.errorName == "Shadowed")
            let answer = try await daemon.register([daemon.home.openFont(makeFont("Late Comer", characters: "ABC"))])
            #expect(answer.results.first?.errorName == "Shadowed")
            let system = try await daemon.manager.listFaces(filter: ["source": BusVariant("system")]).faces
            #expect(system.map { $0.text("family") } == ["Late Comer"])
            #expect(daemon.publishedFiles == [])
        }
    }
}
