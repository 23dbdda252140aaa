import FetchClient
import FetchProtocol
import FontModel
import Glibc
import LinuxSystem
import TestSupport
import Testing
import WorkerClient

/// Processes that fetch one file after the other.
struct SeriesTests {
    @Test func `One process fetches all files of a series, and ends with the last`() async throws {
        let server = try await WebServer.start(font: DownloadTests.font)
        let (fetcher, request) = (server.series, try server.request("font"))
        await fetcher.expecting(FetchSeries(request, for: .user)) {
            for _ in 0..<5 {
                let file = await fetcher.next(request)
                #expect(file.map { SealedMemory.isSealed($0.descriptor) } == true)
                #expect(throws: Never.self) { try #expect(file?.bytes() == DownloadTests.font) }
            }
        }
        #expect(server.requests.count == 5)
        let processes = server.fetchers
        #expect(processes.count == 1)
        #expect(processes.allSatisfy { kill($0, 0) == -1 }, "it still runs")
        _ = await fetcher.next(request)
        #expect(server.fetchers.count == 2)
    }

    @Test func `Another provider, another server and a secret each take another process`() async throws {
        let server = try await WebServer.start(font: DownloadTests.font)
        let fetcher = server.series
        let request = try server.request("font")
        var secret = request
        try secret.authorize("Bearer secret")
        #expect(FetchSeries(secret, for: .user) == nil)
        let plain = try FetchRequest(server.plainAddress("font"), schemes: [.http], allowsLocalNetwork: true)
        let provider = try #require(ProviderIdentifier(applicationID: "org.example.Other"))
        await fetcher.expecting(FetchSeries(request, for: .user)) {
            for (number, next) in [request, secret, plain, request].enumerated() {
                #expect(await fetcher.next(next) != nil)
                #expect(server.fetchers.count == min(number + 1, 3))
            }
            #expect(await fetcher.next(request, for: provider) != nil)
            #expect(server.fetchers.count == 4)
        }
    }

    @Test func `However many series are expected, no more processes wait than may fetch at a time`() async throws {
        let server = try await WebServer.start(font: DownloadTests.font)
        let (fetcher, request) = (server.series, try server.request("font"))
        let providers = try (0..<FontFetcher.filesAtOnce + 4).map { number in
            try #require(ProviderIdentifier(applicationID: "org.example.App\(number)"))
        }
        /// Fetches a file of each series, while another of it is expected.
        func fetch(_ rest: ArraySlice<ProviderIdentifier>) async {
            guard let provider = rest.first else {
                let running = server.fetchers.filter { kill($0, 0) == 0 }
                #expect(running.count == FontFetcher.filesAtOnce)
                return
            }
            await fetcher.expecting(FetchSeries(request, for: provider)) {
                #expect(await fetcher.next(request, for: provider) != nil)
                await fetch(rest.dropFirst())
            }
        }
        await fetch(providers[...])
        #expect(server.fetchers.count == providers.count)
        #expect(server.fetchers.allSatisfy { kill($0, 0) == -1 }, "none is left")
    }

    @Test func `A process that did not get a file fetches no other`() async throws {
        let server = try await WebServer.start(font: DownloadTests.font)
        let (fetcher, request, missing) = (server.series, try server.request("font"), try server.request("status/404"))
        await fetcher.expecting(FetchSeries(request, for: .user)) {
            await #expect(throws: FontFetcher.Failure.self) {
                _ = try await fetcher.fetch(missing, of: FetchSeries(missing, for: .user))
            }
            #expect(await fetcher.next(request) != nil)
        }
        #expect(server.fetchers.count == 2)
    }

    @Test func `A process that has ended while it waited is replaced`() async throws {
        let server = try await WebServer.start(font: DownloadTests.font)
        let (fetcher, request) = (server.series, try server.request("font"))
        await fetcher.expecting(FetchSeries(request, for: .user)) {
            for count in 1...3 {
                #expect(await fetcher.next(request) != nil)
                #expect(server.fetchers.count == count)
                // Each leads a group: the program that puts other files into the places of the machine's is in it.
                for process in server.fetchers { _ = kill(-process, SIGKILL) }
            }
        }
    }
}

extension WebServer {
    /// What fetches from the server, with processes that it keeps.
    fileprivate var series: FontFetcher {
        FontFetcher(access: .executable(fetcher), environment: ["PATH": "/usr/bin:/bin"])
    }
}

extension FontFetcher {
    /// Fetches a file of its series; `nil`, and an issue of the test, where it cannot be had.
    fileprivate func next(_ request: FetchRequest, for provider: ProviderIdentifier = .user) async -> SealedMemory? {
        let series = FetchSeries(request, for: provider)
        do throws(Failure) {
            return try await expecting(series) {
                await Result { () async throws(Failure) in try await fetch(request, of: series) }
            }.get()
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }
}
