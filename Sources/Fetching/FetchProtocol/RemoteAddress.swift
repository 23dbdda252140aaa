/// The schemes by which files are fetched from the web.
package enum RemoteScheme: String, Sendable, Hashable, CaseIterable {
    /// Encrypted, from a server that has proven its identity.
    case https
    /// Unencrypted: anyone on the path can read and change the data.
    case http
}

/// The address of a file on the web: absolute, normalized, and without secrets.
///
/// Programs parse unusual addresses differently, so the fetched address could differ from the checked one. Therefore
/// only addresses that all programs parse alike are accepted.
package struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
    /// The maximum length of an address in bytes; servers and proxies support at least 8000 (RFC 9110, section 4.1).
    package static let limit = 4096

    /// The address, without a fragment.
    package let text: String
    /// The scheme.
    package let scheme: RemoteScheme
    /// The name or IP address of the server, in lower case.
    package let host: String

    /// The server with its port, in lower case, to which a secret belongs.
    package var server: String {
        let rest = text.dropFirst(scheme.rawValue.utf8.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        let usual = scheme == .https ? ":443" : ":80"
        return authority.hasSuffix(usual) && authority.hasPrefix(host)
            ? host : authority.hasSuffix(":") ? String(authority.dropLast()) : authority
    }

    package var description: String { text }

    /// Parses an address.
    ///
    /// - Parameters:
    ///   - text: The address (RFC 3986); characters outside ASCII must be escaped.
    ///   - schemes: The allowed schemes.
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
            // Some programs parse 0x7f.1, 017700000001 and 2130706433 as IP addresses, and others as names.
            guard !endsInNumber(host) || NetworkAddress(host) != nil else {
                throw FetchFailure(.invalidAddress, "The address has an odd number of a server.")
            }
        }
        let digits = port.dropFirst()
        // Swift would accept a number with a sign.
        let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && (UInt16(digits) ?? 0) > 0
        let isPort = port.isEmpty || port.hasPrefix(":") && isNumber
        guard host.utf8.count > (host.hasPrefix("[") ? 2 : 0), isPort else {
            throw FetchFailure(.invalidAddress, "The address names no server, or an odd port.")
        }
        return host.lowercased()
    }

    /// Whether programs could parse a host as an IP address, because its last part is a number.
    private static func endsInNumber(_ host: Substring) -> Bool {
        guard let last = host.split(separator: ".").last?.lowercased() else { return false }
        if last.hasPrefix("0x") { return last.dropFirst(2).utf8.allSatisfy(\.isHexadecimal) }
        return last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether the address itself shows that the server is on the local network or is this machine: it is an IP address
    /// outside the Internet, or a name that does not exist on the Internet.
    ///
    /// Sources: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's resolution 2024.07.29.06
    /// (internal).
    package var isLocal: Bool {
        if let number = NetworkAddress(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]) {
            return !number.isPublic
        }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        return ["localhost", "local", "internal"].contains(last) || labels.suffix(2) == ["home", "arpa"]
    }

    /// The characters that RFC 3986 allows in an address; others must be escaped.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// The address that a server redirects to.
    ///
    /// - Parameters:
    ///   - location: The location in the response, resolved against this address.
    ///   - schemes: The allowed schemes.
    /// - Returns: The next address.
    /// - Throws: ``FetchFailure/Kind/forbiddenAddress`` for any other scheme, and for a redirect from https to http,
    ///   after which the file could be read or changed on its path.
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
