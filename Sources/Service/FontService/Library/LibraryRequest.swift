package import FontModel
package import Registry

/// A change to the library that a caller waits for.
package struct LibraryRequest: Sendable {
    /// What to do.
    package enum Action: Sendable {
        /// Register fonts; answered per font, in order.
        case register([FontCandidate], RegistrationOptions)
        /// Change registrations; answered per id, in order.
        case change([FontIdentifier], Change)
        /// Remove registrations whose login session is over; answered per registration, in order: those that last longer
        /// by now, as they were made once more, stay.
        case endSession([SessionRegistration])
        /// Take contents out of use, or back into it; answered per content, in order: the answer's `wasAlreadySo` tells
        /// whether they stay as they were.
        case judge([ContentJudgement])

        /// Removes registrations; see ``Change/unregister(forGood:)``.
        package static func unregister(_ ids: [FontIdentifier], forGood isForGood: Bool = false) -> Action {
            .change(ids, .unregister(forGood: isForGood))
        }

        /// Publishes registrations or takes them out of the tree.
        package static func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) -> Action {
            .change(ids, .setEnabled(isEnabled))
        }
    }

    /// A change of a registration.
    package enum Change: Sendable {
        /// It is registered again, in the scope and state of the options, without its bytes. The other options do not
        /// matter.
        case registerAgain(RegistrationOptions)
        /// It is removed; the answer's `isEnabled` is always `false`. What the user removes is kept among the removed
        /// fonts, unless it is to be deleted for good.
        case unregister(forGood: Bool)
        /// It is published or taken out of the tree.
        case setEnabled(Bool)
        /// It is taken out of the tree until it is brought back. One that is set aside already gets the reason, and the
        /// time with it.
        case setAside(Departure.Reason)
        /// It is brought back where it is set aside, as it was before. Where another font has come into its place meanwhile,
        /// it comes back disabled.
        case bringBack
    }

    /// What to do.
    package var action: Action
    /// Who asks.
    package var requester: Requester
    /// What connects the request with a batch; `nil` for one that is none.
    package var control: BatchControl?
    /// What the history says of who asks.
    var operation: HistoryOperation

    /// Creates a request.
    package init(_ action: Action, by requester: Requester, control: BatchControl? = nil) {
        self.action = action
        operation = HistoryOperation.of(requester)
        self.requester = requester
        self.control = control
    }
}

/// On whose behalf the library is changed: it decides whose fonts may be touched and what the change log says.
package enum Requester: Sendable, Equatable {
    /// A provider, who has power over its own registrations only.
    case provider(ProviderRecord)
    /// The user, who has power over every registration and owns what is registered by hand.
    case user
    /// The service itself, which ends what has run out.
    case service
    /// The files of the published fonts, which a sync, a backup or a person changed; what they bring is the user's.
    case tree
    /// The service itself, which has judged fonts anew.
    case check
    /// The service itself, which has found that providers have come or gone.
    case installation
    /// A list of fonts that nobody is to have, which has changed.
    case policy

    /// The owner of what this requester registers.
    package var provider: ProviderRecord {
        switch self {
        case .provider(let provider): provider
        case .user, .service, .tree, .check, .installation, .policy:
            ProviderRecord(id: .user, kind: "user", displayName: "Installed by hand")
        }
    }

    /// What the change log names as the cause.
    package var cause: ChangeLogEntry.Cause {
        switch self {
        case .provider: .provider
        case .user: .user
        case .service: .recovery
        case .tree: .file
        case .check: .check
        case .installation: .installation
        case .policy: .policy
        }
    }

    /// Whether this requester may change a registration of `owner`.
    package func mayChange(registrationsOf owner: ProviderIdentifier) -> Bool {
        switch self {
        case .provider(let provider): provider.id == owner
        case .user, .service, .tree, .check, .installation, .policy: true
        }
    }
}

/// What applies to all fonts of one registration call.
package struct RegistrationOptions: Sendable, Equatable {
    /// How long the registrations last.
    package var scope: RegistrationScope
    /// Whether the fonts are published at once.
    package var isEnabled: Bool
    /// The provider's own mark that tells equal names apart, at most 1 KiB.
    package var userInfo: String? = nil
    /// The provider's own name for the call, and how many fonts it is about; `nil` where it has none.
    package var call: NamedCall? = nil
    /// Names the login session that session-scoped registrations belong to.
    package var sessionToken: String? = nil
    /// Files of the user, as paths without symbolic links, whose names do not count as taken: they are about to go.
    package var replacedFiles: Set<String> = []
    /// Whether the fonts take the place of the provider's own of their names even where they are not newer.
    package var allowsDowngrade = false
    /// Whether the fonts take the place of nothing that is registered: what has their names stays, enabled or not.
    package var keepsRegistered = false
    /// Which programs are to find the fonts; `nil` leaves it as it is, which is all of them for a new registration.
    package var visibility: FontVisibility? = nil
}

