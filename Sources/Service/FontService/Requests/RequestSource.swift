package import FontModel
package import LinuxSystem
package import Registry

/// A place that requested fonts come from.
///
/// The sources are asked in order, each for what those before it do not have. A catalog of fonts is one more source.
package protocol RequestSource: Sendable {
    /// What the source is called on the bus.
    var name: String { get }

    /// Looks for fonts; nothing changes.
    ///
    /// - Parameters:
    ///   - requests: What is asked for.
    ///   - caller: Who asks.
    /// - Returns: One finding per request, in order.
    func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding]

    /// Opens the bytes of fonts that the source has offered, once they may be had.
    ///
    /// - Parameters:
    ///   - offers: The offers.
    ///   - onProgress: Takes how many bytes are downloaded, where some are.
    /// - Returns: The file of each, in order, or why there is none.
    func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>]

    /// Installs the packages of offers that have one, once they may be had.
    ///
    /// - Parameters:
    ///   - offers: The offers.
    ///   - onProgress: Takes the percentage that is done.
    /// - Throws: Why none of them was installed.
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

/// What a source has for a request.
package enum RequestFinding: Sendable {
    /// Nothing.
    case nothing
    /// Programs find these faces already, which are all of it but for what the failures tell of a text.
    case present([FaceRecord], missing: [RequestFailure] = [])
    /// It can be had.
    case offers([FontOffer])
    /// It is known, and cannot be had for this reason.
    case failure(RequestFailure)
}

/// A font that a source has.
package struct FontOffer: Sendable, Hashable {
    /// The bytes.
    package var digest: FontDigest
    /// What it is called.
    package var name: String
    /// Who offers it.
    package var provider: ProviderIdentifier
    /// How many bytes it has; 0 where nobody knows before it is downloaded.
    package var size: Int
    /// The provider's own mark.
    package var userInfo: String?
    /// In whose name it is registered: the provider's, or the service's own where the provider has it registered already.
    package var owner: ProviderRecord
    /// Whether only the user decides, as it was the user who took it out of use.
    package var isUsersDecision = false
    /// Whether the user is never asked, as it is the caller's own font.
    package var isOwn = false
    /// Whether it has to be downloaded.
    package var isRemote = false
    /// Whether it is known how many bytes it has.
    package var isSizeKnown = true
    /// Whether its manifest says where on the web it is, so that it is among the files that are downloaded once it is here.
    package var hasAddress = false
    /// The package that has to be installed for it; `nil` where the source has the bytes.
    package var installation: PackageInstallation?

    /// The source's own name for it.
    package var key: String

    package static func == (left: FontOffer, right: FontOffer) -> Bool {
        left.digest == right.digest && left.provider == right.provider
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
        hasher.combine(provider)
    }
}

/// A font that the user is asked about: one that a program wants to have in use.
package struct RequestedOffer: Sendable, Hashable {
    /// The bytes.
    package var digest: FontDigest
    /// What it is called.
    package var name: String
    /// Who offers it.
    package var provider: ProviderIdentifier
    /// How many bytes it has; 0 where nobody knows before it is downloaded.
    package var size: Int
    /// Whether it is known how many bytes it has.
    package var isSizeKnown: Bool
    /// Whether only the user decides.
    package var isUsersDecision: Bool
    /// The packages of the distribution that are installed for it; empty where none is.
    package var packages: [String]

    /// Describes an offer.
    package init(_ offer: FontOffer) {
        (digest, name, provider) = (offer.digest, offer.name, offer.provider)
        (size, isSizeKnown) = (offer.size, offer.isSizeKnown)
        isUsersDecision = offer.isUsersDecision
        packages = offer.installation?.packages ?? []
    }
}
