import FetchProtocol
import Testing

/// Which addresses are fetched from, and where servers may send.
struct RemoteAddressTests {
    @Test(arguments: [
        ("https://example.org/a.ttf", "https://example.org/a.ttf", "example.org"),
        ("HTTPS://Example.ORG/A.ttf", "https://Example.ORG/A.ttf", "example.org"),
        ("https://example.org:8443/a?b=c#part", "https://example.org:8443/a?b=c", "example.org"),
        ("https://[2001:db8::1]:8443/a%20b", "https://[2001:db8::1]:8443/a%20b", "[2001:db8::1]"),
        ("https://example.org", "https://example.org", "example.org"),
        ("https://example.org?a", "https://example.org?a", "example.org"),
    ])
    func `An address is read as everybody reads it`(text: String, kept: String, host: String) throws {
        let address = try RemoteAddress(text, schemes: [.https])
        #expect(address.text == kept)
        #expect(address.host == host)
        #expect(address.scheme == .https)
    }

    @Test(arguments: [
        "", "https:", "https:/example.org", "https://", "https:///a", "https://:443/", "https://user@example.org/",
        "https://user:secret@example.org/", "https://example.org:0/", "https://example.org:65536/",
        "https://example.org:+1/", "https://example.org:8o/", "https://exa mple.org/", "https://example.org/a b",
        "https://example.org/a\nHost: b", "https://example.org\\@other.org/", "https://ex\u{430}mple.org/",
        "https://example.org/\0", "https://[::1/", "https://[::1]x/", "https://[g::1]/", "example.org/a.ttf",
        "//example.org/a", "https://exam%70le.org/",
        "https://0x7f.1/", "https://2130706433/", "https://017700000001/", "https://127.1/", "https://192.0.2.1./",
        "https://0177.0.0.1/", "https://example.0x7f/", "https://256.0.0.1/", "https://[127.0.0.1]/", "https://[::]:/x",
        "https://" + String(repeating: "a", count: 5000),
    ])
    func `What is no address is refused`(text: String) {
        #expect { try RemoteAddress(text, schemes: [.https, .http]) } throws: {
            ($0 as? FetchFailure)?.kind == .invalidAddress
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://example.org/a", "http://example.org/a", "unix://run/a"])
    func `Other ways than https are refused by name`(text: String) {
        #expect { try RemoteAddress(text, schemes: [.https]) } throws: {
            let failure = $0 as? FetchFailure
            return failure?.kind == .forbiddenAddress && failure?.message.contains("https") == true
        }
    }

    @Test func `A server sends within what is allowed, and never back to plain text`() throws {
        let both: Set<RemoteScheme> = [.https, .http]
        let encrypted = try RemoteAddress("https://example.org/a", schemes: both)
        let plain = try RemoteAddress("http://example.org/a", schemes: both)
        #expect(try encrypted.redirected(to: "https://other.org/b", schemes: both).text == "https://other.org/b")
        #expect(try plain.redirected(to: "https://other.org/b", schemes: both).scheme == .https)
        #expect(try plain.redirected(to: "http://other.org/b", schemes: both).scheme == .http)
        for (from, to) in [
            (encrypted, "http://example.org/a"), (plain, "file:///etc/passwd"), (encrypted, "file:///etc/passwd"),
            (encrypted, "https://user@example.org/"), (encrypted, "gopher://example.org/"),
        ] {
            #expect { try from.redirected(to: to, schemes: both) } throws: {
                ($0 as? FetchFailure)?.kind == .forbiddenAddress
            }
        }
        #expect(throws: FetchFailure.self) { try plain.redirected(to: "http://other.org/b", schemes: [.https]) }
    }

    @Test(arguments: [
        "127.0.0.1", "localhost", "localhost.", "LOCALHOST", "a.localhost", "printer.local", "printer.local.",
        "printer",
        "db.internal", "router.home.arpa", "10.1.2.3", "172.31.255.255", "192.168.178.1", "169.254.169.254",
        "100.100.100.200", "168.63.129.16", "0.0.0.0", "255.255.255.255", "224.0.0.251", "[::1]", "[::]",
        "[fe80::1]", "[fd00:ec2::254]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:c0a8:b201::1]", "[ff02::fb]",
    ])
    func `A server of the local network is none to fetch from, unless that is allowed`(host: String) throws {
        #expect { try FetchRequest("https://\(host)/font") } throws: {
            let failure = $0 as? FetchFailure
            return failure?.kind == .localAddress && failure?.message.contains("local-network") == true
        }
        let allowed = try FetchRequest("https://\(host)/font", allowsLocalNetwork: true)
        #expect(allowed.address.isLocal)
    }

    @Test(arguments: [
        "example.org", "localhost.example.org", "local.org", "internal.example", "1.1.1.1", "172.32.0.1", "100.128.0.1",
        "[2606:4700:4700::1111]", "[64:ff9b::101:101]", "[2002:101:101::1]", "[::ffff:1.1.1.1]",
    ])
    func `A server of the Internet is one to fetch from`(host: String) throws {
        #expect(try !FetchRequest("https://\(host)/font").address.isLocal)
    }
}
