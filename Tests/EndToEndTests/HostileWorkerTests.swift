internal import BusInterface
internal import DBus
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import TestSupport
internal import Testing

/// Processes that a font has taken over: whatever they do costs that font, and the service and others notice nothing.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HostileWorkerTests {
    /// What a process does, and what the refusal of its font says of it.
    private static let faults = [
        ("trap", "crashed with signal"), ("fault", "crashed with signal 11"), ("memory", "crashed with signal"),
        ("exit", "ended without a report"), ("flood", "ended without a report"),
        ("garbage", "ended without a report"), ("other", "ended without a report"),
        ("lie", "an invalid answer"), ("spin", "used up its processor time"),
    ]

    /// The same of those that the clock ends, and with them whatever else takes as long on a busy machine.
    private static let endlessFaults = [("hang", "did not finish in time")]
    /// What a job may take where one hangs: sound fonts have to be done by then.
    private static let shortTime = 6_000

    /// A font for which the worker goes wrong; it is sound otherwise.
    ///
    /// - Parameters:
    ///   - fault: What it does.
    ///   - mode: Which worker, where it is not the first that sees the font.
    /// - Returns: The font.
    private func makeHostileFont(_ fault: String, in mode: String? = nil) -> [UInt8] {
        var font = FontBuilder(family: "Hostile \(fault)")
        font.tableOverrides["TEST"] = Array("/\(mode.map { "\($0)-" } ?? "")\(fault);".utf8)
        return font.build()
    }

    /// Runs a daemon beside which a worker lies that can go wrong.
    ///
    /// - Parameters:
    ///   - milliseconds: What a job may take.
    ///   - body: The test.
    /// - Throws: What the body throws.
    private func run(milliseconds: Int = Self.shortTime, _ body: (RunningDaemon) async throws -> Void) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let directory = try daemon.home.scratch.makeDirectory("programs")
            let copies = [
                ("typecased", "typecased"), ("FaultyInspector", "typecase-inspect"),
                ("FaultyInspector", "typecase-convert"),
            ]
            for (program, name) in copies {
                // A copy: the daemon looks beside the file that it was started from.
                let copied = try await daemon.run("/bin/cp", BuildProducts.executable(program), "\(directory)/\(name)")
                #expect(copied.succeeded, "\(copied.standardError)")
            }
            try await start(daemon, milliseconds: milliseconds)
            try await body(daemon)
        }
    }

    /// Starts the daemon with the worker that can go wrong.
    private func start(_ daemon: RunningDaemon, milliseconds: Int = Self.shortTime) async throws {
        try await daemon.start(
            wrapper: ["/bin/sh", "-c", "exec '\(daemon.home.scratch["programs"])/typecased'"],
            environment: ["XDG_FAULTY_MILLISECONDS": "\(milliseconds)"])
    }

    @Test("Each way to go wrong is its font's refusal with an error of its own, and the fonts beside it are registered")
    func refusals() async throws {
        // However long a busy machine takes to give a job its second of processor time.
        try await check(Self.faults, milliseconds: 60_000, failures: 8)
    }

    @Test("Where a process hangs, its font is refused for now, and nothing is said of the font")
    func endlessRefusals() async throws {
        try await check(Self.endlessFaults, milliseconds: Self.shortTime, failures: 1, error: "Busy")
    }

    private func check(
        _ faults: [(String, String)], milliseconds: Int, failures: UInt64, error: String = "InvalidFontData"
    ) async throws {
        try await run(milliseconds: milliseconds) { daemon in
            let processID = daemon.processID
            for (fault, hint) in faults {
                let answer = try await daemon.register([
                    daemon.home.openFont(makeHostileFont(fault)),
                    daemon.home.openFont(makeFont("Beside \(fault)"), name: "good.ttf"),
                ])
                let refusal = try #require(answer.results.first)
                #expect(refusal.errorName == error, "\(fault): \(refusal)")
                #expect(refusal.text("message").contains(hint), "\(fault): \(refusal.text("message"))")
                #expect(answer.results.last?.errorName == "", "\(fault): \(answer.results)")
            }
            #expect(daemon.processID == processID)
            #expect(try await daemon.list().count == faults.count)
            #expect(daemon.publishedFiles.count == faults.count)
            #expect(try await daemon.fontconfigFamilies().allSatisfy { $0.hasPrefix("Beside ") })
            let status = try await daemon.management.status()
            func count(_ key: String) -> UInt64 { (try? status[key]?.converted(to: UInt64.self)) ?? 0 }
            #expect(count("timeouts") + count("crashes") >= failures, "they are counted")
        }
    }

    @Test("While a process hangs, others are served")
    func othersAreServed() async throws {
        try await run { daemon in
            let hostile = try daemon.home.openFont(makeHostileFont("hang"), name: "hostile.ttf")
            async let refusal = daemon.register([hostile])
            let good = try await daemon.register(makeFont("Meanwhile"), by: .user)
            #expect(try await daemon.list(by: .user).map { $0.text("id") } == [good])
            #expect(try await refusal.results.first?.errorName == "Busy")
        }
    }

    @Test(
        "While so many processes of one batch hang that they take all places, single fonts and questions of others are answered",
        arguments: Way.allCases)
    func othersOfABatchAreServed(way: Way) async throws {
        try await run { daemon in
            let other: Way = way == .user ? .provider : .user
            let known = try await daemon.register(makeFont("Known"), by: other)
            let batch = try await Batch(on: try await daemon.connect(), by: way)
            // Each takes a place for as long as a job may take. In the order of coming they would all come first.
            let answers = Answers()
            let adding = try (0..<4).map { call in
                let fonts = try (0..<16).map { number in
                    try daemon.home.openFont(makeHostileFont("hang"), name: "hostile \(call) \(number).ttf")
                }
                return Task.immediate {
                    _ = try await batch.client.addFonts(fonts: fonts, options: [:], timeout: .seconds(120))
                    answers.count.add(1, ordering: .relaxed)
                }
            }
            #expect(try await batch.client.count() == 64, "all of them are on their way")
            let asking = FontManager1Client(try await daemon.connect())
            let listed = try await asking.listFaces(filter: ["source": BusVariant("typecase")]).faces
            #expect(listed.map { $0.text("family") } == ["Known"])
            let found = try await asking.match(descriptors: [["family": BusVariant("Known")]], options: [:])
            #expect(found.map { $0.text("id") } == [known])
            #expect(answers.count.load(ordering: .relaxed) == 0, "questions do not wait for fonts that are examined")
            let single = try await daemon.register(makeFont("Meanwhile"), by: other)
            #expect(answers.count.load(ordering: .relaxed) <= 1, "nor does the font of another wait for all of them")
            try await batch.client.cancel()
            for task in adding { task.cancel() }
            #expect(try await daemon.list(by: .user).map { $0.text("id") } == [known, single])
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test(
        "A font of a batch that takes over the scan of its directory is refused, and the others come in several parts",
        arguments: [20, 160])
    func batch(count: Int) async throws {
        try await run { daemon in
            var fonts = Batch.fonts(count)
            fonts[7] = makeHostileFont("garbage", in: "warm")
            let before = try await daemon.manager.generation()
            let atomic = try await Batch(on: daemon.connection, options: ["atomic": BusVariant(true)], with: fonts)
            let refused = try await atomic.commit()
            #expect(refused.generation == before)
            #expect(refused.results.allSatisfy { $0.errorName == "RegistrationFailed" })
            #expect(daemon.publishedFiles.isEmpty)

            let announced = try await daemon.manager.fontsChanged()
            let answer = try await Batch(on: daemon.connection, with: fonts).commit()
            for (index, result) in answer.results.enumerated() {
                #expect(result.errorName == (index == 7 ? "RegistrationFailed" : ""), "font \(index): \(result)")
            }
            #expect(answer.generation > before + 1, "each part is a change")
            var told: [UInt64] = []
            for await generation in announced {
                told.append(generation)
                if generation == answer.generation { break }
            }
            #expect(told == told.sorted() && told.allSatisfy { $0 > before })
            #expect(Set(told).count == told.count, "no change is told of twice")
            let changes = try await daemon.manager.changes(sinceGeneration: before)
            #expect(changes.changes.count == count - 1)
            #expect(try await daemon.manager.generation() == answer.generation)
            #expect(try await daemon.fontconfigFamilies().count == count - 1)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test("A verdict on such a font is one over the bus as well")
    func validation() async throws {
        try await run { daemon in
            let font = try daemon.home.openFont(makeHostileFont("fault"))
            let report = try await daemon.manager.validate(font: font, options: [:])
            #expect(report.contains(#""result": "fail""#) && report.contains("crashed with signal 11"), "\(report)")
        }
    }

    /// What a process that scans directories does where a font has taken it over.
    private static let scanFaults = ["trap", "fault", "memory", "hang", "exit", "flood", "garbage", "other", "lie"]

    @Test("A font that takes over the scan of its directory is not published, and the fonts beside it are")
    func warming() async throws {
        try await run { daemon in
            let processID = daemon.processID
            for fault in Self.scanFaults {
                let answer = try await daemon.register([
                    daemon.home.openFont(makeHostileFont(fault, in: "warm")),
                    daemon.home.openFont(makeFont("Beside \(fault)"), name: "good.ttf"),
                ])
                #expect(answer.results.map(\.errorName) == ["RegistrationFailed", ""], "\(fault): \(answer.results)")
            }
            #expect(daemon.processID == processID)
            #expect(try await daemon.list().count == Self.scanFaults.count)
            #expect(daemon.publishedFiles.count == Self.scanFaults.count)
            #expect(try await daemon.fontconfigFamilies() == Set(Self.scanFaults.map { "Beside \($0)" }))
            let status = try await daemon.management.status()
            func count(_ key: String) -> UInt64 { (try? status[key]?.converted(to: UInt64.self)) ?? 0 }
            #expect(count("timeouts") >= 1 && count("crashes") >= 5, "they are counted")
        }
    }

    @Test("A font of the system that takes over the look at its directory stops no query, and nothing takes its name")
    func systemFaces() async throws {
        try await run { daemon in
            let known = try await daemon.register(makeFont("Known"))
            for fault in ["trap", "memory", "hang", "garbage", "lie"] {
                await daemon.stop()
                let font = makeHostileFont(fault, in: "system-faces")
                let path = try daemon.home.addSystemFont(font, name: "\(fault).ttf")
                try await start(daemon)
                // It shares its name with the hostile one, of which nobody knows.
                let refused = await #expect(throws: BusError.self, "\(fault)") {
                    try await daemon.register([daemon.home.openFont(makeFont("Hostile \(fault)", characters: "AB"))])
                }
                #expect(refused?.typecaseName == "RegistrationFailed", "\(fault): \(String(describing: refused))")
                #expect(refused?.message.contains(daemon.home.systemFontDirectory) == true)
                // Whatever takes no name goes on.
                #expect(try await daemon.list().map { $0.text("id") } == [known])
                _ = try await daemon.manager.openFont(id: known, options: [:])
                #expect(try await daemon.setEnabled([known], false).results.first?.errorName == "")
                unlink(path)
                #expect(try await daemon.setEnabled([known], true).results.first?.errorName == "", "\(fault)")
            }
        }
    }
}

/// How many calls were answered.
private final class Answers: Sendable {
    let count = Atomic(0)
}
