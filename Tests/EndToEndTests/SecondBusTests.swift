internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Several daemons of one user, each on a bus of its own: a nested session, or one that dbus-x11 started.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct SecondBusTests {
    /// Runs a test with a daemon that changes the fonts and one that came later, in one home.
    private func withTwo(_ body: (RunningDaemon, RunningDaemon) async throws -> Void) async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { first in
            try await first.waitUntilRecovered()
            try await RunningDaemon.run(home: home) { second in try await body(first, second) }
        }
    }

    private func isReadOnly(_ daemon: RunningDaemon) async throws -> Bool {
        try await daemon.management.status().boolean("read_only") ?? true
    }

    @Test("The second daemon answers questions, and each change with an error that names the first")
    func secondDaemon() async throws {
        try await withTwo { first, second in
            let bytes = makeFont("Of The First")
            let id = try await first.register(bytes)
            #expect(try await second.list().map { $0.text("id") } == [id])
            let found = try await second.manager.match(
                descriptors: [["family": BusVariant("Of The First")]], options: [:])
            #expect(found.first?.text("id") == id)
            #expect(try await readAll(second.manager.openFont(id: id, options: [:]).font) == bytes)
            #expect(try await second.manager.generation() == first.manager.generation())

            let font = try second.home.openFont(makeFont("Of The Second"))
            for scope in Scope.allCases {
                let error = await #expect(throws: BusError.self) {
                    try await second.register([font], by: .user, scope: scope)
                }
                expectHolder(error?.name, error?.message, first)
            }
            for answer in [
                try await second.unregister([id]), try await second.setEnabled([id], false, by: .user),
            ] {
                expectHolder(answer.results.first?.text("error"), answer.results.first?.text("message"), first)
            }
            // Before the state is asked for, which has each worker tell what it can do.
            let workers = try second.descendants.map { try readProcessFile("/proc/\($0)/cmdline") }
            #expect(!workers.contains { $0.contains("system-faces") }, "the first knows the system's fonts")
            let status = try await second.management.status()
            #expect(status.boolean("read_only") == true)
            #expect(status.text("read_only_reason").contains("\(first.processID)"))
            #expect(try await first.list().map { $0.text("id") } == [id])
            #expect(try await !isReadOnly(first))
        }
    }

    private func expectHolder(_ name: String?, _ message: String?, _ holder: RunningDaemon) {
        #expect(name == BusErrorNames.prefix + "ReadOnly")
        // A bus' address goes on with what identifies it to programs.
        for part in ["process \(holder.processID)", String(holder.bus.address.prefix { $0 != "," }), "takes over"] {
            #expect(message?.contains(part) == true, "\(message ?? "")")
        }
    }

    @Test("Two sessions, one after the other, publish below ~/.fonts where that is all there is")
    func oneAfterTheOther() async throws {
        let home = try ScratchHome()
        try home.scratch.write(makeFont("By Hand"), to: "home/.fonts/by-hand.ttf")
        let published = "\(home.path)/.fonts/typecase"
        let id = try await RunningDaemon.run(home: home) { first in
            _ = try await first.register(makeFont("Fleeting"), scope: .session)
            return try await first.register(makeFont("First"))
        }
        try await RunningDaemon.run(home: home) { (second) async throws -> Void in
            try await second.management.reconcile(options: [:])
            #expect(try await second.list().map { $0.text("id") } == [id], "the other session's bus has ended")
            #expect(try await second.management.status().text("published_directory") == published)
            _ = try await second.register(makeFont("Second"))
            #expect(DirectoryListing(published).files.filter { $0.path.hasSuffix(".ttf") }.count == 2)
            #expect(access(home.userFontDirectory, F_OK) != 0, "it would hide ~/.fonts from sandboxes")
            #expect(try await second.fontconfigFamilies() == ["By Hand", "First", "Second"])
            // At the same time as well: the other one follows what is below ~/.fonts.
            try await RunningDaemon.run(home: home) { (third) async throws -> Void in
                #expect(try await third.management.status().text("published_directory") == published)
                #expect(try await third.list(by: .user).count == 2)
                #expect(try await isReadOnly(third))
            }
        }
    }

    @Test("The end of the second daemon's bus leaves the session of the first alone")
    func endOfSecondBus() async throws {
        let home = try ScratchHome()
        let bus = try PrivateBus()
        try await RunningDaemon.run(home: home) { first in
            try await first.waitUntilRecovered()
            let id = try await first.register(makeFont("Of The First"), scope: .session)
            let note = try readAll("\(home.stateDirectory)/typecase/session")
            try await RunningDaemon.run(home: home, bus: bus) { (second) async throws -> Void in
                #expect(try await isReadOnly(second))
                bus.stop()
                _ = await second.waitForEnd()
            }
            #expect(try readAll("\(home.stateDirectory)/typecase/session") == note)
            try await first.management.reconcile(options: [:])
            #expect(try await first.list().map { $0.text("id") } == [id])
            try await first.restart()
            try await first.management.reconcile(options: [:])
            #expect(try await first.list().map { $0.text("id") } == [id])
        }
    }

    @Test("The second daemon tells of what the first changes", arguments: [true, false])
    func following(enabled: Bool) async throws {
        try await withTwo { first, second in
            let changes = try await second.manager.fontsChanged()
            let answer = try await first.register([first.home.openFont(makeFont("Followed"))], enabled: enabled)
            for await generation in changes where generation >= answer.generation { break }
            #expect(try await second.list().count == 1)
            let removal = try await first.unregister(second.list().map { $0.text("id") })
            for await generation in changes where generation >= removal.generation { break }
            #expect(try await second.list().isEmpty)
        }
    }

    @Test("The second daemon takes over when the first ends, however it ends", arguments: [SIGTERM, SIGKILL])
    func takingOver(signal: Int32) async throws {
        try await withTwo { first, second in
            let early = try await first.register(makeFont("Early"))
            await first.stop(signal: signal)
            try await second.waitUntil(isReadOnly: false)
            let late = try await second.register(makeFont("Late"), by: .user)
            #expect(try await Set(second.list(by: .user).map { $0.text("id") }) == [early, late])
            #expect(try await second.fontconfigFamilies() == ["Early", "Late"])

            // Now the first is the second.
            try await first.start()
            let error = await #expect(throws: BusError.self) {
                try await first.register([first.home.openFont(makeFont("Refused"))])
            }
            expectHolder(error?.name, error?.message, second)
        }
    }

    @Test(
        "A second daemon whose registry is elsewhere leaves the fonts of the first alone until that ends",
        arguments: [SIGTERM, SIGKILL], [true, false])
    func otherStateHome(signal: Int32, hasRegistry: Bool) async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Of The System"), name: "system.ttf")
        let elsewhere = ["XDG_STATE_HOME": try home.scratch.makeDirectory("elsewhere")]
        try await RunningDaemon.run(home: home, isStarted: false) { first in
            try await RunningDaemon.run(home: home, isStarted: false) { second in
                if hasRegistry {
                    try await second.start(environment: elsewhere)
                    try await second.waitUntilRecovered()
                    // Afterwards it can only read what it has noted here, the system's fonts included.
                    #expect(try await !second.manager.listFaces(filter: [:]).faces.isEmpty)
                    await second.stop()
                }
                try await first.start()
                try await first.waitUntilRecovered()
                let early = try await first.register(makeFont("Early"))
                let batch = try await Batch(on: first.connection, with: [makeFont("Staged")])
                let published = DirectoryListing(first.publishedDirectory)
                let stored = first.storedFiles

                try await second.start(environment: elsewhere)
                let faces = try await second.manager.listFaces(filter: [:]).faces
                #expect(faces.contains { $0.text("family") == "Of The System" })
                #expect(try await second.list().isEmpty, "it has a registry of its own")
                let error = await #expect(throws: BusError.self) {
                    try await second.register([home.openFont(makeFont("Refused"))], by: .user)
                }
                expectHolder(error?.name, error?.message, first)
                #expect(try await isReadOnly(second))
                #expect(DirectoryListing(first.publishedDirectory).files == published.files)
                #expect(first.storedFiles == stored)
                #expect(try await batch.commit().results.count == 1)
                #expect(try await first.fontconfigFamilies().contains("Staged"))
                #expect(try await first.list().map { $0.text("id") }.contains(early))

                await first.stop(signal: signal)
                try await second.waitUntil(isReadOnly: false)
                _ = try await second.register(makeFont("Late"), by: .user)
                #expect(try await second.fontconfigFamilies().contains("Late"))

                // Now the first is the second.
                try await first.start()
                let refusal = await #expect(throws: BusError.self) {
                    try await first.register([home.openFont(makeFont("Refused"))])
                }
                expectHolder(refusal?.name, refusal?.message, second)
            }
        }
    }

    @Test("Of two daemons that start at once on one bus one serves, twenty times, and the other leaves no trace")
    func startsAtOnceOnOneBus() async throws {
        let (home, bus) = (try ScratchHome(), try PrivateBus())
        var registered: Set<String> = []
        var files: [String] = []
        try await RunningDaemon.run(home: home, bus: bus, isStarted: false) { first in
            try await RunningDaemon.run(home: home, bus: bus, isStarted: false) { second in
                for number in 0..<20 {
                    let line = try StartLine()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for daemon in [first, second] {
                            group.addTask {
                                // Whoever comes too late may be gone before anybody sees who serves.
                                do { try await daemon.start(wrapper: line.wrapper) } catch is RunningDaemon.NotServing {
                                }
                            }
                        }
                        try await line.start(2)
                        try await group.waitForAll()
                    }
                    let server = try await first.management.status()["process_id"]?.converted(to: UInt32.self)
                    let serving = server == UInt32(first.processID) ? first : second
                    #expect(server == UInt32(serving.processID))
                    let other = serving === first ? second : first
                    #expect(await other.waitForEnd()?.termination == .exited(1))
                    registered.insert(try await serving.register(makeFont("Round \(number)"), by: .user))
                    #expect(try await !isReadOnly(serving))
                    await serving.stop(signal: number.isMultiple(of: 2) ? SIGTERM : SIGKILL)
                    if number == 0 { files = otherFiles(home) }
                }
                try await first.start()
                try await first.waitUntilRecovered()
                #expect(try await Set(first.list(by: .user).map { $0.text("id") }) == registered)
                try await expectAgreement(first, 20)
                await first.stop()
                #expect(otherFiles(home) == files, "there is nothing that is not there after one round")
                let texts = first.standardError + second.standardError
                #expect(!texts.contains("damaged"))
                #expect(texts.matches(of: /Another daemon serves/).count >= 20, "\(texts)")
            }
        }
    }

    @Test("Of twenty daemons that start at one moment on one bus one serves, and the others leave no trace")
    func twentyStartAtOnce() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let line = try StartLine()
            let command = line.wrapper + [BuildProducts.executable("typecased")]
            let others = try (1..<20).map { _ in
                try ChildProcess(
                    command[0], Array(command.dropFirst()), environment: daemon.environment,
                    directory: daemon.home.path)
            }
            async let isStarted: Void = line.start(20)
            do { try await daemon.start(wrapper: line.wrapper) } catch is RunningDaemon.NotServing {}
            try await isStarted
            let server = try #require(
                await daemon.management.status()["process_id"]?.converted(to: UInt32.self))
            if server != UInt32(daemon.processID) { #expect(await daemon.waitForEnd()?.termination == .exited(1)) }
            for other in others where server != UInt32(other.processID) {
                #expect(await other.wait().termination == .exited(1))
            }
            _ = try await daemon.register(makeFont("Of One"), by: .user)
            try await expectAgreement(daemon, 1)
            // Whichever it is: it is the last of them.
            for other in others {
                other.send(signal: SIGTERM)
                _ = await other.wait()
            }
            await daemon.stop()
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            try await expectAgreement(daemon, 1)
        }
    }

    /// Registry, tree, store and fontconfig have so many fonts and nothing else.
    private func expectAgreement(_ daemon: RunningDaemon, _ count: Int) async throws {
        #expect(try await daemon.list(by: .user).count == count)
        #expect(try await daemon.fontconfigFamilies().count == count)
        #expect(daemon.publishedFiles.count == count)
        #expect(daemon.stagedFiles.isEmpty)
        #expect(try await daemon.filesLeftInStore().count == count, "a sidecar of each")
    }

    /// The files that a daemon keeps beside those of the fonts.
    private func otherFiles(_ home: ScratchHome) -> [String] {
        [home.stateDirectory, home.dataDirectory].flatMap { DirectoryListing("\($0)/typecase").files.map(\.path) }
            .filter { !$0.hasPrefix("store/") }
    }

    @Test("Of two daemons that start at once one changes the fonts, twenty times, and nothing is damaged")
    func startsAtOnce() async throws {
        let home = try ScratchHome()
        var registered: Set<String> = []
        try await RunningDaemon.run(home: home, isStarted: false) { first in
            try await RunningDaemon.run(home: home, isStarted: false) { second in
                for number in 0..<20 {
                    let line = try StartLine()
                    let ids = try await withThrowingTaskGroup(of: String?.self) { group in
                        for daemon in [first, second] {
                            group.addTask {
                                try await daemon.start(wrapper: line.wrapper)
                                let name = "Round \(number) on \(daemon.processID)"
                                let font = try home.openFont(makeFont(name), name: "\(name).ttf")
                                do {
                                    return try await daemon.register([font], by: .user).results.first?.text("id")
                                } catch let error as BusError {
                                    expectHolder(error.name, error.message, daemon === first ? second : first)
                                    return nil
                                }
                            }
                        }
                        try await line.start(2)
                        return try await group.reduce(into: [String]()) { if let id = $1 { $0.append(id) } }
                    }
                    #expect(ids.count == 1)
                    registered.formUnion(ids)
                    for daemon in [first, second] {
                        await daemon.stop(signal: number.isMultiple(of: 2) ? SIGTERM : SIGKILL)
                    }
                }
                try await first.start()
                try await first.waitUntilRecovered()
                #expect(try await Set(first.list(by: .user).map { $0.text("id") }) == registered)
                try await expectAgreement(first, 20)
                #expect(!(first.standardError + second.standardError).contains("damaged"))
            }
        }
    }
}
