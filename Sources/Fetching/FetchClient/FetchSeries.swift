package import FetchProtocol
package import FontModel

/// Files that one process may fetch, one after the other: those of one provider, from one server.
///
/// A server that has overcome the process that fetches has all that the process fetches later. So no file of another
/// server is among it, and no secret.
package struct FetchSeries: Sendable, Hashable {
    private let provider: ProviderIdentifier
    private let scheme: RemoteScheme
    private let server: String
    private let allowsLocalNetwork: Bool

    /// The series that a request belongs to; `nil` for a request that shows a secret, which has a process of its own.
    ///
    /// - Parameters:
    ///   - request: What is to be fetched.
    ///   - provider: For whom.
    package init?(_ request: FetchRequest, for provider: ProviderIdentifier) {
        guard request.authorization == nil else { return nil }
        self.provider = provider
        scheme = request.address.scheme
        server = request.address.server
        allowsLocalNetwork = request.allowsLocalNetwork
    }
}
