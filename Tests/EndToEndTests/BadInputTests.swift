internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

/// What is no font is refused with the reason, item by item, and leaves nothing behind.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct BadInputTests {
    @Test("What is no font is refused with its error, and the fonts beside it are registered", arguments: Way.allCases)
    func refusals(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            for input in try BadInput.all(in: daemon.home.scratch) {
                let good = makeFont("Beside \(input.name)")
                let answer = try await daemon.register(
                    [input.descriptor, daemon.home.openFont(good)], by: way,
                    options: ["names": BusVariant([input.name, "good.ttf"])])
                #expect(answer.results.count == 2)
                let refusal = try #require(answer.results.first)
                #expect(refusal.errorName == input.error, "\(input.name): \(refusal)")
                #expect(refusal.text("error").hasPrefix("org.typecase.Error."))
                #expect(refusal.text("message").hasPrefix(input.name), "the message says which: \(refusal)")
                #expect(refusal["id"] == nil)
                let acceptance = try #require(answer.results.last)
                #expect(acceptance.errorName == "", "\(input.name): \(acceptance)")
                _ = try await daemon.unregister([acceptance.text("id")], by: way)
            }
            #expect(try await daemon.list(by: .user).isEmpty)
            #expect(daemon.publishedFiles == [])
            #expect(daemon.storedFiles == [])
            #expect(daemon.stagedFiles == [], "what was written while it was examined is gone")
        }
    }

    @Test("A first font that is refused leaves no directory behind", arguments: Way.allCases)
    func firstRefusal(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let damaged = try daemon.home.openFont(Array(makeFont("Damaged").dropLast(200)))
            #expect(try await daemon.register([damaged], by: way).results.first?.errorName == "InvalidFontData")
            #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: daemon.publishedDirectory) }
        }
    }

    /// Two that inspect, one that warms caches, one that reads those of the system.
    private static let workers = 4

    @Test("Nothing that is refused keeps a descriptor open, and the daemon goes on")
    func descriptorsAreClosed() async throws {
        try await RunningDaemon.run { daemon in
            let processID = daemon.processID
            func round() async throws {
                // Two at once, so that every worker has its connection.
                for input in try BadInput.all(in: daemon.home.scratch) {
                    let copies = Array(repeating: input.descriptor, count: 3)
                    async let first = daemon.register(copies)
                    async let second = daemon.register(copies, by: .user)
                    _ = try await (first, second)
                }
                var ids: [String] = []
                for number in 0..<4 { ids.append(try await daemon.register(makeFont("Round \(number)"))) }
                for _ in 0..<4 { for id in ids { _ = try await daemon.manager.openFont(id: id, options: [:]) } }
                _ = try await daemon.unregister(ids)
            }
            try await round()
            let baseline = try await daemon.settledDescriptorCount()
            try await round()
            try await round()
            // At its least there may have been no worker, each of which has a socket and a pidfd. What leaked would be
            // more: each round brings more than a hundred descriptors, and takes 16.
            try await daemon.waitForDescriptorCount(of: baseline + 2 * Self.workers)
            #expect(daemon.processID == processID)
            #expect(try await daemon.manager.whoAmI().text("kind") != "")
        }
    }

    @Test(
        "The same bytes again keep their id; a taken name and a name of the system's are refused",
        arguments: Way.allCases, Scope.allCases)
    func duplicates(way: Way, scope: Scope) async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("System Sans"), name: "system.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let font = makeFont("Twice")
            let twice = try await daemon.register(
                [home.openFont(font), home.openFont(font, name: "again.ttf")], by: way, scope: scope)
            #expect(twice.results.map { $0.boolean("already_registered") } == [false, true])
            let id = twice.results[0].text("id")
            #expect(twice.results[1].text("id") == id)
            let again = try await daemon.register([home.openFont(font)], by: way, scope: scope)
            #expect(again.results.first?.text("id") == id)
            #expect(again.results.first?.boolean("already_registered") == true)
            #expect(again.generation == twice.generation)
            #expect(daemon.publishedFiles.count == 1)

            let sameName = try await daemon.register(
                [home.openFont(makeFont("Twice", characters: "AB"))], by: way, scope: scope)
            #expect(sameName.results.first?.errorName == "DuplicatedName")
            let shadowing = try await daemon.register(
                [home.openFont(makeFont("System Sans", characters: "AB"))], by: way, scope: scope)
            #expect(shadowing.results.first?.errorName == "Shadowed")
            #expect(try await daemon.fontconfigFamilies() == ["Twice", "System Sans"])
            #expect(daemon.publishedFiles.count == 1)
            #expect(daemon.stagedFiles == [])
        }
    }

    @Test("A file that grows while it is read is refused, and never half of it registered")
    func growingFile() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(
                [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20), to: "given/growing.ttf")
            let writer = try ChildProcess(
                "/bin/sh", ["-c", "echo started; while :; do printf xxxxxxxx >&3; done"],
                environment: daemon.environment,
                descriptors: [3: openDescriptor(path, O_WRONLY | O_APPEND)])
            try await writer.waitForOutput("started")
            // Each try is told that the file changes, or what it was like at a moment at which it did not.
            var errors: [String: Int] = [:]
            while errors["RegistrationFailed", default: 0] < 10 {
                try #require(errors.values.reduce(0, +) < 2_000, "it is never seen to grow: \(errors)")
                let answer = try await daemon.register([openDescriptor(path, O_RDONLY)])
                let result = try #require(answer.results.first)
                errors[result.errorName, default: 0] += 1
                guard result.errorName == "RegistrationFailed" else { continue }
                #expect(result.text("message").contains("grew while it was being read"))
            }
            #expect(Set(errors.keys).isSubset(of: ["RegistrationFailed", "UnrecognizedFormat"]), "\(errors)")
            writer.send(signal: SIGKILL)
            _ = await writer.wait()
            #expect(daemon.publishedFiles == [])
            #expect(daemon.storedFiles == [])
        }
    }

    @Test("Hostile texts in a font's names reach nobody")
    func hostileNames() async throws {
        var controls = FontBuilder(family: "Control\u{1b}[31m\nFamily\u{202e}")
        controls.postscriptName = "Control-Regular"
        var path = FontBuilder(family: "../../../etc/passwd")
        path.postscriptName = "Path-Regular"
        var surrogates = FontBuilder(family: "Lone Surrogate")
        let names = try #require(surrogates.tables().first { $0.tag == "name" }).content
        // The last character of the table becomes half of a pair: programs pass such a name over.
        surrogates.tableOverrides["name"] = names.dropLast(2) + [0xd8, 0x00]
        let fonts = [(controls, "InvalidFontData"), (path, ""), (surrogates, "")]
            .map { ($0.0.build(), $0.1) }
        try await RunningDaemon.run { daemon in
            for (font, error) in fonts {
                let answer = try await daemon.register([daemon.home.openFont(font)], by: .user)
                let result = try #require(answer.results.first)
                #expect(result.errorName == error, "\(result)")
                if error == "" { #expect(result.text("id").wholeMatch(of: /[0-9a-f]{32}/) != nil) }
            }
            #expect(daemon.publishedFiles.allSatisfy { $0.name.wholeMatch(of: /[0-9a-f]{32}\.ttf/) != nil })
            for arguments in [["list"], ["list", "--json"], ["status"]] {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
                #expect(outcome.succeeded)
                let controls = outcome.standardOutput.unicodeScalars.filter {
                    $0 != "\n" && ($0.value < 0x20 || $0.value == 0x7f || $0 == "\u{202e}")
                }
                #expect(controls.isEmpty, "\(arguments): \(outcome.standardOutput.debugDescription)")
            }
        }
    }

    @Test("Wrong types, unknown keys, unknown ids and unknown scopes are told apart")
    func wrongArguments() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.openFont(makeFont("Arguments"))
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.connection.call(
                    destination: FontManager1Names.busName, path: FontManager1Names.path,
                    interface: FontManager1Names.interface, member: "RegisterFonts", arguments: [.string("wrong")])
            }
            await expectError("org.freedesktop.DBus.Error.UnknownMethod") {
                _ = try await daemon.connection.call(
                    destination: FontManager1Names.busName, path: FontManager1Names.path,
                    interface: FontManager1Names.interface, member: "NoSuchMethod", arguments: [])
            }
            for way in Way.allCases {
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await daemon.register([font], by: way, options: ["names": BusVariant(true)])
                }
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await daemon.register([font], by: way, options: ["names": BusVariant(["one", "two"])])
                }
                let long = String(repeating: "ä", count: 513)
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await daemon.register([font], by: way, options: ["names": BusVariant([long])])
                }
            }
            await expectError("org.typecase.Error.UnsupportedScope") {
                _ = try await daemon.manager.registerFonts(
                    fonts: [font], scope: "for ever", enabled: true, options: [:])
            }
            await expectError("org.typecase.Error.UnsupportedScope") {
                _ = try await daemon.management.installFonts(fonts: [font], scope: "", enabled: true, options: [:])
            }
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.list(["scope": BusVariant("for ever")])
            }
            for way in Way.allCases {
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await daemon.list(["limit": BusVariant(UInt32(0))], by: way)
                }
                // What would be published to everybody, or would stay for ever, is better refused.
                for (key, value) in [("visibility", BusVariant("secret")), ("expires", BusVariant(UInt64(1)))] {
                    await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                        _ = try await daemon.register([font], by: way, options: [key: value])
                    }
                }
            }
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.manager.beginBatch(
                    scope: "session", enabled: true, options: ["visibility": BusVariant("secret")])
            }
            await expectError("org.typecase.Error.NotRegistered") {
                _ = try await daemon.manager.openFont(id: String(repeating: "0", count: 32), options: [:])
            }
            #expect(try await daemon.list(by: .user).isEmpty, "nothing half done")

            let answer = try await daemon.register([font], options: ["not_known_yet": BusVariant(7 as UInt32)])
            #expect(answer.results.first?.errorName == "")
            let ids = ["", "../x", String(repeating: "0", count: 32), "Ä", answer.results[0].text("id")]
            for way in Way.allCases {
                let changed = try await daemon.setEnabled(ids, true, by: way)
                #expect(changed.results.map { $0.text("id") } == ids)
                #expect(
                    changed.results.map(\.errorName) == [
                        "NotRegistered", "NotRegistered", "NotRegistered", "NotRegistered", "",
                    ])
            }
            let empty = try await daemon.register([OwnedFileDescriptor]())
            #expect(empty.results.isEmpty)
        }
    }

    private func expectError(_ name: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: BusError.self) { try await body() }
        #expect(error?.name == name)
    }
}
