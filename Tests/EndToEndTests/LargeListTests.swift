internal import BusInterface
internal import CLinux
internal import DBus
internal import FontModel
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// Lists of many faces, in pages and in files, beside small questions.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LargeListTests {
    /// A home with this many collections of 64 faces each among the system's fonts.
    private func makeHome(collections: Int) throws -> ScratchHome {
        let home = try ScratchHome()
        let collection = FontBuilder.collection((0..<64).map { FontBuilder(family: "Many \($0)") })
        for number in 0..<collections { try home.addSystemFont(collection, name: "\(number).ttc") }
        return home
    }

    private func lines(_ file: OwnedFileDescriptor) throws -> [NSDictionary] {
        try readAll(file).split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? NSDictionary)
        }
    }

    /// How long a reply may take here: other tests keep the processors busy, and nothing is measured.
    private static let patience = Duration.seconds(300)

    /// Counts what has come.
    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    @Test(
        "A list of 5,000 faces keeps no small question and no change waiting, however long it takes",
        .enabled("running processes may be traced here") { await RunningDaemon.canTraceOthers() })
    func smallQuestionsMeanwhile() async throws {
        try await RunningDaemon.run(home: makeHome(collections: 79)) { daemon in
            let manager = daemon.manager
            // Until the system's 5,000 faces are known, which takes a build without optimisations its time.
            _ = try await manager.match(descriptors: [], options: [:], timeout: Self.patience)
            let id = try await daemon.register(makeFont("Point"))
            let all = try await manager.listFacesFile(filter: [:], timeout: Self.patience)
            #expect(try lines(all).count == 79 * 64 + 1)
            let count = 12
            let finished = Counter()
            let listing = try await daemon.holdUp("registry-list")
            try await withThrowingTaskGroup(of: Void.self) { lists in
                for number in 0..<count {
                    // Each is on its way before the next one is, and all of them before the questions.
                    lists.addImmediateTask {
                        if number.isMultiple(of: 2) {
                            // Not what somebody has open: that would not be made anew.
                            _ = try await manager.listFacesFile(
                                filter: ["details": BusVariant(number == 0), "variable": BusVariant(false)],
                                timeout: Self.patience)
                        } else {
                            _ = try await manager.listFaces(
                                filter: ["limit": BusVariant(UInt32(1000))], timeout: Self.patience)
                        }
                        finished.value.withLock { $0 += 1 }
                    }
                }
                let name = ["name": BusVariant("Point-Regular")]
                let match = try await manager.match(descriptors: [name], options: [:], timeout: Self.patience)
                #expect(match.map { $0.text("family") } == ["Point"])
                let found = try await manager.listRegistered(
                    filter: ["id": BusVariant(id)], timeout: Self.patience)
                #expect(found.fonts.map { $0.text("id") } == [id])
                _ = try await manager.openFont(id: id, options: [:], timeout: Self.patience)
                let generation = try await manager.generation()
                _ = try await daemon.register(makeFont("Meanwhile"))
                #expect(try await manager.generation() > generation)
                #expect(finished.value.withLock { $0 } == 0, "the lists are held up")
                await listing.end()
                try await lists.waitForAll()
            }
            #expect(finished.value.withLock { $0 } == count)
        }
    }

    @Test(
        "One caller's many lists keep neither the lists nor the look-ups of another one waiting for all of them",
        .enabled("running processes may be traced here") { await RunningDaemon.canTraceOthers() })
    func manyListsOfOneCaller() async throws {
        try await RunningDaemon.run(home: makeHome(collections: 8)) { daemon in
            let manager = daemon.manager
            let id = try await daemon.register(makeFont("Point"))
            let other = FontManager1Client(try await daemon.connect())
            // There is a thread for lists from then on, and who the other one is has been found out.
            _ = try await other.listFamilies(filter: [:], timeout: Self.patience)
            let count = 200
            let finished = Counter()
            let listing = try await daemon.holdUp("registry-list")
            try await withThrowingTaskGroup(of: Void.self) { lists in
                for _ in 0..<count {
                    lists.addImmediateTask {
                        _ = try await manager.listFaces(
                            filter: ["limit": BusVariant(UInt32(1000))], timeout: Self.patience)
                        finished.value.withLock { $0 += 1 }
                    }
                }
                let families = Task.immediate { try await other.listFamilies(filter: [:], timeout: Self.patience) }
                let found = try await other.listRegistered(filter: ["id": BusVariant(id)], timeout: Self.patience)
                #expect(found.fonts.map { $0.text("id") } == [id])
                #expect(finished.value.withLock { $0 } == 0, "the look-up waits for no list")
                await listing.end()
                #expect(try await families.value.families.contains("Point"))
                // It is the other's turn after one list or two; what comes while the answer is read is few as well.
                let before = finished.value.withLock { $0 }
                #expect(before <= count / 10, "\(before) of \(count) lists came before the other's list")
                try await lists.waitForAll()
            }
        }
    }

    @Test("The file has what the pages have, face for face and key for key", arguments: [false, true])
    func fileIsPages(details: Bool) async throws {
        try await RunningDaemon.run(home: makeHome(collections: 3)) { daemon in
            var font = FontBuilder(family: "Kept \"so\"", style: "Bold")
            font.weight = 700
            font.axes = [.init(tag: "wght", name: "Weight", minimum: 200, defaultValue: 700, maximum: 900.5)]
            font.namedInstances = [.init(name: "Thin", postscriptName: "Kept-Thin", coordinates: [200])]
            font.postscriptName = "Kept"
            let file = try daemon.home.openFont(font.build())
            _ = try await daemon.register([file], options: ["user_info": BusVariant("a \"mark\"\n")])
            _ = try await daemon.register(makeFont("Disabled"), enabled: false)

            let opened = try await daemon.manager.listFacesFile(filter: ["details": BusVariant(details)])
            let seals = typecase_fcntl(opened.rawValue, typecase_F_GET_SEALS, 0)
            #expect(seals & typecase_F_SEALS_ALL == typecase_F_SEALS_ALL)
            #expect(lseek(opened.rawValue, 0, SEEK_CUR) == 0, "positioned at its start")
            var faces: [[String: BusVariant]] = []
            var filter: [String: BusVariant] = ["details": BusVariant(details), "limit": BusVariant(UInt32(70))]
            repeat {
                let page = try await daemon.manager.listFaces(filter: filter)
                faces += page.faces
                filter["cursor"] = page.cursor.isEmpty ? nil : BusVariant(page.cursor)
            } while filter["cursor"] != nil
            #expect(faces.count == 3 * 64 + 1)
            #expect(faces.first?.text("user_info") == "a \"mark\"\n")
            let lines = try lines(opened)
            #expect(lines.count == faces.count)
            for (line, face) in zip(lines, faces) { #expect(line == plain(face.busValue)) }

            let system = try await daemon.manager.listFacesFile(
                filter: ["source": BusVariant("system"), "family": BusVariant("many 7")])
            #expect(try self.lines(system).count == 3)
            let none = try await daemon.manager.listFacesFile(filter: ["family": BusVariant("Disabled")])
            #expect(try readAll(none).isEmpty)
        }
    }

    @Test(
        "The file of registered fonts has what their pages have, font for font and key for key",
        arguments: [false, true])
    func fontFileIsPages(details: Bool) async throws {
        try await RunningDaemon.run(home: ScratchHome()) { daemon in
            var font = FontBuilder(family: "Kept \"so\" 阿", style: "Bold")
            font.postscriptName = "Kept"
            let file = try daemon.home.openFont(font.build())
            _ = try await daemon.register([file], options: ["user_info": BusVariant("a \"mark\"\n")])
            _ = try await daemon.register(makeFont("Disabled"), enabled: false)
            let collection = try daemon.home.openFont(
                FontBuilder.collection((0..<3).map { FontBuilder(family: "Many \($0)") }))
            _ = try await daemon.register([collection], options: [:])
            for filter in [
                [:], ["words": BusVariant(["many", "2"])], ["enabled": BusVariant(false)],
                ["family": BusVariant("none")], ["monospace": BusVariant(true)],
            ] {
                let filter = filter.merging(["details": BusVariant(details)]) { $1 }
                let fonts = try await daemon.management.listFonts(filter: filter).fonts
                let lines = try lines(try await daemon.management.listFontsFile(filter: filter))
                #expect(lines.count == fonts.count)
                for (line, font) in zip(lines, fonts) {
                    let expected = try #require(plain(font.busValue) as? NSDictionary).mutableCopy()
                    let whole = try #require(expected as? NSMutableDictionary)
                    whole["path"] = line["path"]
                    #expect(line == whole)
                    let path = line["path"] as? String
                    #expect((path != nil) == (line["enabled"] as? Bool == true), "programs find enabled fonts alone")
                    if let path { #expect(FileManager.default.fileExists(atPath: path)) }
                }
            }
            let words = ["words": BusVariant(["disabled"]), "enabled": BusVariant(false)]
            #expect(try await daemon.management.listFonts(filter: words).fonts.count == 1)
        }
    }

    @Test("The file of registered fonts tells of quarantine and of collisions as the pages do")
    func fontFileStates() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { daemon in
            let denied = try await daemon.register(makeFont("Denied"), by: .user)
            let colliding = try await daemon.register(makeFont("Colliding"), by: .user)
            _ = try await daemon.register(makeFont("Plain"), by: .user)
            let digest = try SealedMemory(bytes: makeFont("Denied")).digest
            try home.scratch.write("\(digest) as a \"test\"\n", to: "policy/denied-fonts")
            _ = try await daemon.management.revalidate(ids: [], options: [:])
            try home.addSystemFont(makeFont("Colliding"), name: "colliding.ttf")
            try await eventually("the collision is known") {
                try await daemon.management.listFonts(filter: [:]).fonts.contains { $0["collision"] != nil }
            }
            for filter in [[:], ["details": BusVariant(true)], ["enabled": BusVariant(true)]] {
                let fonts = try await daemon.management.listFonts(filter: filter).fonts
                let lines = try lines(try await daemon.management.listFontsFile(filter: filter))
                #expect(fonts.count == 3 && lines.count == 3)
                for (line, font) in zip(lines, fonts) {
                    for key in ["id", "enabled", "quarantined", "quarantine", "quarantine_reason", "collision"] {
                        #expect(line[key] as? NSObject == font[key].map { plain($0.busValue) }, "\(key)")
                    }
                }
                func line(_ id: String) -> NSDictionary? { lines.first { $0["id"] as? String == id } }
                #expect(line(denied)?["quarantine"] as? String == "denied")
                #expect((line(denied)?["quarantine_reason"] as? String)?.contains("as a \"test\"") == true)
                #expect(line(denied)?["path"] == nil, "no program finds it")
                #expect((line(colliding)?["collision"] as? String)?.hasSuffix("colliding.ttf") == true)
            }
            let listed = try await daemon.typecase("list")
            #expect(listed.standardOutput.contains("quarantined") && listed.standardOutput.contains("collides"))
        }
    }

    @Test("Callers who are told the same share one file, until something changes")
    func fileIsShared() async throws {
        try await RunningDaemon.run(home: makeHome(collections: 1)) { daemon in
            func list(_ filter: [String: BusVariant] = [:]) async throws -> (inode: UInt64, text: [UInt8]) {
                let file = try await daemon.manager.listFacesFile(filter: filter)
                return (try FileStatus(of: file).stamp.inode, try readAll(file))
            }
            _ = try await daemon.register(makeFont("First"))
            // One that stays open, so that no later file can have its inode.
            let kept = try await daemon.manager.listFacesFile(filter: [:])
            let first = try await list()
            #expect(try FileStatus(of: kept).stamp.inode == first.inode)
            #expect(
                try await list(["cursor": BusVariant("other"), "limit": BusVariant(UInt32(3))]).inode == first.inode)
            let ours = try await list(["source": BusVariant("typecase")])
            #expect(ours.inode != first.inode)
            #expect(ours.text.count { $0 == UInt8(ascii: "\n") } == 1)

            _ = try await daemon.register(makeFont("Second"))
            let second = try await list()
            #expect(second.inode != first.inode)
            #expect(String(decoding: second.text, as: UTF8.self).contains("Second"))
            #expect(lseek(kept.rawValue, 0, SEEK_CUR) == 0, "nobody else's reading moves it")
        }
    }

    /// A value as JSON's reader has it.
    private func plain(_ value: BusValue) -> NSObject {
        switch value {
        case .boolean(let value): NSNumber(value: value)
        case .uint32(let value): NSNumber(value: value)
        case .uint64(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .array(_, let values), .structure(let values): NSArray(array: values.map(plain))
        case .variant(let value): plain(value)
        case .dictionary(_, _, let entries):
            NSDictionary(
                objects: entries.map { plain($0.value) }, forKeys: entries.compactMap { plain($0.key) as? NSString })
        default: NSNull()
        }
    }

    @Test("A page that would be too long for a message ends early, and the next goes on")
    func longPages() async throws {
        try await RunningDaemon.run { daemon in
            for number in 0..<6 {
                let faces = (0..<60).map { index in
                    var face = FontBuilder(family: "Long \(number) \(index)")
                    face.licence = String(repeating: "This is what you may do with it. ", count: 120)
                    return face
                }
                _ = try await daemon.register(FontBuilder.collection(faces))
            }
            var sizes: [Int] = []
            var seen: [String] = []
            var filter = ["details": BusVariant(true), "limit": BusVariant(UInt32(1000))]
            repeat {
                let page = try await daemon.manager.listFaces(filter: filter)
                sizes.append(page.faces.count)
                seen += page.faces.map { $0.text("postscript_name") }
                filter["cursor"] = page.cursor.isEmpty ? nil : BusVariant(page.cursor)
            } while filter["cursor"] != nil
            #expect(sizes.count > 1 && sizes.allSatisfy { $0 > 0 })
            #expect(seen.count == 360 && Set(seen).count == 360)

            var ids: [String] = []
            filter = ["details": BusVariant(true), "limit": BusVariant(UInt32(1000))]
            var pages = 0
            repeat {
                let page = try await daemon.management.listFonts(filter: filter)
                ids += page.fonts.map { $0.text("id") }
                #expect(page.fonts.allSatisfy { $0.dictionaries("faces").count == 60 })
                pages += 1
                filter["cursor"] = page.cursor.isEmpty ? nil : BusVariant(page.cursor)
            } while filter["cursor"] != nil
            #expect(pages > 1)
            #expect(ids.count == 6 && Set(ids).count == 6)
            // In a file all of it comes at once.
            let file = try await daemon.manager.listFacesFile(filter: ["details": BusVariant(true)])
            #expect(try lines(file).count == 360)
        }
    }

    @Test("A sandboxed program learns no marks of others, in files either")
    func marksOfOthers() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.openFont(makeFont("Marked"))
            _ = try await daemon.register([font], options: ["user_info": BusVariant("secret")])
            try await daemon.management.setGrant(
                provider: "org.example.Reader", right: "use-installed-fonts", decision: "allow", options: [:])
            let program = """
                import dbus, json, os
                bus = dbus.SessionBus()
                fonts = dbus.Interface(bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"),
                    "org.typecase.FontManager1")
                for details in [False, True]:
                    filter = dbus.Dictionary({"details": details}, signature="sv")
                    file = fonts.ListFacesFile(filter).take()
                    faces = [json.loads(line) for line in open(file)]
                    print([face["family"] for face in faces], [face.get("user_info") for face in faces])
                """
            let sandboxed = try await daemon.runSandboxed("org.example.Reader", ["/usr/bin/python3", "-c", program])
            #expect(sandboxed.standardOutput == "['Marked'] [None]\n['Marked'] [None]\n", "\(sandboxed.standardError)")
            let plain = try await daemon.run("/usr/bin/python3", "-c", program)
            #expect(plain.standardOutput == "['Marked'] ['secret']\n['Marked'] ['secret']\n")
        }
    }

    @Test("A cursor that is not one of the list gets an error that says so, and a good one outlives a restart")
    func cursors() async throws {
        try await RunningDaemon.run { daemon in
            for number in 0..<3 { _ = try await daemon.register(makeFont("Cursor \(number)")) }
            let one = BusVariant(UInt32(1))
            let faces = try await daemon.manager.listFaces(filter: ["limit": one])
            let fonts = try await daemon.manager.listRegistered(filter: ["limit": one])
            let families = try await daemon.manager.listFamilies(filter: ["limit": one])
            #expect(families.families == ["Cursor 0"])
            try await daemon.restart()
            let rest = try await daemon.manager.listFaces(filter: ["cursor": BusVariant(faces.cursor)])
            #expect(rest.faces.map { $0.text("family") } == ["Cursor 1", "Cursor 2"])
            #expect(
                try await daemon.manager.listRegistered(filter: ["cursor": BusVariant(fonts.cursor)]).fonts.count == 2)
            let later = try await daemon.manager.listFamilies(filter: ["cursor": BusVariant(families.cursor)])
            #expect(later.families == ["Cursor 1", "Cursor 2"])
            for cursor in ["made up", families.cursor, fonts.cursor, String(faces.cursor.dropLast(2))] {
                let error = await #expect(throws: BusError.self) {
                    try await daemon.manager.listFaces(filter: ["cursor": BusVariant(cursor)])
                }
                #expect(error?.typecaseName == "InvalidCursor")
            }
        }
    }

    @Test("A cursor goes on over later generations, and is refused where its rows are those of a registry that is gone")
    func cursorsOfOtherGenerations() async throws {
        try await RunningDaemon.run { daemon in
            var ids: [String] = []
            for number in 0..<6 { ids.append(try await daemon.register(makeFont("Cursor \(number)"))) }
            let two = ["limit": BusVariant(UInt32(2))]
            let faces = try await daemon.manager.listFaces(filter: two).cursor
            let fonts = try await daemon.manager.listRegistered(filter: two).cursor
            let families = try await daemon.manager.listFamilies(filter: two).cursor
            let generation = try await daemon.manager.generation()
            // The last one listed goes, and so does one to come; one is hidden, and one comes.
            _ = try await daemon.unregister([ids[1], ids[3]])
            _ = try await daemon.setEnabled([ids[4]], false)
            ids.append(try await daemon.register(makeFont("Cursor 6")))
            #expect(try await daemon.manager.generation() > generation)

            let restOfFaces = try await daemon.manager.listFaces(filter: ["cursor": BusVariant(faces)])
            #expect(restOfFaces.faces.map { $0.text("family") } == ["Cursor 2", "Cursor 5", "Cursor 6"])
            let restOfFonts = try await daemon.manager.listRegistered(filter: ["cursor": BusVariant(fonts)])
            #expect(restOfFonts.fonts.map { $0.text("id") } == [ids[2], ids[4], ids[5], ids[6]])
            let restOfFamilies = try await daemon.manager.listFamilies(filter: ["cursor": BusVariant(families)])
            #expect(restOfFamilies.families == ["Cursor 2", "Cursor 5", "Cursor 6"])

            await daemon.stop()
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().count == 5)
            let ofFaces = await #expect(throws: BusError.self) {
                try await daemon.manager.listFaces(filter: ["cursor": BusVariant(faces)])
            }
            #expect(ofFaces?.typecaseName == "InvalidCursor")
            let ofFonts = await #expect(throws: BusError.self) {
                try await daemon.manager.listRegistered(filter: ["cursor": BusVariant(fonts)])
            }
            #expect(ofFonts?.typecaseName == "InvalidCursor")
            // Families are in the order of their names, which are the same in any registry.
            let afterAll = try await daemon.manager.listFamilies(filter: ["cursor": BusVariant(families)])
            #expect(afterAll.families == restOfFamilies.families)
        }
    }
}
