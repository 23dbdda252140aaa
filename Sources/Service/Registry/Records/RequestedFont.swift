package import FontModel

/// A call of a provider's that has a name: one that is made again under the name is to have no further effect.
package struct ProviderRequest: Sendable, Hashable {
    /// Whose call it is.
    package var provider: ProviderIdentifier
    /// The provider's own name for it, at most 255 bytes.
    package var name: String

    /// Names a call.
    package init(provider: ProviderIdentifier, name: String) {
        self.provider = provider
        self.name = name
    }
}

/// What became of one font of such a call.
package struct RequestedFont: Sendable, Equatable {
    /// What the provider was told, but for the faces, which are in the bytes.
    package struct Result: Sendable, Equatable, Codable {
        /// Something about the font that was no reason to refuse it.
        package struct Warning: Sendable, Equatable, Codable {
            /// What it was about.
            package var kind: String
            /// What it was, for developers.
            package var message: String
            /// Whose the other font was; empty where it was about no other.
            package var owner: String
            /// The rule that it was about; `nil` where it was about none.
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
        /// How long it was to last.
        package var scope: String
        /// Whether programs found the font.
        package var isEnabled: Bool
        /// Whether the font had been registered before the call.
        package var wasAlreadySo: Bool
        /// How the call changed the state of a font that had been registered before; `nil` where it did not.
        package var stateChange: String?
        /// The registrations that it took the place of.
        package var replaced: [String]
        /// What the provider should know.
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
    /// Which of the call's fonts it was, from 0.
    package var position: Int
    /// Tells what else the call asked for; see ``fingerprint(of:)``.
    package var fingerprint: UInt64
    /// The font's bytes.
    package var digest: FontDigest
    /// What the provider was told.
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

    /// A number that differs, as a rule, where what a call asks for does.
    ///
    /// Whoever makes two calls of one number fools nobody else.
    ///
    /// - Parameter arguments: What the call asks for, in a fixed form.
    /// - Returns: The number.
    package static func fingerprint(of arguments: String) -> UInt64 { StableHash.hash64(Array(arguments.utf8)) }
}
