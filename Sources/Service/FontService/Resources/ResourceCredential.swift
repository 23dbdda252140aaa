package import FontModel

/// A secret of the user's that a server gives files for.
package struct ResourceCredential: Sendable, Hashable {
    /// Whose manifest names it.
    package let provider: ProviderIdentifier
    /// What the manifest calls it.
    package let name: String
    /// The server that it is for, with its port where that is not 443.
    package let server: String

    /// Looks a secret up.
    package typealias Search = @Sendable (ResourceCredential) async -> Finding

    /// The result of a search.
    package enum Finding: Sendable, Equatable {
        /// The field `Authorization` for the server.
        case authorization(String)
        /// There is none that can be read, for this reason, which says what to do.
        case none(reason: String)
    }

    /// Names a secret.
    package init(provider: ProviderIdentifier, name: String, server: String) {
        self.provider = provider
        self.name = name
        self.server = server
    }
}
