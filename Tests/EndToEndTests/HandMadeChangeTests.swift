internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

/// What people and other programs do to the published files, while the daemon looks and while it does not.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HandMadeChangeTests {
    /// Whether the daemon runs at the time.
    enum Moment: String, CaseIterable, CustomTestStringConvertible {
        case running, stopped

        var testDescription: String { rawValue }
        /// What the change log is to name as the cause.
        var cause: String { self == .running ? "file" : "recovery" }
    }

    private static let font = makeFont("By Hand")

    /// A registered font and where it is.
    private struct Subject {
        var id: String
        var directory: String
        var name: String

        var path: String { "\(directory)/\(name)" }
    }

    /// Registers a font, does something to its file, and waits until the daemon has taken note.
    private func change(
        _ moment: Moment, _ change: (Subject) throws -> Void,
        expect: (RunningDaemon, Subject, _ changes: [[String]]) async throws -> Void
    ) async throws {
        try await RunningDaemon.run { daemon in
            // The daemon watches a new directory before it tells of its fonts.
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            let id = try await daemon.register(Self.font)
            _ = try await signals.next()
            let generation = try await daemon.manager.generation()
            let file = try #require(daemon.publishedFiles.first)
            let shard = try #require(file.path.split(separator: "/").first.map(String.init))
            let subject = Subject(id: id, directory: "\(daemon.publishedDirectory)/\(shard)", name: file.name)
            switch moment {
            case .running:
                try change(subject)
            case .stopped:
                await daemon.stop()
                try change(subject)
                try await daemon.start()
                try await daemon.waitUntilRecovered()
            }
            // What is found is hashed first and told of then, each in its own time.
            while try await daemon.manager.changes(sinceGeneration: generation).changes.isEmpty,
                DirectoryListing("\(daemon.storeDirectory)/foreign").files.isEmpty
            {
                _ = try await signals.next()
            }
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            try await expect(
                daemon, subject, changes.map { [$0.text("kind"), $0.text("id"), $0.text("cause")] })
        }
    }

    @Test("A file that was deleted is a font that was removed", arguments: Moment.allCases)
    func deleted(moment: Moment) async throws {
        try await change(moment) {
            unlink($0.path)
        } expect: { daemon, subject, changes in
            #expect(changes == [["removed", subject.id, moment.cause]])
            #expect(try await daemon.list().isEmpty)
            #expect(try await daemon.filesLeftInStore() == [])
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(try await daemon.management.status()["deleted_fonts"] == BusVariant(1 as UInt32))
            let status = try await daemon.typecase("status")
            #expect(status.standardOutput.contains("typecase restore --deleted"))
            #expect(try await daemon.typecase("restore", "--deleted").termination == .exited(0))
            #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
            #expect(try await daemon.list().map { $0.text("id") } != [subject.id])
        }
    }

    @Test(
        "Doctor tells of a single deleted font only if the whole directory of its file is gone",
        arguments: [false, true])
    func deletedDirectory(isWhole: Bool) async throws {
        for moment in Moment.allCases {
            try await change(moment) {
                // Beside the published fonts and their directory, where nothing is searched.
                if isWhole { rename($0.directory, "\($0.directory)/../../../away") } else { unlink($0.path) }
            } expect: { daemon, subject, changes in
                #expect(changes == [["removed", subject.id, moment.cause]])
                let status = try await daemon.management.status()
                #expect(status["deleted_fonts"] == BusVariant(1 as UInt32))
                #expect(status["deleted_with_directory"] == BusVariant((isWhole ? 1 : 0) as UInt32))
                let findings = try await daemon.typecase("doctor", "--json").standardOutput
                #expect(findings.contains("deleted-files") == isWhole, "\(findings)")
                #expect(try await daemon.typecase("restore", "--deleted").succeeded)
                #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
                let restored = try await daemon.typecase("doctor", "--json").standardOutput
                #expect(!restored.contains("deleted-files"), "\(restored)")
            }
        }
    }

    @Test("A file that got a dot before its name is a font that was disabled", arguments: Moment.allCases)
    func hidden(moment: Moment) async throws {
        try await change(moment) {
            rename($0.path, "\($0.directory)/.\($0.name)")
        } expect: { daemon, subject, changes in
            #expect(changes == [["disabled", subject.id, moment.cause]])
            #expect(try await daemon.list().map { $0.boolean("enabled") } == [false])
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.fontconfigFamilies() == [])
            await daemon.stop()
            unlink(daemon.registryFile)
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.boolean("enabled") } == [false], "the store knows it too")
            let refused = try await daemon.setEnabled([subject.id], true)
            #expect(refused.results.map(\.errorName) == ["CancelledByUser"], "it was the user who disabled it")
            let registered = try await daemon.register([daemon.home.openFont(Self.font)])
            #expect(registered.results.map { $0.boolean("enabled") } == [false])
            #expect(try await daemon.fontconfigFamilies() == [])
            _ = try await daemon.setEnabled([subject.id], true, by: .user)
            #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
            #expect(daemon.publishedFiles.count == 1)
            #expect(access(subject.path, F_OK) != 0, "under a new name, as a sync may know the old one as gone")
        }
    }

    @Test(
        "A file with other bytes in its place is put in quarantine, and the provider can give the font again",
        arguments: Moment.allCases)
    func replaced(moment: Moment) async throws {
        let other = makeFont("Intruder")
        try await change(moment) { subject in
            let draft = "\(subject.directory)/.draft"
            try writeFile(other, to: draft)
            rename(draft, subject.path)
        } expect: { daemon, subject, changes in
            #expect(changes == [["quarantined", subject.id, moment.cause]])
            #expect(try await daemon.list().map { $0.boolean("quarantined") } == [true])
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.fontconfigFamilies() == [])
            let kept = DirectoryListing("\(daemon.storeDirectory)/quarantine").files
            #expect(try kept.map { try readAll("\(daemon.storeDirectory)/quarantine/\($0.path)") } == [other])
            await #expect(throws: BusError.self) {
                _ = try await daemon.manager.openFont(id: subject.id, options: [:])
            }

            let generation = try await daemon.manager.generation()
            _ = try await daemon.register(Self.font)
            let told = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(told.map { [$0.text("kind"), $0.text("id")] } == [["enabled", subject.id]])
            #expect(try await daemon.list().map { $0.boolean("quarantined") } == [false])
            #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
        }
    }

    @Test(
        "A font that a person puts into the tree, under whatever name and wherever there, is that person's",
        arguments: Moment.allCases)
    func added(moment: Moment) async throws {
        try await change(moment) { subject in
            try writeFile(makeFont("Dropped In"), to: "\(subject.directory)/Dropped In.ttf")
            try writeFile(makeFont("On Top"), to: "\(subject.directory)/../top.OTF")
        } expect: { daemon, subject, _ in
            try await eventually("both are registered") {
                try await daemon.management.listFonts(filter: [:]).fonts.count == 3
            }
            #expect(try await daemon.fontconfigFamilies() == ["By Hand", "Dropped In", "On Top"])
            let found = try await daemon.management.listFonts(filter: ["provider": BusVariant("user")]).fonts
            #expect(found.count == 2)
            #expect(DirectoryListing("\(daemon.storeDirectory)/foreign").files.isEmpty)
            #expect(try await daemon.typecase("uninstall", "--yes", "Dropped In").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["By Hand", "On Top"])
        }
    }

    @Test("A file that is not ours is set aside, whole, and no program sees it", arguments: Moment.allCases)
    func foreign(moment: Moment) async throws {
        let foreign = Array(makeFont("Foreign").dropFirst())
        try await change(moment) { subject in
            try writeFile(foreign, to: "\(subject.directory)/Foreign.ttf")
        } expect: { daemon, subject, changes in
            let families = try await daemon.fontconfigFamilies()
            #expect(families == ["By Hand"])
            #expect(changes == [])
            #expect(daemon.publishedFiles.map(\.name) == [subject.name])
            let kept = DirectoryListing("\(daemon.storeDirectory)/foreign").files
            #expect(kept.map(\.name) == ["Foreign.ttf"])
            #expect(try kept.map { try readAll("\(daemon.storeDirectory)/foreign/\($0.path)") } == [foreign])
            #expect(try await daemon.list().map { $0.text("id") } == [subject.id])
            // Whoever misses the file finds it, in the log and with the command.
            let path = try #require(kept.first.map { "\(daemon.storeDirectory)/foreign/\($0.path)" })
            #expect(daemon.standardError.contains("file=\(subject.directory)/Foreign.ttf"))
            #expect(daemon.standardError.contains("kept-as=\(path)"))
            let outcome = try await daemon.typecase("doctor")
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardOutput.contains("set-aside-files"))
            #expect(outcome.standardOutput.contains(path))
        }
    }

    @Test func `A tree that is gone as a whole loses no font, and comes back with its disk`() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(Self.font)
            let tree = daemon.publishedDirectory
            await daemon.stop()
            rename(tree, tree + ".away")
            try await daemon.start()

            let refused = try await daemon.register([daemon.home.openFont(makeFont("Another"))])
            #expect(refused.results.map(\.errorName) == ["ReadOnly"])
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(access(tree, F_OK) != 0)

            await daemon.stop()
            rename(tree + ".away", tree)
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
            #expect(try await daemon.register([daemon.home.openFont(makeFont("Another"))]).results[0].errorName == "")
        }
    }

    /// What comes between the fonts and their tree while the daemon runs.
    enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
        case movedTree, movedParent, openToOthers

        var testDescription: String { rawValue }

        func begin(_ tree: String, _ parent: String) {
            switch self {
            case .movedTree: rename(tree, "\(parent)/../away")
            case .movedParent: rename(parent, parent + ".away")
            case .openToOthers: chmod(tree, 0o777)
            }
        }

        func end(_ tree: String, _ parent: String) {
            switch self {
            case .movedTree: rename("\(parent)/../away", tree)
            case .movedParent: rename(parent + ".away", parent)
            case .openToOthers: chmod(tree, 0o755)
            }
        }
    }

    @Test("What comes between fonts and tree is told of and, once it is gone, forgotten", arguments: Obstacle.allCases)
    func passingObstacle(obstacle: Obstacle) async throws {
        try await RunningDaemon.run { daemon in
            let id = try await registerWatched(daemon)
            let (tree, parent) = (daemon.publishedDirectory, daemon.home.userFontDirectory)

            obstacle.begin(tree, parent)
            // Before anybody has noticed, and after.
            try await expectRefusals(daemon)
            try await daemon.waitUntil(isReadOnly: true)
            #expect(try await daemon.management.status().boolean("ready") == false)
            try await expectRefusals(daemon)
            #expect(try await daemon.list().map { $0.text("id") } == [id])

            obstacle.end(tree, parent)
            // Nobody has to ask for a change: the service looks by itself.
            try await daemon.waitUntil(isReadOnly: false)
            #expect(try await daemon.management.status().boolean("ready") == true)
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(try await daemon.fontconfigFamilies() == ["By Hand"])
            _ = try await daemon.register(makeFont("Another"))
            #expect(try await daemon.fontconfigFamilies() == ["By Hand", "Another"])

            // And it watches what came back.
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            unlink("\(tree)/\(try #require(daemon.publishedFiles.first).path)")
            while try await daemon.list().count == 2 { _ = try await signals.next() }
        }
    }

    private func expectRefusals(_ daemon: RunningDaemon) async throws {
        let refused = try await daemon.register([daemon.home.openFont(makeFont("Another"))])
        #expect(refused.results.map(\.errorName) == ["ReadOnly"])
        let batch = try await Batch(on: daemon.connection, with: Batch.fonts(20))
        #expect(try await batch.commit().results.map(\.errorName) == Array(repeating: "ReadOnly", count: 20))
    }

    @Test func `An empty directory in place of a tree that is gone removes the fonts, as its error says`() async throws
    {
        try await RunningDaemon.run { daemon in
            _ = try await registerWatched(daemon)
            let tree = daemon.publishedDirectory
            _ = try await daemon.run("/bin/rm", "-rf", tree)
            try await daemon.waitUntil(isReadOnly: true)
            #expect(try await daemon.list().count == 1)
            mkdir(tree, 0o755)
            try await daemon.waitUntil(isReadOnly: false)
            #expect(try await daemon.list().isEmpty)
            _ = try await daemon.register(makeFont("Another"))
            #expect(try await daemon.fontconfigFamilies() == ["Another"])
        }
    }

    /// Registers the font, and waits until the daemon watches it.
    private func registerWatched(_ daemon: RunningDaemon) async throws -> String {
        var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
        let id = try await daemon.register(Self.font)
        _ = try await signals.next()
        return id
    }

    private func writeFile(_ bytes: [UInt8], to path: String) throws {
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }
}
