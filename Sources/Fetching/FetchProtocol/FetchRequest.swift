internal import FontModel
package import WorkerProtocol

/// What the fetcher is asked for.
package enum FetchJob: Sendable, Hashable {
    /// To fetch a file.
    case fetch(FetchRequest)
    /// To try what it must not be able to do, and tell what came of it.
    case selfTest
}

/// What is to be fetched, and how much may be spent on it.
package struct FetchRequest: Sendable, Hashable {
    /// Where the file is.
    package var address: RemoteAddress
    /// The ways that a server may send to as well.
    package var schemes: Set<RemoteScheme>
    /// Whether servers of the local network are asked, and this machine.
    package var allowsLocalNetwork: Bool
    /// How much may be spent on it.
    package var limits: FetchLimits
    /// The field `Authorization` for the server of ``address``; `nil` for none.
    ///
    /// It is sent by https alone, and to no other server.
    package private(set) var authorization: String?

    /// The most bytes of ``authorization``.
    package static let authorizationLimit = 4096

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: The address of the file.
    ///   - schemes: The ways that are allowed.
    ///   - allowsLocalNetwork: Whether servers of the local network are asked, and this machine.
    ///   - limits: How much may be spent on it.
    /// - Throws: Why nothing is fetched from the address.
    package init(
        _ text: String, schemes: Set<RemoteScheme> = [.https], allowsLocalNetwork: Bool = false,
        limits: FetchLimits = FetchLimits()
    ) throws(FetchFailure) {
        address = try RemoteAddress(text, schemes: schemes)
        guard allowsLocalNetwork || !address.isLocal else { throw .local(address.host) }
        self.schemes = schemes
        self.allowsLocalNetwork = allowsLocalNetwork
        self.limits = limits
    }

    /// Shows a secret to the server of the address.
    ///
    /// - Parameter authorization: The field `Authorization`, as RFC 9110 (section 11.6.2) has it.
    /// - Throws: ``FetchFailure/Kind/forbiddenAddress`` where the address is not of https, ``FetchFailure/Kind/system`` for
    ///   text that such a field cannot have.
    package mutating func authorize(_ authorization: String) throws(FetchFailure) {
        guard address.scheme == .https else {
            throw FetchFailure(.forbiddenAddress, "Credentials are sent by https only.")
        }
        let bytes = authorization.utf8
        guard !bytes.isEmpty, bytes.count <= Self.authorizationLimit, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw FetchFailure(
                .system,
                """
                The credential has more than \(Self.authorizationLimit) characters, or some that are not ASCII. Store it \
                again.
                """)
        }
        self.authorization = authorization
    }
}

/// How much may be spent on a file.
package struct FetchLimits: Sendable, Hashable {
    /// The most bytes that it may have.
    package var size = FontLimits.webFontSize
    /// How often servers may send elsewhere.
    package var redirects = 3
    /// How often the file is asked for in all, from where the connection broke.
    package var attempts = 5
    /// How long a server may take to answer, the connection to it included.
    package var answerTime = Duration.seconds(30)
    /// How long a server may take for ``pace``.
    package var idleTime = Duration.seconds(30)
    /// The bytes that have to come within ``idleTime``, but for the last: less is as good as nothing.
    package var pace = 4 << 10
    /// How long all of it may take.
    package var wholeTime = Duration.seconds(10 * 60)

    /// The usual limits.
    package init() {}
}

/// How far a file has come.
package struct FetchProgress: Sendable, Hashable {
    /// How many bytes are there.
    package var done: Int
    /// How many there are to be; `nil` where the server did not tell.
    package var total: Int?

    /// Creates a progress.
    package init(done: Int, total: Int?) {
        self.done = done
        self.total = total
    }
}

/// What the fetcher tells.
package enum FetchReport: Sendable, Hashable {
    /// More of the file is there.
    case progress(FetchProgress)
    /// The file is there, of so many bytes.
    case done(size: Int)
    /// It is not to be had.
    case failed(FetchFailure)
    /// What it tried that it must not be able to do: `open-read`, `open-write`, `make-file`, `execute`, `be-traced`,
    /// `gain-privileges`.
    case selfTest([SandboxAttempt])
}
