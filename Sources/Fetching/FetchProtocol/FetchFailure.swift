/// Why a file could not be fetched.
package struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a failure, which programs can compare.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The text is not an address.
        case invalidAddress = "invalid-address"
        /// Files must not be fetched from the address, or from one that a server redirects to.
        case forbiddenAddress = "forbidden-address"
        /// The server is on the local network or is this machine, which is not allowed.
        case localAddress = "local-address"
        /// The server has no such file.
        case notFound = "not-found"
        /// The server refuses to send the file to this user.
        case denied
        /// The server sends something other than the file.
        case refused
        /// There is no connection to the server, or the server could not prove its identity.
        case unreachable
        /// The server did not answer, stopped sending, or took too long in all.
        case timedOut = "timed-out"
        /// The connection broke more often than a download is resumed.
        case brokenOff = "broken-off"
        /// The file is larger than allowed.
        case tooLarge = "too-large"
        /// The servers redirect too often.
        case tooManyRedirects = "too-many-redirects"
        /// This machine has no room for the file, or another part of it failed.
        case system
    }

    /// The maximum length of a message in bytes.
    package static let messageLimit = 512

    /// The kind of the failure.
    package let kind: Kind
    /// A description of the failure and of what to do about it, for developers.
    package let message: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - message: A description; invisible characters are removed, and a text that is too long is cut.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        var kept = ""
        for scalar in message.unicodeScalars {
            let isSeen = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
            guard isSeen else { continue }
            guard kept.utf8.count + scalar.utf8.count <= Self.messageLimit else { break }
            kept.unicodeScalars.append(scalar)
        }
        self.message = kept
    }

    /// Creates the failure for a server on the local network.
    ///
    /// - Parameter host: The server.
    /// - Returns: The failure, whose message says what to do.
    package static func local(_ host: String) -> FetchFailure {
        FetchFailure(
            .localAddress,
            """
            \(host) is in the local network, and nothing is fetched from there. Whoever administers this machine can allow \
            it with "local-network": true in a rule on downloads, see typecase-policy(5).
            """)
    }

    package var description: String { "\(kind.rawValue): \(message)" }
}
