/// Why a file could not be fetched.
package struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The address is none.
        case invalidAddress = "invalid-address"
        /// The address, or one that a server sends to, is not one to fetch from.
        case forbiddenAddress = "forbidden-address"
        /// The server is of the local network, or this machine, and nobody has allowed that.
        case localAddress = "local-address"
        /// The server has no such file.
        case notFound = "not-found"
        /// The server does not give the file to this user.
        case denied
        /// The server answers with something else than the file.
        case refused
        /// There is no connection to the server, or to none that has shown who it is.
        case unreachable
        /// The server did not answer, or went silent, or all of it took too long.
        case timedOut = "timed-out"
        /// The connection broke more often than it was taken up again.
        case brokenOff = "broken-off"
        /// The file is larger than allowed.
        case tooLarge = "too-large"
        /// The servers send from one to the other.
        case tooManyRedirects = "too-many-redirects"
        /// The machine has no room for the file, or something else of it failed.
        case system
    }

    /// The most bytes of a message.
    package static let messageLimit = 512

    /// What went wrong.
    package let kind: Kind
    /// What went wrong and what to do about it, for developers.
    package let message: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - message: What went wrong and what to do about it; what cannot be seen in it goes, and what is too long.
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

    /// A server that is of the local network is not asked.
    ///
    /// - Parameter host: The server.
    /// - Returns: The failure, which tells what to do.
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
