import FetchProtocol
import LinuxSystem
import TestSupport
import Testing

/// What becomes of a file whose server does not behave.
struct HostileServerTests {
    private static let font = Array(DownloadTests.font.prefix(30_000))

    /// Limits that a test can wait for, above what a machine under load takes.
    private static func limits(_ change: (inout FetchLimits) -> Void = { _ in }) -> FetchLimits {
        var limits = FetchLimits()
        limits.answerTime = .seconds(60)
        limits.idleTime = .seconds(60)
        limits.wholeTime = .seconds(120)
        limits.attempts = 2
        change(&limits)
        return limits
    }

    @Test func `One that never answers is waited for as long as it may take`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let failure = await server.failure(of: "silent", Self.limits { $0.answerTime = .milliseconds(500) })
        #expect(failure?.kind == .timedOut)
        #expect(failure?.message.contains("not answered") == true)
    }

    @Test(arguments: ["stall", "dribble"])
    func `One that goes silent, or as good as silent, is given up`(path: String) async throws {
        let server = try await WebServer.start(font: Self.font)
        let failure = await server.failure(
            of: path,
            Self.limits {
                $0.idleTime = .seconds(1)
                $0.pace = 20_000
            })
        #expect(failure?.kind == .timedOut)
        #expect(failure?.message.contains("sends less") == true)
    }

    @Test func `One that is just fast enough for ever meets the end of all time`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let failure = await server.failure(
            of: "dribble",
            Self.limits {
                $0.pace = 1
                $0.wholeTime = .seconds(2)
            })
        #expect(failure?.kind == .timedOut)
        #expect(failure?.message.contains("has not come") == true)
    }

    @Test func `One that announces more than it sends is not believed`() async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(await server.failure(of: "short", Self.limits())?.kind == .brokenOff)
        #expect(server.requests.count == 2)
    }

    @Test func `One that sends more than it announces gives what it announced`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let file = try await server.fetch(server.request("understated", limits: Self.limits()))
        #expect(try file.bytes() == Array(Self.font.prefix(10)))
    }

    @Test func `Ten times the size, or no end at all, is too much`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let small = Self.limits { $0.size = 3_000 }
        let exact = Self.limits { $0.size = Self.font.count }
        #expect(await server.failure(of: "font", small)?.kind == .tooLarge)
        #expect(await server.failure(of: "endless", small)?.kind == .tooLarge)
        #expect(await server.failure(of: "endless", Self.limits())?.kind == .tooLarge)
        #expect(await server.failure(of: "announced/9999999999", Self.limits())?.kind == .tooLarge)
        #expect(await server.failure(of: "announced/9999999999999999999999", Self.limits())?.kind == .tooLarge)
        #expect(await server.failure(of: "packed", small)?.kind == .tooLarge)
        #expect(await server.failure(of: "font", exact) == nil)
    }

    @Test func `One that sends to a file, to plain text or in circles is not followed`() async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(await server.failure(of: "to/file:///etc/passwd")?.kind == .forbiddenAddress)
        #expect(await server.failure(of: "to/\(server.plainAddress("font"))")?.kind == .forbiddenAddress)
        #expect(await server.failure(of: "circle")?.kind == .tooManyRedirects)
        #expect(await server.failure(of: "nowhere")?.kind == .refused)
        // Not even where plain text is allowed: what was encrypted stays so.
        #expect(
            await server.failure(
                at: server.address("to/\(server.plainAddress("font"))"), schemes: [.https, .http])?.kind
                == .forbiddenAddress)
        #expect(!server.requests.contains { $0.hasPrefix("GET /font") })
    }

    @Test func `One that nobody trusts is not asked`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let failure = await server.failure(at: "https://localhost:\(server.strangerPort)/font")
        #expect(failure?.kind == .unreachable)
        // Nor under a name that its certificate does not have.
        #expect(await server.failure(at: "https://127.0.0.2:\(server.port)/font")?.kind == .unreachable)
        // One that does not know what encryption is waits for more.
        let impatient = Self.limits { $0.answerTime = .milliseconds(500) }
        #expect(
            await server.failure(at: "https://localhost:\(server.plainPort)/font", impatient)?.kind == .timedOut)
        #expect(server.requests.isEmpty)
    }

    @Test func `What is not there, not given or no web server is told apart`() async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(await server.failure(of: "status/404")?.kind == .notFound)
        #expect(await server.failure(of: "status/403")?.kind == .denied)
        #expect(await server.failure(of: "status/503")?.kind == .refused)
        #expect(await server.failure(of: "cut-elsewhere")?.kind == .refused)
        #expect(await server.failure(of: "gibberish", Self.limits())?.kind == .refused)
        #expect(await server.failure(at: "https://localhost:1/font")?.kind == .unreachable)
        #expect(await server.failure(at: "https://typecase.invalid/font")?.kind == .unreachable)
        #expect(await server.failure(at: server.plainAddress("font"))?.kind == .forbiddenAddress)
    }
}