/// A call that its provider may make again without any further effect.
package struct NamedCall: Sendable, Equatable {
    /// The provider's own name for it, at most 255 bytes.
    package var name: String
    /// How many fonts it is about.
    package var count: Int
}

/// A registration that was made for a login session.
package struct SessionRegistration: Sendable, Hashable {
    /// The registration.
    package var id: FontIdentifier
    /// Names the session; `nil` where nobody knows it.
    package var sessionToken: String?

    /// Names a registration with its session.
    package init(_ id: FontIdentifier, sessionToken: String?) {
        self.id = id
        self.sessionToken = sessionToken
    }
}

/// What was found of a content that was judged anew.
package struct ContentJudgement: Sendable, Equatable {
    /// The content.
    package var digest: FontDigest
    /// Who judged it, as ``FontModel/Opinion/heard(_:)`` has it; `nil` where nobody new did.
    package var judges: String?
    /// Why it is to be out of use; `nil` where it is not.
    package var refusal: ContentRefusal?

    /// Creates a judgement.
    package init(_ digest: FontDigest, judges: String? = nil, refusal: ContentRefusal?) {
        self.digest = digest
        self.judges = judges
        self.refusal = refusal
    }
}

/// What became of one font or one id of a ``LibraryRequest``.
package typealias ItemOutcome = Result<RegistrationResult, FontError>

/// A registration as its owner learns of it.
package struct RegistrationResult: Sendable, Equatable {
    /// What may become of a font whose bytes are registered again; the raw value is what it is called on the bus.
    package enum StateChange: String, Sendable, Hashable, CaseIterable {
        /// It was disabled, and programs find it now.
        case enabled
        /// Programs found it, and it is disabled now.
        case disabled
        /// It was out of use, as its file was altered, refused or removed, and is back.
        case restored
    }

    /// The registration.
    package var id: FontIdentifier
    /// The faces of the font; empty where the request was not about its content.
    package var faces: [FaceDescription]
    /// How long it lasts; `nil` where the request was not about that.
    package var scope: RegistrationScope?
    /// Whether programs find the font.
    package var isEnabled: Bool
    /// Whether the request found things as it wanted them; where bytes are registered, whether they were before.
    package var wasAlreadySo: Bool
    /// What registering known bytes again has changed about the font; `nil` where it is as it was, or new.
    package var stateChange: StateChange?
    /// The registrations of the same provider that it took the place of.
    package var replaced: [FontIdentifier]
    /// What the provider should know.
    package var warnings: [RegistrationWarning]

    /// Creates a registration.
    package init(
        id: FontIdentifier, faces: [FaceDescription] = [], scope: RegistrationScope? = nil, isEnabled: Bool,
        wasAlreadySo: Bool = false, stateChange: StateChange? = nil, replaced: [FontIdentifier] = [],
        warnings: [RegistrationWarning] = []
    ) {
        self.id = id
        self.faces = faces
        self.scope = scope
        self.isEnabled = isEnabled
        self.wasAlreadySo = wasAlreadySo
        self.stateChange = stateChange
        self.replaced = replaced
        self.warnings = warnings
    }
}

/// Something about a registered font that is no reason to refuse it.
package struct RegistrationWarning: Sendable, Equatable {
    /// What it is about; the raw value is what it is called on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The font is variable, and static fonts of its family are there.
        case staticSiblings = "static-siblings"
        /// The font is static, and a variable font of its family is there.
        case variableSibling = "variable-sibling"
        /// Other styles of the family have the font's PostScript name.
        case sharedName = "shared-name"
        /// Something was found in the font itself.
        case finding
        /// More was found than is told.
        case more
    }

    /// What it is about.
    package var kind: Kind
    /// What it is, for developers.
    package var message: String
    /// Whose the other font is: a provider, or ``FontModel/FontError/systemOwner``; `nil` where it is about no other.
    package var owner: String? = nil
    /// The name of the rule that a finding is about, as reports have it; `nil` for all else.
    package var rule: String? = nil
}
