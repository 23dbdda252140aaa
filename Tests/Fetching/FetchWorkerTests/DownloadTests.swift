import FetchClient
import FetchProtocol
import FontModel
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing
import WorkerClient

/// Files fetched by the program, from a web server that it trusts and that behaves.
struct DownloadTests {
    /// Nothing compresses it, and no part of it is like another.
    static let font: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        return (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    @Test func `A file comes as it is, and nobody can change it any more`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let file = try await server.fetch(server.request("font"))
        #expect(try file.bytes() == Self.font)
        #expect(SealedMemory.isSealed(file.descriptor))
        #expect(server.requests == ["GET /font - -"])
    }

    @Test func `Progress goes from nothing to the size that the server told`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let told = Mutex<[FetchProgress]>([])
        _ = try await server.fetch(server.request("font")) { progress in
            told.withLock { $0.append(progress) }
        }
        let progress = told.withLock { $0 }
        #expect(!progress.isEmpty)
        #expect(progress.allSatisfy { $0.total == Self.font.count && $0.done > 0 && $0.done <= Self.font.count })
        #expect(progress.map(\.done) == progress.map(\.done).sorted())
    }

    @Test func `A server may send elsewhere three times`() async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(try await server.fetch(server.request("hops/3")).bytes() == Self.font)
        #expect(server.requests.count == 4)
        await #expect(throws: FontFetcher.Failure.self) {
            _ = try await server.fetch(server.request("hops/4"))
        }
        #expect(await server.failure(of: "hops/4")?.kind == .tooManyRedirects)
        let there = "to/\(server.address("font"))"
        #expect(try await server.fetch(server.request(there)).bytes() == Self.font)
    }

    @Test func `A connection that breaks is taken up where it broke`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let file = try await server.fetch(server.request("cut/2"))
        #expect(try file.bytes() == Self.font)
        let third = Self.font.count / 3
        let next = third + (Self.font.count - third) / 3
        #expect(
            server.requests == [
                "GET /cut/2 - -", "GET /cut/2 bytes=\(third)- \"one\"", "GET /cut/2 bytes=\(next)- \"one\"",
            ])
    }

    @Test func `It is taken up so many times and no more`() async throws {
        let server = try await WebServer.start(font: Self.font)
        var limits = FetchLimits()
        limits.attempts = 3
        #expect(await server.failure(of: "cut/9", limits)?.kind == .brokenOff)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: ["cut-changing", "cut-untagged"])
    func `A file that is another one by then comes whole`(path: String) async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(try await server.fetch(server.request(path)).bytes() == Self.font)
        #expect(server.requests.count == 2)
    }

    @Test func `What is packed for the way is unpacked`() async throws {
        let server = try await WebServer.start(font: Self.font)
        #expect(try await server.fetch(server.request("packed")).bytes() == Self.font)
    }

    @Test func `Plain text is fetched where it is allowed, and may send to https`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let request = try FetchRequest(
            server.plainAddress("font"), schemes: [.https, .http], allowsLocalNetwork: true)
        #expect(try await server.fetch(request).bytes() == Self.font)
        let there = try FetchRequest(
            server.plainAddress("to/\(server.address("font"))"), schemes: [.https, .http], allowsLocalNetwork: true)
        #expect(try await server.fetch(there).bytes() == Self.font)
    }

    @Test func `The proxy of the environment is used`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let proxy = ["https_proxy": "http://127.0.0.1:\(server.plainPort)", "SECRET": "s"]
        #expect(
            try await server.fetch(server.request("font"), environment: proxy).bytes() == Self.font)
        #expect(server.requests == ["CONNECT localhost:\(server.port) - -", "GET /font - -"])
        let excepted = proxy.merging(["no_proxy": "localhost"]) { $1 }
        _ = try await server.fetch(server.request("font"), environment: excepted)
        #expect(server.requests.count == 3)
    }

    @Test func `Who gives a file up ends the process that fetches it`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await server.fetch(server.request("stall")) { _ in begin.yield() }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: FontFetcher.Failure.cancelled) { _ = try await task.value }
    }

    @Test(.timeLimit(.minutes(5))) func `The end of the service breaks off what is being fetched`() async throws {
        let server = try await WebServer.start(font: Self.font)
        var limits = FetchLimits()
        // Nothing else than the end of the service ends it.
        limits.answerTime = .seconds(3600)
        limits.wholeTime = .seconds(3600)
        let request = try server.request("silent", limits: limits)
        let fetcher = FontFetcher(access: .executable(server.fetcher), environment: ["PATH": "/usr/bin:/bin"])
        let task = Task { try await fetcher.fetch(request) }
        try await eventually("the server was asked") { !server.requests.isEmpty }
        fetcher.shutdown()
        do {
            _ = try await task.value
            Issue.record("it was fetched")
        } catch FontFetcher.Failure.service(let error) {
            #expect(error.code == .downloadFailed)
        }
    }
}

extension WebServer {
    /// A request for something on the server, which is on this machine.
    func request(_ path: String, limits: FetchLimits = FetchLimits()) throws(FetchFailure) -> FetchRequest {
        try FetchRequest(address(path), allowsLocalNetwork: true, limits: limits)
    }

    /// Has the program fetch something.
    func fetch(
        _ request: FetchRequest, environment: [String: String] = [:],
        onProgress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(FontFetcher.Failure) -> SealedMemory {
        let fetcher = FontFetcher(
            access: .executable(fetcher), environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        return try await fetcher.fetch(request, onProgress: onProgress)
    }

    /// Why the program does not fetch something; `nil` where it does.
    func failure(of path: String, _ limits: FetchLimits = FetchLimits()) async -> FetchFailure? {
        await failure(at: address(path), limits)
    }

    /// Why the program does not fetch from an address; `nil` where it does.
    func failure(
        at address: String, _ limits: FetchLimits = FetchLimits(), schemes: Set<RemoteScheme> = [.https]
    ) async -> FetchFailure? {
        let request: FetchRequest
        do throws(FetchFailure) {
            request = try FetchRequest(address, schemes: schemes, allowsLocalNetwork: true, limits: limits)
        } catch {
            return error
        }
        do throws(FontFetcher.Failure) {
            _ = try await fetch(request)
            return nil
        } catch {
            guard case .fetch(let failure) = error else {
                Issue.record("\(error)")
                return nil
            }
            return failure
        }
    }
}

extension SealedMemory {
    /// What is in it.
    func bytes() throws -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(descriptor.rawValue, buffer.baseAddress, size, 0))
        }
        try #require(bytes.count == size)
        return bytes
    }
}
