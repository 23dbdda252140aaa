internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Many fonts registered together.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct BatchTests {
    @Test("A batch of 300 fonts is one change, announced once, and fontconfig has them all", arguments: Way.allCases)
    func oneChange(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let before = try await daemon.manager.generation()
            let announced = try await daemon.connection.signals(
                matching: MatchRule(
                    sender: FontManager1Names.busName, interface: FontManager1Names.interface, member: "FontsChanged"))
            var batch = try await Batch(on: daemon.connection, by: way)
            try await batch.add(Batch.fonts(300))
            #expect(batch.offers.allSatisfy { $0.errorName == "" && $0.dictionaries("faces").count == 1 })
            #expect(try await batch.client.count() == 300)
            #expect(try await daemon.list(by: .user).isEmpty, "nothing is registered before Commit")
            #expect(try await daemon.fontconfigList().isEmpty)
            let answer = try await batch.commit()
            #expect(answer.generation == before + 1)
            #expect(answer.results.map(\.errorName).allSatisfy { $0 == "" })
            #expect(Set(answer.results.map { $0.text("id") }).count == 300)
            #expect(try await batch.client.progress() == 1)
            #expect(try await daemon.fontconfigFamilies() == Set((0..<300).map { "Batch \($0)" }))
            #expect(daemon.publishedFiles.count == 300)
            #expect(daemon.stagedFiles.isEmpty)
            // A later change is announced after all that belong to the batch.
            _ = try await daemon.register(makeFont("Later"))
            var generations: [UInt64] = []
            for await signal in announced {
                guard case .uint64(let generation)? = signal.arguments.first else { continue }
                generations.append(generation)
                if generation > answer.generation { break }
            }
            #expect(generations == [answer.generation, answer.generation + 1])
        }
    }

    @Test("An atomic batch with one bad font in 1,000 registers nothing and tells which font it was")
    func atomic() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Taken"))
            let before = try await daemon.manager.generation()
            let files = daemon.publishedFiles + daemon.storedFiles
            for isExaminable in [false, true] {
                var fonts = Batch.fonts(1000)
                // Damage is found when the font is added, a name that is taken when the batch is committed.
                var bad = FontBuilder(family: "Other")
                bad.postscriptName = "Taken-Regular"
                fonts[571] = isExaminable ? bad.build() : Array("no font".utf8)
                var batch = try await Batch(on: daemon.connection, by: .user, options: ["atomic": BusVariant(true)])
                try await batch.add(fonts)
                let answer = try await batch.commit()
                #expect(answer.generation == before)
                let expected = isExaminable ? "DuplicatedName" : "UnrecognizedFormat"
                #expect(answer.results[571].errorName == expected)
                #expect(answer.results[571].text("message").hasPrefix("font 571: "))
                for (index, result) in answer.results.enumerated() where index != 571 {
                    #expect(result.errorName == "RegistrationFailed")
                }
                #expect(daemon.publishedFiles + daemon.storedFiles == files)
                #expect(daemon.stagedFiles.isEmpty)
                #expect(try await daemon.list(by: .user).count == 1)
            }
        }
    }

    @Test("A batch that is not atomic registers the good fonts and names the bad ones")
    func partial() async throws {
        try await RunningDaemon.run { daemon in
            var fonts = Batch.fonts(1000)
            for index in stride(from: 0, to: 1000, by: 250) { fonts[index] = Array("no font \(index)".utf8) }
            fonts[5] = fonts[4]
            var batch = try await Batch(on: daemon.connection, by: .user)
            try await batch.add(fonts)
            let answer = try await batch.commit()
            for (index, result) in answer.results.enumerated() {
                #expect(result.errorName == (index % 250 == 0 ? "UnrecognizedFormat" : ""), "font \(index)")
                #expect(result.boolean("already_registered") == (index % 250 == 0 ? nil : index == 5))
            }
            #expect(answer.results[5].text("id") == answer.results[4].text("id"))
            #expect(try await daemon.fontconfigFamilies().count == 995)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test("A Commit that is sent without waiting for AddFonts registers what the calls before it gave, in their order")
    func pipelined() async throws {
        try await RunningDaemon.run { daemon in
            for round in 0..<200 {
                let batch = try await Batch(on: daemon.connection, scope: .session)
                let fonts = [makeFont("Pipelined \(round)", characters: " A"), Array("no font".utf8)]
                // Each is sent before the next begins: they come to the loop of the connection one after the other.
                let adding = try fonts.enumerated().map { index, bytes in
                    let font = try SealedMemory(bytes: bytes).descriptor
                    return Task.immediate {
                        try await batch.client.addFonts(
                            fonts: [font], options: ["names": BusVariant(["font \(index)"])], timeout: .seconds(120))
                    }
                }
                let committing = Task.immediate { try await batch.commit() }
                for (index, task) in adding.enumerated() {
                    let offers = try await task.value
                    #expect(offers.map { $0["index"] } == [BusVariant(UInt32(index))], "round \(round)")
                }
                let results = try await committing.value.results
                try #require(results.map(\.errorName) == ["", "UnrecognizedFormat"], "round \(round)")
                #expect(results[1].text("message").hasPrefix("font 1: "))
            }
            #expect(try await daemon.fontconfigFamilies().count == 200)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test("A batch of 1,000 bad fonts registers nothing and answers for each")
    func allBad() async throws {
        try await RunningDaemon.run { daemon in
            var batch = try await Batch(on: daemon.connection)
            try await batch.add((0..<1000).map { Array("no font \($0)".utf8) })
            let answer = try await batch.commit()
            #expect(answer.results.map(\.errorName) == Array(repeating: "UnrecognizedFormat", count: 1000))
            #expect(daemon.publishedFiles.isEmpty)
            #expect(try await daemon.manager.generation() == answer.generation)
        }
    }

    @Test("Disabled fonts of a batch go into the store, and can be enabled")
    func disabled() async throws {
        try await RunningDaemon.run { daemon in
            var batch = try await Batch(on: daemon.connection, scope: .session, enabled: false)
            try await batch.add(Batch.fonts(20))
            let ids = try await batch.commit().results.map { $0.text("id") }
            #expect(daemon.publishedFiles.isEmpty)
            #expect(daemon.storedFiles.count == 40, "bytes and sidecars")
            #expect(daemon.stagedFiles.isEmpty)
            #expect(try await daemon.list(["scope": BusVariant("session")]).count == 20)
            _ = try await daemon.setEnabled(ids, true)
            #expect(try await daemon.fontconfigFamilies().count == 20)
        }
    }

    @Test("Fonts that are given again with the other scope move there, by themselves and in a batch")
    func scopes() async throws {
        try await RunningDaemon.run { daemon in
            let fonts = Batch.fonts(20)
            let batch = try await Batch(on: daemon.connection, scope: .session, with: fonts)
            let ids = try await batch.commit().results.map { $0.text("id") }
            #expect(try await daemon.register(fonts[0], scope: .persistent) == ids[0])
            #expect(try await daemon.list(["scope": BusVariant("persistent")]).map { $0.text("id") } == [ids[0]])
            let again = try await Batch(on: daemon.connection, scope: .persistent, with: fonts)
            let results = try await again.commit().results
            #expect(results.map { $0.text("id") } == ids)
            #expect(results.allSatisfy { $0.boolean("already_registered") == true })
            #expect(try await daemon.list(["scope": BusVariant("session")]).isEmpty)
            #expect(daemon.publishedFiles.count == 20)
        }
    }

    @Test("What is done to a batch after its end is an error, and changes nothing")
    func afterTheEnd() async throws {
        try await RunningDaemon.run { daemon in
            var committed = try await Batch(on: daemon.connection)
            try await committed.add(Batch.fonts(3))
            _ = try await committed.commit()
            var cancelled = try await Batch(on: daemon.connection)
            try await cancelled.add(Batch.fonts(3, "Cancelled"))
            #expect(daemon.stagedFiles.count == 3)
            try await cancelled.client.cancel()
            #expect(daemon.stagedFiles.isEmpty)
            let generation = try await daemon.manager.generation()
            for var batch in [committed, cancelled] {
                #expect(try await batch.commitError()?.shortName == "BatchClosed")
                await #expect { try await batch.add(Batch.fonts(1, "Late")) } throws: {
                    ($0 as? BusError)?.shortName == "BatchClosed"
                }
                await #expect { try await batch.client.cancel() } throws: {
                    ($0 as? BusError)?.shortName == "BatchClosed"
                }
            }
            #expect(try await daemon.manager.generation() == generation)
            #expect(try await daemon.list().count == 3)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test("Of batches that end without a font no directory is left where there was none", arguments: [false, true])
    func cancelledFirst(leavesBus: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let tree = "\(daemon.home.userFontDirectory)/typecase"
            let owner = try await daemon.connect()
            var batches = [try await Batch(on: owner), try await Batch(on: owner)]
            for index in batches.indices { try await batches[index].add(Batch.fonts(20, "Batch \(index)")) }
            #expect(daemon.stagedFiles.count == 40)
            if leavesBus {
                await owner.close()
                // The service learns it from the bus, and tells nobody.
                try await eventually("no directory is left", below: daemon.home.userFontDirectory) {
                    access(tree, F_OK) != 0
                }
            } else {
                try await batches[0].client.cancel()
                #expect(daemon.stagedFiles.count == 20)
                try await batches[1].client.cancel()
                #expect(access(tree, F_OK) != 0)
                await owner.close()
            }
            #expect(try await daemon.list(by: .user).isEmpty)
            _ = try await daemon.register(makeFont("Later"))
            #expect(try await daemon.fontconfigFamilies() == ["Later"])
        }
    }

    @Test("A batch whose owner leaves the bus leaves nothing behind and makes room for others")
    func abandoned() async throws {
        try await RunningDaemon.run { daemon in
            for round in 0..<3 {
                // Eight batches are all that the provider may have: each round needs the room of the one before.
                for _ in 0..<2 {
                    let owner = try await daemon.connect()
                    for _ in 0..<4 {
                        var batch = try await Batch(on: owner)
                        try await batch.add(Batch.fonts(2, "Round \(round)"))
                    }
                    await #expect { _ = try await Batch(on: owner) } throws: {
                        ($0 as? BusError)?.shortName == "ExceededResourceLimit"
                    }
                    await owner.close()
                }
                // The service learns from the bus that the owners are gone, which nobody tells the test.
                try await daemon.waitUntilNothingIsStaged()
            }
            #expect(try await daemon.list(by: .user).isEmpty)
            #expect(daemon.publishedFiles.isEmpty && daemon.storedFiles.isEmpty)
        }
    }

    @Test("The token of a batch makes its path, and must be an element of one that is not in use")
    func token() async throws {
        try await RunningDaemon.run { daemon in
            let options = ["handle_token": BusVariant("mine")]
            let batch = try await Batch(on: daemon.connection, options: options)
            let sender = daemon.connection.uniqueName.dropFirst().replacing(".", with: "_")
            #expect(batch.path.text == "/org/typecase/FontManager1/batch/\(sender)/mine")
            for token in ["mine", "", "a/b", "..", "ä", String(repeating: "a", count: 65)] {
                await #expect {
                    _ = try await Batch(on: daemon.connection, options: ["handle_token": BusVariant(token)])
                } throws: {
                    ($0 as? BusError)?.shortName == "InvalidArgs"
                }
            }
        }
    }
}
