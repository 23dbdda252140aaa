package import FetchProtocol
package import FontModel

/// Files that one process may fetch one after the other: files of one provider from one server.
///
/// If a server takes over the fetching process, it controls all later downloads of the process. Therefore a series
/// contains no files of other servers, and no secrets.
package struct FetchSeries: Sendable, Hashable {
    private let provider: ProviderIdentifier
    private let scheme: RemoteScheme
    private let server: String
    private let allowsLocalNetwork: Bool

    /// The series of a request; `nil` for a request that sends a secret, which gets a process of its own.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - provider: The provider for which the file is fetched.
    package init?(_ request: FetchRequest, for provider: ProviderIdentifier) {
        guard request.authorization == nil else { return nil }
        self.provider = provider
        scheme = request.address.scheme
        server = request.address.server
        allowsLocalNetwork = request.allowsLocalNetwork
    }
}
