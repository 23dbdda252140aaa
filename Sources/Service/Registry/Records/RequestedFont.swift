package import FontModel

/// A named call of a provider; repeating the call under the same name must have no further effect.
package struct ProviderRequest: Sendable, Hashable {
    /// The provider that makes the call.
    package var provider: ProviderIdentifier
    /// The name that the provider gave to the call, at most 255 bytes.
    package var name: String

    /// Creates a named call.
    package init(provider: ProviderIdentifier, name: String) {
        self.provider = provider
        self.name = name
    }
}

/// The result for one font of a named call.
package struct RequestedFont: Sendable, Equatable {
    /// The result that the provider received, without the faces, which can be read from the font's bytes.
    package struct Result: Sendable, Equatable, Codable {
        /// A problem with the font that was not a reason to reject it.
        package struct Warning: Sendable, Equatable, Codable {
            /// The kind of problem.
            package var kind: String
            /// The description of the problem, for developers.
            package var message: String
            /// The owner of the other font that the warning is about; empty if there is none.
            package var owner: String
            /// The rule that the warning is about; `nil` if there is none.
            package var rule: String?

            /// Creates a warning.
            package init(kind: String, message: String, owner: String, rule: String? = nil) {
                self.kind = kind
                self.message = message
                self.owner = owner
                self.rule = rule
            }
        }

        /// The registration.
        package var id: String
        /// The scope of the registration, which determines how long it lasts.
        package var scope: String
        /// Whether the font was enabled.
        package var isEnabled: Bool
        /// Whether the font had already been registered before the call.
        package var wasAlreadySo: Bool
        /// How the call changed the state of a font that was already registered; `nil` if it did not.
        package var stateChange: String?
        /// The registrations that this one replaced.
        package var replaced: [String]
        /// The warnings for the provider.
        package var warnings: [Warning]

        /// Creates a result.
        package init(
            id: String, scope: String, isEnabled: Bool, wasAlreadySo: Bool, stateChange: String? = nil,
            replaced: [String], warnings: [Warning]
        ) {
            self.id = id
            self.scope = scope
            self.isEnabled = isEnabled
            self.wasAlreadySo = wasAlreadySo
            self.stateChange = stateChange
            self.replaced = replaced
            self.warnings = warnings
        }
    }

    /// The call.
    package var request: ProviderRequest
    /// The position of the font in the call, starting at 0.
    package var position: Int
    /// Identifies the other arguments of the call; see ``fingerprint(of:)``.
    package var fingerprint: UInt64
    /// The digest of the font's bytes.
    package var digest: FontDigest
    /// The result that the provider received.
    package var result: Result

    /// Creates a record.
    package init(
        request: ProviderRequest, position: Int, fingerprint: UInt64, digest: FontDigest, result: Result
    ) {
        self.request = request
        self.position = position
        self.fingerprint = fingerprint
        self.digest = digest
        self.result = result
    }

    /// Computes a number that usually differs if the arguments of a call differ.
    ///
    /// A provider that constructs two calls with the same number deceives only itself.
    ///
    /// - Parameter arguments: The arguments of the call, in a fixed form.
    /// - Returns: The number.
    package static func fingerprint(of arguments: String) -> UInt64 { StableHash.hash64(Array(arguments.utf8)) }
}
