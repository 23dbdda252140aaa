internal import BusInterface
internal import DBus
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing

/// Callers that call without end, on each kind of bus.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FloodTests {
    /// The calls that one sender may have in flight, as the interface documents it.
    private static let callsInFlight = 256

    // Asks for something that has one right answer, which differs from call to call. The service answers a question about
    // one name in place, one about two of them on another thread, so that calls are in flight.
    private static func ask(
        _ manager: FontManager1Client, _ number: Int, isInPlace: Bool = false
    ) async throws -> String {
        let name = "Flood\(number % 4)-Regular"
        let descriptor: [String: BusVariant] = ["postscript_name": BusVariant(name)]
        let matches = try await manager.match(
            descriptors: isInPlace ? [descriptor] : [descriptor, descriptor], options: [:])
        return matches.first?.text("postscript_name") == name ? "right" : "wrong: \(matches)"
    }

    private static let busy = "org.typecase.Error.Busy"

    private static func name(of error: any Error) -> String { (error as? BusError)?.name ?? "\(error)" }

    /// Runs a daemon that has the fonts which are asked for.
    private static func run(
        _ kind: PrivateBus.Kind, _ body: (_ daemon: RunningDaemon, _ flooder: BusConnection) async throws -> Void
    ) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            for number in 0..<4 { _ = try await daemon.register(makeFont("Flood \(number)"), by: .user) }
            let flooder = try await daemon.connect()
            try await body(daemon, flooder)
            await flooder.close()
        }
    }

    @Test("Ten thousand queries one after another are all answered rightly", arguments: PrivateBus.Kind.available)
    func sequence(kind: PrivateBus.Kind) async throws {
        try await Self.run(kind) { _, flooder in
            let manager = FontManager1Client(flooder)
            for number in 0..<10_000 {
                try #require(await Self.ask(manager, number, isInPlace: !number.isMultiple(of: 10)) == "right")
            }
        }
    }

    @Test(
        "As many queries at a time as a sender may have are all answered rightly", arguments: PrivateBus.Kind.available)
    func pipeline(kind: PrivateBus.Kind) async throws {
        try await Self.run(kind) { _, flooder in
            let manager = FontManager1Client(flooder)
            for _ in 0..<10 {
                let answers = try await withThrowingTaskGroup(of: String.self) { tasks in
                    for number in 0..<Self.callsInFlight {
                        tasks.addTask { try await Self.ask(manager, number) }
                    }
                    return try await tasks.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
                }
                try #require(answers == ["right": Self.callsInFlight])
            }
        }
    }

    @Test(
        "While somebody has twice as many queries under way as a sender may, for thousands, others are served",
        arguments: PrivateBus.Kind.available)
    func flood(kind: PrivateBus.Kind) async throws {
        try await Self.run(kind) { daemon, flooder in
            let manager = FontManager1Client(flooder)
            let other = OtherClient()
            let answers = await withTaskGroup(of: [String: Int].self) { tasks in
                for number in 0..<2 * Self.callsInFlight {
                    tasks.addTask {
                        var answers: [String: Int] = [:]
                        var count = 0
                        // Each asks the next as soon as it has an answer, and goes on until the other is through.
                        while count < 8 || !other.isThrough.load(ordering: .acquiring) {
                            count += 1
                            do {
                                answers[try await Self.ask(manager, number), default: 0] += 1
                            } catch {
                                answers[Self.name(of: error), default: 0] += 1
                            }
                        }
                        return answers
                    }
                }
                tasks.addTask {
                    defer { other.isThrough.store(true, ordering: .releasing) }
                    var answers: [String: Int] = [:]
                    for number in 0..<25 {
                        do {
                            answers["other: " + (try await Self.ask(daemon.manager, number)), default: 0] += 1
                        } catch {
                            answers["other: " + Self.name(of: error), default: 0] += 1
                        }
                    }
                    return answers
                }
                return await tasks.reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
            }
            #expect(answers["other: right"] == 25, "all calls of the other client are answered during the flood")
            // A daemon that answers faster than it is asked has no reason to refuse anything.
            let (right, busy) = (answers["right", default: 0], answers[Self.busy, default: 0])
            #expect(right > Self.callsInFlight, "the flooder is served all the same: \(answers)")
            #expect(right + busy >= 8 * 2 * Self.callsInFlight)
            #expect(Set(answers.keys).isSubset(of: ["other: right", "right", Self.busy]), "\(answers)")
            let afterwards = try await Self.ask(manager, 0)
            #expect(afterwards == "right", "the sender is served as before")
        }
    }

    @Test(
        "While as many calls as a sender may have come to no end, each further one is refused, and others are served",
        arguments: PrivateBus.Kind.available)
    func standstill(kind: PrivateBus.Kind) async throws {
        try await Self.run(kind) { daemon, flooder in
            let manager = FontManager1Client(flooder)
            try await daemon.waitUntilRecovered()
            for worker in daemon.descendants { kill(worker, SIGSTOP) }
            defer { for worker in daemon.descendants { kill(worker, SIGCONT) } }
            let font = try daemon.home.openFont(makeFont("Still"))
            let registrations = (0..<Self.callsInFlight).map { _ in
                Task {
                    // Until it is one of those in flight: the query below may be one of them for a moment.
                    while true {
                        do {
                            return try await manager.registerFonts(
                                fonts: [font], scope: "persistent", enabled: true, options: [:])
                        } catch let error as BusError where error.name == Self.busy {
                            continue
                        }
                    }
                }
            }
            try await eventually("as many calls as the sender may have are in flight") {
                do {
                    _ = try await Self.ask(manager, 0)
                    return false
                } catch let error as BusError where error.name == Self.busy {
                    return true
                }
            }
            for number in 0..<300 {
                await #expect("is refused: \(number)") {
                    _ = try await Self.ask(manager, number, isInPlace: !number.isMultiple(of: 2))
                } throws: {
                    Self.name(of: $0) == Self.busy
                }
            }
            for number in 0..<25 { try #require(await Self.ask(daemon.manager, number) == "right") }

            for worker in daemon.descendants { kill(worker, SIGCONT) }
            for registration in registrations { _ = try await registration.value }
            let afterwards = try await Self.ask(manager, 0)
            #expect(afterwards == "right", "the sender is served as before")
        }
    }

    @Test(
        "Of hundreds of registrations at once each is there or was answered with Busy, and nothing stays behind",
        arguments: PrivateBus.Kind.available)
    func registrations(kind: PrivateBus.Kind) async throws {
        try await Self.run(kind) { daemon, flooder in
            try await flood(daemon, flooder, "Warm")
            let descriptors = try await daemon.settledDescriptorCount()
            let memory = try daemon.residentMemory
            for round in ["First", "Second"] { try await flood(daemon, flooder, round) }
            try await daemon.waitForDescriptorCount(of: descriptors + 8)
            // The kernel tells nobody that a process has given memory back.
            try await eventually("the memory of the calls is given back") {
                try daemon.residentMemory <= memory + 16 << 20
            }
        }
    }

    /// More than may be in flight.
    private static let registrations = 400

    /// Registers fonts without waiting for an answer, while the user installs one, and removes them again.
    private func flood(_ daemon: RunningDaemon, _ flooder: BusConnection, _ name: String) async throws {
        let manager = FontManager1Client(flooder)
        let fonts = try (0..<Self.registrations).map {
            try daemon.home.openFont(makeFont("\(name) \($0)"), name: "\($0).ttf")
        }
        let users = makeFont("\(name) of the user")
        let answers = try await withThrowingTaskGroup(of: String.self) { tasks in
            for font in fonts {
                tasks.addTask {
                    do {
                        let answer = try await manager.registerFonts(
                            fonts: [font], scope: "persistent", enabled: true, options: [:])
                        let result = answer.results.first ?? [:]
                        return result.errorName + result.text("id")
                    } catch let error as BusError where error.name == Self.busy {
                        return "Busy"
                    }
                }
            }
            let installed = try await daemon.register(users, by: .user)
            _ = try await daemon.unregister([installed], by: .user)
            return try await tasks.reduce(into: [String]()) { $0.append($1) }
        }
        let ids = Set(answers.filter { $0 != "Busy" })
        #expect(ids.count == answers.count(where: { $0 != "Busy" }), "each has an id of its own")
        #expect(ids.count >= Self.callsInFlight, "what is below the limit is never refused")
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil }, "\(ids)")

        // The registry, the directory and fontconfig agree with what the caller was told.
        var listed: Set<String> = []
        var cursor = ""
        repeat {
            let page = try await manager.listRegistered(filter: cursor.isEmpty ? [:] : ["cursor": BusVariant(cursor)])
            listed.formUnion(page.fonts.map { $0.text("id") })
            cursor = page.cursor
        } while !cursor.isEmpty
        #expect(listed == ids)
        #expect(daemon.publishedFiles.count == ids.count + 4)
        #expect(try await daemon.fontconfigFamilies().count == ids.count + 4)
        #expect(daemon.stagedFiles == [])

        let removed = try await manager.unregister(ids: Array(ids), options: [:], timeout: .seconds(120))
        #expect(removed.results.allSatisfy { $0.errorName == "" })
        #expect(daemon.publishedFiles.count == 4)
    }
}

/// Whether somebody else has got all their answers.
private final class OtherClient: Sendable {
    let isThrough = Atomic(false)
}

extension RunningDaemon {
    /// The memory that the daemon has, in bytes.
    fileprivate var residentMemory: Int {
        get throws {
            let status = try readProcessFile("/proc/\(processID)/status")
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) }) << 10
        }
    }
}
