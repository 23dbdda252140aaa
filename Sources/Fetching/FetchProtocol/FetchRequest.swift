internal import FontModel
package import WorkerProtocol

/// A job of the fetcher.
package enum FetchJob: Sendable, Hashable {
    /// Fetch a file.
    case fetch(FetchRequest)
    /// Attempt the actions that the fetcher must not be able to do, and report the results.
    case selfTest
}

/// A file to fetch, with the limits for it.
package struct FetchRequest: Sendable, Hashable {
    /// The address of the file.
    package var address: RemoteAddress
    /// The schemes that a server may redirect to.
    package var schemes: Set<RemoteScheme>
    /// Whether files may be fetched from the local network and from this machine.
    package var allowsLocalNetwork: Bool
    /// The limits for the file.
    package var limits: FetchLimits
    /// The value of the field `Authorization` for the server of ``address``; `nil` for none.
    ///
    /// It is sent only over https, and to no other server.
    package private(set) var authorization: String?

    /// The maximum length of ``authorization`` in bytes.
    package static let authorizationLimit = 4096

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: The address of the file.
    ///   - schemes: The allowed schemes.
    ///   - allowsLocalNetwork: Whether files may be fetched from the local network and from this machine.
    ///   - limits: The limits for the file.
    /// - Throws: An error if files cannot be fetched from the address.
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

    /// Adds a secret for the server of the address.
    ///
    /// - Parameter authorization: The value of the field `Authorization` (RFC 9110, section 11.6.2).
    /// - Throws: ``FetchFailure/Kind/forbiddenAddress`` if the scheme of the address is not https, and
    ///   ``FetchFailure/Kind/system`` if the text is not valid in such a field.
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

/// The limits for fetching a file.
package struct FetchLimits: Sendable, Hashable {
    /// The maximum size of the file in bytes.
    package var size = FontLimits.webFontSize
    /// The maximum number of redirects.
    package var redirects = 3
    /// The maximum number of requests in all, each of which resumes where the connection broke.
    package var attempts = 5
    /// The maximum time until a server answers, including the time to connect.
    package var answerTime = Duration.seconds(30)
    /// The maximum time for ``pace`` bytes.
    package var idleTime = Duration.seconds(30)
    /// The number of bytes that must arrive within ``idleTime``, except at the end of the file.
    package var pace = 4 << 10
    /// The maximum time of the whole fetch.
    package var wholeTime = Duration.seconds(10 * 60)

    /// The usual limits.
    package init() {}
}

/// The progress of a download.
package struct FetchProgress: Sendable, Hashable {
    /// The number of bytes that have arrived.
    package var done: Int
    /// The total number of bytes; `nil` if the server did not declare it.
    package var total: Int?

    /// Creates a progress.
    package init(done: Int, total: Int?) {
        self.done = done
        self.total = total
    }
}

/// A report of the fetcher.
package enum FetchReport: Sendable, Hashable {
    /// More bytes have arrived.
    case progress(FetchProgress)
    /// The file is complete; the value is its size in bytes.
    case done(size: Int)
    /// The file is not available.
    case failed(FetchFailure)
    /// The results of the attempts at what it must not be able to do: `open-read`, `open-write`, `make-file`,
    /// `execute`, `be-traced`,
    /// `gain-privileges`.
    case selfTest([SandboxAttempt])
}
