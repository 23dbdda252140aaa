internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Asking for a verdict over the bus, which changes nothing.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ValidationTests {
    @Test("A font gets its verdict, and is not registered")
    func verdicts() async throws {
        try await RunningDaemon.run { daemon in
            let good = try daemon.home.openFont(makeFont("Sound"))
            let report = try await daemon.manager.validate(font: good, options: [:])
            #expect(report.contains(#""Failures": 0"#) && report.contains(#""result": "pass""#), "\(report)")
            #expect(!report.contains("\n"), "one line")

            let bad = try daemon.home.openFont(Array(makeFont("Cut").prefix(400)))
            let refusal = try await daemon.manager.validate(font: bad, options: ["report": BusVariant("full")])
            #expect(refusal.contains(#""result": "fail""#) && refusal.contains(#""max_code": -101"#), "\(refusal)")
            #expect(refusal.contains("Font basic parsability") && refusal.contains(#""warnings""#))

            let web = try daemon.home.openFont(Array("wOF2....".utf8))
            #expect(report.contains(#""judge": "typecase""#) && report.contains(#""judge": "freetype""#))
            #expect(try await daemon.manager.validate(font: web, options: [:]).contains(#""max_code": -102"#))
            let readable = try await daemon.manager.validate(font: web, options: ["level": BusVariant("minimum")])
            #expect(readable.contains(#""result": "pass""#) && readable.contains(#""os_installable": false"#))

            #expect(try await daemon.list(by: .user).isEmpty)
            #expect(daemon.publishedFiles == [])
            #expect(daemon.storedFiles == [])
        }
    }

    @Test("The environment can turn the second opinion off, and the report does not claim it")
    func withoutSecondOpinion() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: ["TYPECASE_SECOND_OPINION": "never"])
            let font = try daemon.home.openFont(makeFont("Judged Once"))
            let report = try await daemon.manager.validate(font: font, options: [:])
            #expect(report.contains(#""judge": "freetype""#) && !report.contains(#""judge": "ots""#), "\(report)")
        }
    }

    @Test("What judges fonts tells what it is denied, and the status shows it")
    func confinement() async throws {
        try await RunningDaemon.run { daemon in
            let status = try await daemon.management.status()
            #expect(status["sandbox_failure"] == nil)
            let denied = try #require(try status["denied"]?.converted(to: [String: BusVariant].self))
            #expect(Set(denied.keys) == ["fetch", "inspect", "render", "second-opinion", "system-faces", "warm"])
            for (mode, attempts) in denied {
                let results = try attempts.converted(to: [String: BusVariant].self)
                    .mapValues { try $0.converted(to: Bool.self) }
                #expect(results.count == (mode == "fetch" ? 6 : 13) && results["execute"] != nil, "\(mode): \(results)")
                #expect((results["socket"] != nil) == (mode != "fetch"), "\(mode): \(results)")
                // Without Landlock the kernel cannot tell the files of the modes that have some; all else it denies.
                let isLandlocked = try #require(try status["landlock"]?.converted(to: UInt32.self)) > 0
                let isExcepted = !isLandlocked && ["warm", "system-faces"].contains(mode)
                let exceptions: Set<String> = isExcepted ? ["open-read", "open-write"] : []
                #expect(results.allSatisfy { $0.value || exceptions.contains($0.key) }, "\(mode): \(results)")
            }
            let shown = try await daemon.typecase("status", "--verbose")
            #expect(shown.standardOutput.contains("open-read"), "\(shown.standardOutput)")
        }
    }

    @Test("What cannot be examined is an error, not a verdict")
    func errors() async throws {
        try await RunningDaemon.run { daemon in
            for input in try BadInput.all(in: daemon.home.scratch)
            where input.error == "InsufficientPermissions" {
                await expectError("org.typecase.Error.InsufficientPermissions") {
                    _ = try await daemon.manager.validate(font: input.descriptor, options: [:])
                }
            }
            let font = try daemon.home.openFont(makeFont("Options"))
            for options: [String: BusVariant] in [
                ["level": BusVariant("lax")], ["level": BusVariant(true)], ["report": BusVariant("long")],
            ] {
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await daemon.manager.validate(font: font, options: options)
                }
            }
            #expect(try await daemon.manager.validate(font: font, options: ["unknown": BusVariant(1.5)]) != "")
        }
    }

    private func expectError(_ name: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: BusError.self) { try await body() }
        #expect(error?.name == name)
    }
}
