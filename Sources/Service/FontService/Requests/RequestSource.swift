package import FontModel
package import LinuxSystem
package import Registry

/// A source of requested fonts.
///
/// The sources are asked in order, each for what the earlier ones do not have. A catalog of fonts would be one more
/// source.
package protocol RequestSource: Sendable {
    /// The name of the source on the bus.
    var name: String { get }

    /// Looks for fonts without changing anything.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - caller: The calling program.
    /// - Returns: One finding per request, in order.
    func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding]

    /// Opens the files of fonts that the source has offered, after they were permitted.
    ///
    /// - Parameters:
    ///   - offers: The offers.
    ///   - onProgress: Receives the number of bytes downloaded, if there are downloads.
    /// - Returns: The file of each offer, in order, or the reason why it is not available.
    func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>]

    /// Installs the packages of offers that have one, after they were permitted.
    ///
    /// - Parameters:
    ///   - offers: The offers.
    ///   - onProgress: Receives the percentage that is done.
    /// - Throws: The reason why none of them was installed.
    func install(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure)
}

extension RequestSource {
    package func install(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure) {
        throw RequestFailure(.notFound, "The source \(name) has no packages.")
    }
}

/// The result of a source for a request.
package enum RequestFinding: Sendable {
    /// The source has nothing for the request.
    case nothing
    /// Programs already find these faces. They fulfill the request, except for the parts of its text in the failures.
    case present([FaceRecord], missing: [RequestFailure] = [])
    /// The source can make these fonts available.
    case offers([FontOffer])
    /// The source knows the font, but cannot make it available for this reason.
    case failure(RequestFailure)
}

/// A font that a source can make available.
package struct FontOffer: Sendable, Hashable {
    /// The digest of the font's bytes.
    package var digest: FontDigest
    /// The name of the font.
    package var name: String
    /// The provider that offers the font.
    package var provider: ProviderIdentifier
    /// The size of the font in bytes; 0 if it is unknown before the download.
    package var size: Int
    /// The provider's own mark.
    package var userInfo: String?
    /// The provider under which the font is registered.
    ///
    /// It is the offering provider, or the service's own if the offering provider has already registered the font.
    package var owner: ProviderRecord
    /// Whether only the user can permit the font, because the user disabled or removed it.
    package var isUsersDecision = false
    /// Whether the user is never asked, because the font is the caller's own.
    package var isOwn = false
    /// Whether the font has to be downloaded.
    package var isRemote = false
    /// Whether the size is known.
    package var isSizeKnown = true
    /// Whether the manifest gives an address on the web for the font.
    ///
    /// A file with an address is among the downloaded files once it is on this machine.
    package var hasAddress = false
    /// The package that has to be installed for the font; `nil` if the source has the bytes.
    package var installation: PackageInstallation?

    /// The source's own key for the font.
    package var key: String

    package static func == (left: FontOffer, right: FontOffer) -> Bool {
        left.digest == right.digest && left.provider == right.provider
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(provider)
    }
}

/// A font that a program requests and about which the user is asked.
package struct RequestedOffer: Sendable, Hashable {
    /// The digest of the font's bytes.
    package var digest: FontDigest
    /// The name of the font.
    package var name: String
    /// The provider that offers the font.
    package var provider: ProviderIdentifier
    /// The size of the font in bytes; 0 if it is unknown before the download.
    package var size: Int
    /// Whether the size is known.
    package var isSizeKnown: Bool
    /// Whether only the user can permit the font.
    package var isUsersDecision: Bool
    /// The packages of the distribution that are installed for the font; empty if there are none.
    package var packages: [String]

    /// Creates a description of an offer.
    package init(_ offer: FontOffer) {
        (digest, name, provider) = (offer.digest, offer.name, offer.provider)
        (size, isSizeKnown) = (offer.size, offer.isSizeKnown)
        isUsersDecision = offer.isUsersDecision
        packages = offer.installation?.packages ?? []
    }
}
