package import FontModel

/// A secret of the user that a server requires for files.
package struct ResourceCredential: Sendable, Hashable {
    /// The provider whose manifest names the secret.
    package let provider: ProviderIdentifier
    /// The name of the secret in the manifest.
    package let name: String
    /// The server that the secret is for, with its port unless that is 443.
    package let server: String

    /// Looks up a secret.
    package typealias Search = @Sendable (ResourceCredential) async -> Finding

    /// The result of a search.
    package enum Finding: Sendable, Equatable {
        /// The value of the `Authorization` field for the server.
        case authorization(String)
        /// No secret can be read; the reason includes what to do about it.
        case none(reason: String)
    }

    /// Creates the description of a secret.
    package init(provider: ProviderIdentifier, name: String, server: String) {
        self.provider = provider
        self.name = name
        self.server = server
    }
}
