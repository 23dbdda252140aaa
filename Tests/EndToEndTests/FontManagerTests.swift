internal import Glibc
internal import TestSupport
internal import Testing
internal import Typecase

/// What the client library's font manager does with the real service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontManagerTests {
    @Test("A font is registered, found, disabled, enabled, moved to another scope and removed")
    func wholeLife() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let path = try daemon.writeFonts(["Client Sans"])[0]
            let font = try await manager.registerFont(at: path, scope: .session)
            #expect(font.scope == .session)
            #expect(font.isEnabled)
            #expect(!font.wasAlreadyRegistered)
            #expect(font.faces.map(\.postscriptName) == ["ClientSans-Regular"])
            #expect(font.faces.map(\.familyName) == ["Client Sans"])
            #expect(try await daemon.fontconfigFamilies() == ["Client Sans"])
            #expect(try await manager.scope(ofFontAt: path) == .session)

            let face = try #require(try await manager.matchingFace(for: FontDescriptor(name: "client sans")))
            #expect(face.id == font.id)
            #expect(face.source == .typecase)
            #expect(try await manager.availableFamilyNames() == ["Client Sans"])
            #expect(try await manager.availablePostScriptNames() == ["ClientSans-Regular"])
            #expect(try await manager.data(ofFont: font.id) == makeFont("Client Sans"))

            #expect(try await manager.disableFonts(ids: [font.id]) == [])
            #expect(try await manager.registeredFonts(enabled: true) == [])
            #expect(try await manager.registeredFonts(enabled: false).map(\.id) == [font.id])
            #expect(try await manager.matchingFace(for: FontDescriptor(name: "Client Sans")) == nil)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(try await manager.enableFonts([FontDescriptor(familyName: "Client Sans")]) == [])
            #expect(try await daemon.fontconfigFamilies() == ["Client Sans"])

            let moved = try await manager.registerFonts([FontDescriptor(name: "Client Sans")], scope: .persistent)
            #expect(moved == [.success([font.id])])
            #expect(try await manager.registerFont(at: path, scope: .persistent).wasAlreadyRegistered)
            #expect(try await manager.registeredFonts(scope: .session) == [])
            #expect(try await manager.registeredFonts(scope: .persistent).map(\.id) == [font.id])

            let elsewhere = try await manager.unregisterFonts(at: [path], scope: .session)
            #expect(elsewhere.map(\.code) == [.notRegistered])
            #expect(elsewhere.first?.item == .file(path))
            #expect(try await manager.unregisterFonts(at: [path], scope: .persistent) == [])
            #expect(try await manager.scope(ofFontAt: path) == nil)
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test(
        "Many fonts are one change, and each that is refused says so with Core Text's number", arguments: [false, true])
    func manyFonts(isAtomic: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            var paths = try daemon.writeFonts((0..<40).map { "Many \($0)" })
            let bad = [
                try daemon.home.scratch.write(Array("no font".utf8), to: "given/text.ttf"),
                daemon.home.scratch["given/missing.ttf"], daemon.home.scratch["given"],
            ]
            paths.insert(contentsOf: bad, at: 20)
            let before = try await manager.generation()
            var options = FontRegistrationOptions()
            options.isAtomic = isAtomic
            let results = try await manager.registerFonts(at: paths, scope: .persistent, options: options)
            #expect(results.count == paths.count)
            let errors = results.compactMap { result -> FontManagerError? in
                if case .failure(let error) = result { error } else { nil }
            }
            #expect(results[20...22].allSatisfy { (try? $0.get()) == nil })
            #expect(Set(errors.compactMap(\.item)).isSuperset(of: bad.map { .file($0) }))
            if isAtomic {
                // What could not be opened was never offered to the batch, which decides over what it was.
                #expect(errors.count == paths.count)
                #expect(try await daemon.list().isEmpty)
                #expect(try await manager.generation() == before)
            } else {
                #expect(errors.map(\.code.number) == [103, 101, 102])
                #expect(try await manager.registeredFonts(scope: .persistent).count == 40)
                #expect(try await manager.generation() == before + 1)
                let names = try results.indices.filter { !(20...22).contains($0) }.map {
                    try results[$0].get().faces.first?.familyName
                }
                #expect(names == (0..<40).map { "Many \($0)" }, "in order, with their faces")
            }
        }
    }

    @Test("A descriptor with a path stands for the file, one with a name for what is registered")
    func descriptors() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let path = try daemon.writeFonts(["By Path"])[0]
            let descriptors = [
                FontDescriptor(name: "By Path"), FontDescriptor(path: path, userInfo: "mark"), FontDescriptor(),
                FontDescriptor(path: path + ".missing"),
            ]
            let results = try await manager.registerFonts(descriptors, scope: .persistent)
            let id = try results[1].get()
            #expect(id.count == 1)
            #expect(try results[0].get() == id, "the file comes first, whatever the order")
            #expect(results[2].code == .insufficientInfo)
            #expect(results[3].code == .fileNotFound)
            #expect(try await manager.registeredFonts(scope: .persistent).map(\.userInfo) == ["mark"])
            let late = try await manager.registerFonts([FontDescriptor(name: "No Such")], scope: .persistent)
            #expect(late.first?.code == .assetNotFound)
            let errors = try await manager.unregisterFonts(
                [FontDescriptor(name: "No Such"), FontDescriptor(familyName: "By Path")], scope: .persistent)
            #expect(errors.map(\.code) == [.notRegistered])
            #expect(errors.first?.item == .descriptor(FontDescriptor(name: "No Such")))
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test("A font whose bytes are in memory is registered like a file, and refused like one")
    func memory() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let bytes = makeFont("In Memory")
            var options = FontRegistrationOptions()
            options.userInfo = "of a document"
            let font = try await manager.registerFont(data: bytes, scope: .persistent, options: options)
            #expect(font.faces.map(\.familyName) == ["In Memory"] && font.path == nil && !font.wasAlreadyRegistered)
            #expect(try await manager.registerFont(data: bytes, scope: .persistent).wasAlreadyRegistered)
            #expect(try await daemon.fontconfigFamilies() == ["In Memory"])
            #expect(try await manager.data(ofFont: font.id) == bytes)
            #expect(try await manager.registeredFonts(scope: .persistent).map(\.userInfo) == ["of a document"])
            for (damaged, code) in [
                (Array(bytes.dropLast(bytes.count / 2)), FontManagerError.Code.invalidFontData),
                ([], .unrecognizedFormat), (Array("plain text".utf8), .unrecognizedFormat),
            ] {
                let error = await #expect(throws: FontManagerError.self) {
                    try await manager.registerFont(data: damaged, scope: .persistent)
                }
                #expect(error?.code == code && error?.item == nil)
            }
            #expect(try await manager.unregisterFonts(ids: [font.id]) == [])
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test("What must be exactly so is not matched by what comes near")
    func mandatory() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            _ = try await manager.registerFonts(at: daemon.writeFonts(["Plain"]), scope: .persistent)
            var descriptor = FontDescriptor(familyName: "Plain")
            descriptor.weight = 700
            #expect(try await manager.matchingFaces(for: [descriptor]).first??.familyName == "Plain")
            #expect(try await manager.matchingFaces(for: [descriptor], mandatory: [.weight]) == [nil])
            await #expect(throws: FontManagerError.self) {
                try await manager.matchingFaces(for: [descriptor], mandatory: [.slant])
            }
        }
    }

    @Test("A name stands for the fonts of the process and for those of other scopes alike")
    func everyScope() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.writeFonts(["Both"])[0]
            let answers = try await ClientProgram.run(
                [
                    ["register", "process", path], ["register", "session", path], ["disable-named", "Both"], ["list"],
                ], environment: daemon.environment)
            #expect(
                answers == ["Both-Regular process new", "Both-Regular session new", "done", "Both-Regular disabled"])
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("What an application gets wrong is not taken for a service that is older")
    func mistakes() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let path = try daemon.writeFonts(["Right"])[0]
            let long = String(repeating: "x", count: 2000)
            var heavy = FontDescriptor(name: "Right")
            heavy.weight = .nan
            var marked = FontRegistrationOptions()
            marked.userInfo = long
            let calls: [@Sendable () async throws -> Void] = [
                { [heavy] in _ = try await manager.matchingFace(for: heavy) },
                { _ = try await manager.matchingFace(for: FontDescriptor(name: "R\0")) },
                { _ = try await manager.unregisterFonts([FontDescriptor(name: long)], scope: .persistent) },
                { _ = try await manager.isAvailable(long) },
                { [marked] in try await manager.registerFont(at: path, scope: .persistent, options: marked) },
            ]
            for call in calls {
                let error = await #expect(throws: FontManagerError.self) { try await call() }
                #expect(error?.code == .invalidArgument)
            }
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test("Fifty processes of one application that start at once register a font once")
    func fiftyProcesses() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.writeFonts(["Shared"])[0]
            let environment = daemon.environment
            let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await ClientProgram.run([["register", "session", path]], environment: environment)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(answers.count == 50)
            #expect(answers.filter { $0 == "Shared-Regular session new" }.count == 1)
            #expect(answers.filter { $0 == "Shared-Regular session known" }.count == 49)
            #expect(try await daemon.fontconfigFamilies() == ["Shared"])
        }
    }

    @Test("What an application has registered disabled is enabled when it asks for it, where the user lets it")
    func autoActivation() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.writeFonts(["Waiting"])[0]
            let id = "org.example.Writer"
            func answers(_ lines: [[String]]) async throws -> [String] {
                try await ClientProgram.run(lines, environment: daemon.environment)
            }
            let first = try await answers([
                ["register", "session", path, "disabled"], ["match-activating", id, "Waiting"],
                ["auto-activation", "", "enabled"], ["auto-activation", id, "disabled"],
                ["match-activating", id, "Waiting"],
            ])
            #expect(first == ["Waiting-Regular session new", "none", "enabled", "disabled", "none"])
            // Another process, as the setting is kept; and the general one holds where there is none of its own.
            let second = try await answers([
                ["auto-activation", id], ["auto-activation", id, "default"], ["match-activating", id, "Nothing"],
                ["match-activating", id, "Waiting"], ["auto-activation", "../escape", "enabled"],
            ])
            #expect(second == ["disabled", "default", "none", "Waiting-Regular", "error InsufficientInfo"])
            #expect(try await daemon.fontconfigFamilies() == ["Waiting"])
            // Where the user is to be asked, the application asks, and without it nobody does.
            let third = try await answers([
                ["auto-activation", id, "prompt-user"],
                ["register", "session", daemon.writeFonts(["Asked"])[0], "disabled"],
                ["match-activating", id, "Asked"], ["match-activating", id, "Asked", "no"],
                ["match-activating", id, "Asked", "yes"],
            ])
            #expect(third == ["prompt-user", "Asked-Regular session new", "none", "none", "Asked-Regular"])
        }
    }

    @Test(
        "A home that cannot be written to refuses with a code of its own, and process scope works",
        .enabled(if: geteuid() != 0, "root may write everywhere"))
    func closedHome() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            #expect(chmod(home.stateDirectory, 0o500) == 0)
            defer { chmod(home.stateDirectory, 0o700) }
            try await daemon.start()
            let path = try daemon.writeFonts(["Homeless"])[0]
            let answers = try await ClientProgram.run(
                [["register", "persistent", path], ["register", "process", path], ["fontconfig", "Homeless"]],
                environment: daemon.environment)
            #expect(["error ReadOnly", "error InsufficientPermissions"].contains(answers[0]))
            #expect(answers.dropFirst() == ["Homeless-Regular process new", "Homeless"])
        }
    }
}
