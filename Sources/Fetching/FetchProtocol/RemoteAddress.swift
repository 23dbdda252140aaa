/// The ways by which files are fetched from the web.
package enum RemoteScheme: String, Sendable, Hashable, CaseIterable {
    /// Encrypted, from a server that has shown who it is.
    case https
    /// In the open: whoever is on the way sees and changes what is fetched.
    case http
}

/// The address of a file on the web: absolute, in one spelling, and with nothing secret in it.
///
/// Programs disagree over odd addresses, so that what is fetched could be another file than the one that was checked.
/// Only such addresses count as one here that everybody reads alike.
package struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
    /// The most bytes of an address: what servers and proxies take at least, as RFC 9110 (section 4.1) has it, is 8000.
    package static let limit = 4096

    /// The address, without a fragment.
    package let text: String
    /// By which way the file is fetched.
    package let scheme: RemoteScheme
    /// The name or number of the server, in small letters.
    package let host: String

    /// The server with its port, in small letters: what a secret is for.
    package var server: String {
        let rest = text.dropFirst(scheme.rawValue.utf8.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        let usual = scheme == .https ? ":443" : ":80"
        return authority.hasSuffix(usual) && authority.hasPrefix(host)
            ? host : authority.hasSuffix(":") ? String(authority.dropLast()) : authority
    }

    package var description: String { text }

    /// Understands an address.
    ///
    /// - Parameters:
    ///   - text: The address, as RFC 3986 has it: what is not in ASCII is escaped.
    ///   - schemes: The ways that are allowed.
    /// - Throws: ``FetchFailure/Kind/invalidAddress``, or ``FetchFailure/Kind/forbiddenAddress`` for another scheme.
    package init(_ text: String, schemes: Set<RemoteScheme>) throws(FetchFailure) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limit else {
            throw FetchFailure(.invalidAddress, "The address has more than \(Self.limit) bytes.")
        }
        guard !bytes.isEmpty, bytes.allSatisfy(Self.isAllowed) else {
            throw FetchFailure(
                .invalidAddress, "The address has characters that must be escaped, as %20 stands for a space.")
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            throw FetchFailure(.invalidAddress, "The address does not begin with https://.")
        }
        let name = text[..<colon].lowercased()
        guard let scheme = RemoteScheme(rawValue: name), schemes.contains(scheme) else {
            let allowed = RemoteScheme.allCases.filter(schemes.contains).map(\.rawValue).joined(separator: " and ")
            throw FetchFailure(.forbiddenAddress, "Fonts are fetched by \(allowed) here, not by \(name).")
        }
        let rest = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else {
            throw FetchFailure(.invalidAddress, "The address has a user in it. Others may read addresses.")
        }
        self.text = "\(name)://\(rest)"
        self.scheme = scheme
        host = try Self.host(of: authority)
    }

    /// The host of `host`, `host:port` and `[number]:port`.
    private static func host(of authority: Substring) throws(FetchFailure) -> String {
        let host: Substring
        let port: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[...end]
            port = authority[authority.index(after: end)...]
            guard NetworkAddress(host.dropFirst().dropLast()) != nil, host.contains(":") else {
                throw FetchFailure(.invalidAddress, "The address has an odd number of a server.")
            }
        } else {
            host = authority.prefix { $0 != ":" }
            port = authority[host.endIndex...]
            guard host.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }) else {
                throw FetchFailure(.invalidAddress, "The address has an odd name of a server.")
            }
            // Some read 0x7f.1, 017700000001 and 2130706433 as numbers of machines, and others as names.
            guard !endsInNumber(host) || NetworkAddress(host) != nil else {
                throw FetchFailure(.invalidAddress, "The address has an odd number of a server.")
            }
        }
        let digits = port.dropFirst()
        // A number may have a sign for Swift.
        let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && (UInt16(digits) ?? 0) > 0
        let isPort = port.isEmpty || port.hasPrefix(":") && isNumber
        guard host.utf8.count > (host.hasPrefix("[") ? 2 : 0), isPort else {
            throw FetchFailure(.invalidAddress, "The address names no server, or an odd port.")
        }
        return host.lowercased()
    }

    /// Whether a host would be read as a number: its last part is one.
    private static func endsInNumber(_ host: Substring) -> Bool {
        guard let last = host.split(separator: ".").last?.lowercased() else { return false }
        if last.hasPrefix("0x") { return last.dropFirst(2).utf8.allSatisfy(\.isHexadecimal) }
        return last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether the address says by itself that the server is of the local network, or this machine: it is a number that
    /// is none of the Internet, or a name that the Internet does not have.
    ///
    /// Sources: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's resolution 2024.07.29.06 (internal).
    package var isLocal: Bool {
        if let number = NetworkAddress(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]) {
            return !number.isPublic
        }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        return ["localhost", "local", "internal"].contains(last) || labels.suffix(2) == ["home", "arpa"]
    }

    /// What RFC 3986 lets an address have, the rest has to be escaped.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// Where an answer of a server sends whoever asked.
    ///
    /// - Parameters:
    ///   - location: What the answer says, resolved against this address.
    ///   - schemes: The ways that are allowed.
    /// - Returns: The address to ask next.
    /// - Throws: ``FetchFailure/Kind/forbiddenAddress`` for any other way, and for one that gives up what this one
    ///   promised: that nobody on the way has seen or changed the file.
    package func redirected(to location: String, schemes: Set<RemoteScheme>) throws(FetchFailure) -> RemoteAddress {
        let allowed = scheme == .https ? schemes.intersection([.https]) : schemes
        do throws(FetchFailure) {
            return try RemoteAddress(location, schemes: allowed)
        } catch {
            throw FetchFailure(
                .forbiddenAddress, "\(host) sends elsewhere, where Typecase does not go: \(error.message)")
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    fileprivate var isHexadecimal: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
