import FetchClient
import FetchProtocol
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FetchWorker

/// Nothing is fetched from the local network, whatever a server is called, and however often somebody looks it up.
struct LocalNetworkTests {
    private static let font = Array(DownloadTests.font.prefix(30_000))

    /// Why nothing is fetched for somebody who may not reach the local network; `nil` where something is.
    private func failure(
        at address: String, of server: WebServer, environment: [String: String] = [:]
    ) async throws -> FetchFailure? {
        do {
            _ = try await server.fetch(FetchRequest(address), environment: environment)
            return nil
        } catch FontFetcher.Failure.fetch(let failure) {
            return failure
        }
    }

    @Test func `A name that stands for this machine is not connected to`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let listener = OwnedFileDescriptor(
            adopting: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { address in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try #require(bind(listener.rawValue, address, size) == 0)
                try #require(listen(listener.rawValue, 8) == 0)
                try #require(getsockname(listener.rawValue, address, &size) == 0)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let failure = try await failure(at: "https://fonts.example.org:\(port)/font", of: server)
        #expect(failure?.kind == .localAddress)
        #expect(failure?.message.contains("\"local-network\": true") == true)
        var waiting = pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0, "nobody has connected")
        #expect(try await self.failure(at: server.publicAddress("font"), of: server)?.kind == .localAddress)
        #expect(server.requests.isEmpty)
    }

    @Test func `It is where that is allowed`() async throws {
        let server = try await WebServer.start(font: Self.font)
        let request = try FetchRequest(server.publicAddress("font"), allowsLocalNetwork: true)
        #expect(try await server.fetch(request).bytes() == Self.font)
    }

    @Test func `The proxy of the environment is reached, and nobody is followed from there to the local network`()
        async throws
    {
        let server = try await WebServer.start(font: Self.font)
        for proxy in ["http://127.0.0.1:\(server.plainPort)", "http://someone:secret@localhost:\(server.plainPort)/"] {
            let environment = ["https_proxy": proxy]
            #expect(
                try await failure(at: server.publicAddress("font"), of: server, environment: environment) == nil)
            for target in [server.address("font"), "https://10.0.0.1/", "https://printer.local/"] {
                let there = server.publicAddress("to/\(target)")
                #expect(
                    try await failure(at: there, of: server, environment: environment)?.kind == .localAddress,
                    "\(target)")
            }
        }
        // Only by the port that it has.
        let elsewhere = ["https_proxy": "http://127.0.0.1:\(server.strangerPort)"]
        _ = try await failure(at: server.publicAddress("font"), of: server, environment: elsewhere)
        #expect(
            try await failure(
                at: server.publicAddress("font"), of: server,
                environment: elsewhere.merging(["no_proxy": "fonts.example.org"]) { $1 })?.kind == .localAddress)
    }

    @Test(arguments: [
        ("http://proxy.example:3128", "proxy.example", 3128), ("proxy.example:3128/", "proxy.example", 3128),
        ("socks5h://me:you@proxy.example", "proxy.example", 1080), ("https://proxy.example", "proxy.example", 443),
        ("http://[2001:db8::1]:8080", "2001:db8::1", 8080), ("10.0.0.1", "10.0.0.1", 1080),
    ])
    func `A proxy is understood as curl does`(text: String, host: String, port: UInt16) throws {
        let proxy = try #require(ProxyAddress(text))
        #expect(proxy.host == host)
        #expect(proxy.port == port)
    }

    @Test(arguments: ["", "http://", "http://:3128", "proxy:0", "proxy:x", "proxy:99999", "http://me@"])
    func `What names no proxy is none`(text: String) { #expect(ProxyAddress(text) == nil) }

    /// The bytes of the address of a socket.
    private func admits(_ surroundings: Surroundings, _ text: String, port: UInt16 = 443) throws -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var first: UnsafeMutablePointer<addrinfo>?
        try #require(getaddrinfo(text, String(port), &hints, &first) == 0)
        defer { freeaddrinfo(first) }
        let found = try #require(first).pointee
        return surroundings.admits(UnsafeRawBufferPointer(start: found.ai_addr, count: Int(found.ai_addrlen)))
    }

    @Test func `Neighbours that have numbers of the Internet are of the local network`() throws {
        let address = try #require(NetworkAddress("2a01:4f8:1:2::7"))
        let near = Surroundings(networks: [(address, 64)], proxies: [])
        #expect(try !admits(near, "2a01:4f8:1:2::1"))
        #expect(try !admits(near, "2a01:4f8:1:2::7"), "this machine")
        #expect(try admits(near, "2a01:4f8:1:3::1"))
        #expect(try admits(near, "1.1.1.1"))
        #expect(try !admits(near, "192.168.1.1"))
        let proxy = try #require(NetworkAddress("192.168.1.1"))
        let proxied = Surroundings(networks: [], proxies: [(proxy, 3128)])
        #expect(try admits(proxied, "192.168.1.1", port: 3128))
        #expect(try !admits(proxied, "192.168.1.1", port: 80))
        #expect(try !admits(proxied, "192.168.1.2", port: 3128))
    }

    @Test(arguments: [("255.255.255.0", 24), ("255.255.255.255", 32), ("0.0.0.0", 0), ("ffff:ffff:ffff:ffff::", 64)])
    func `A mask says how many bits a network has`(text: String, length: Int) throws {
        #expect(try #require(NetworkAddress(text)).maskLength == length)
        #expect(NetworkAddress("255.0.255.0")?.maskLength == nil)
    }
}
