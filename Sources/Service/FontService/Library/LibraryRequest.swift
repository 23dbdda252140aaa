package import FontModel
package import Registry

/// A change to the library that a caller waits for.
package struct LibraryRequest: Sendable {
    /// What to do.
    package enum Action: Sendable {
        /// Registers fonts. The outcomes are per font, in order.
        case register([FontCandidate], RegistrationOptions)
        /// Changes registrations. The outcomes are per id, in order.
        case change([FontIdentifier], Change)
        /// Removes registrations whose login session has ended. The outcomes are per registration, in order.
        ///
        /// Registrations that have been extended meanwhile, because the font was registered again, are kept.
        case endSession([SessionRegistration])
        /// Takes contents out of use, or puts them back into use. The outcomes are per content, in order.
        ///
        /// The outcome's `wasAlreadySo` is `true` if the content's state is unchanged.
        case judge([ContentJudgement])

        /// Removes registrations; see ``Change/unregister(forGood:)``.
        package static func unregister(_ ids: [FontIdentifier], forGood isForGood: Bool = false) -> Action {
            .change(ids, .unregister(forGood: isForGood))
        }

        /// Publishes registrations or removes their fonts from the tree.
        package static func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) -> Action {
            .change(ids, .setEnabled(isEnabled))
        }
    }

    /// A change of a registration.
    package enum Change: Sendable {
        /// Registers the font again without its bytes, with the scope and state of the options.
        ///
        /// The other options are ignored.
        case registerAgain(RegistrationOptions)
        /// Removes the registration. The outcome's `isEnabled` is always `false`.
        ///
        /// A font that the user removes is kept among the removed fonts, unless it is to be deleted permanently.
        case unregister(forGood: Bool)
        /// Publishes the font or removes it from the tree.
        case setEnabled(Bool)
        /// Sets the registration aside: removes its font from the tree until it is brought back.
        ///
        /// If the registration is set aside already, its reason and time are updated.
        case setAside(Departure.Reason)
        /// Restores the earlier state of the registration if it is set aside.
        ///
        /// If another font has taken its place meanwhile, it is restored as disabled.
        case bringBack
    }

    /// What to do.
    package var action: Action
    /// The requester.
    package var requester: Requester
    /// The connection to a batch; `nil` if the request does not belong to one.
    package var control: BatchControl?
    /// The operation that the history records for the requester.
    var operation: HistoryOperation

    /// Creates a request.
    package init(_ action: Action, by requester: Requester, control: BatchControl? = nil) {
        self.action = action
        operation = HistoryOperation.of(requester)
        self.requester = requester
        self.control = control
    }
}

/// The party on whose behalf the library is changed.
///
/// It determines whose fonts may be changed and what the change log records.
package enum Requester: Sendable, Equatable {
    /// A provider, which may change only its own registrations.
    case provider(ProviderRecord)
    /// The user, who may change every registration and owns the fonts that are installed by hand.
    case user
    /// The service itself, which ends expired registrations.
    case service
    /// The files of the published fonts, changed by a sync, a backup or a person. Fonts found there belong to the user.
    case tree
    /// The service itself, after it has validated fonts again.
    case check
    /// The service itself, after it found that providers were installed or uninstalled.
    case installation
    /// A list of denied fonts that has changed.
    case policy

    /// The owner of the fonts that this requester registers.
    package var provider: ProviderRecord {
        switch self {
        case .provider(let provider): provider
        case .user, .service, .tree, .check, .installation, .policy:
            ProviderRecord(id: .user, kind: "user", displayName: "Installed by hand")
        }
    }

    /// The cause that the change log records.
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

/// The options that apply to all fonts of one registration call.
package struct RegistrationOptions: Sendable, Equatable {
    /// The lifetime of the registrations.
    package var scope: RegistrationScope
    /// Whether the fonts are published immediately.
    package var isEnabled: Bool
    /// The provider's own mark, which distinguishes equal names, at most 1 KiB.
    package var userInfo: String? = nil
    /// The provider's own name for the call and the call's number of fonts; `nil` if the call is unnamed.
    package var call: NamedCall? = nil
    /// The token of the login session that session-scoped registrations belong to.
    package var sessionToken: String? = nil
    /// Files of the user, as paths without symbolic links.
    ///
    /// Their names do not count as taken, because the files are about to be removed.
    package var replacedFiles: Set<String> = []
    /// Whether the fonts replace the provider's own fonts of the same names even if they are not newer.
    package var allowsDowngrade = false
    /// Whether the fonts replace no registered font: registered fonts of the same names are kept, enabled or not.
    package var keepsRegistered = false
    /// The programs that are to find the fonts.
    ///
    /// `nil` leaves the visibility unchanged; a new registration is then visible to all programs.
    package var visibility: FontVisibility? = nil
}

/// A call that its provider may repeat without any further effect.
package struct NamedCall: Sendable, Equatable {
    /// The provider's own name for the call, at most 255 bytes.
    package var name: String
    /// The number of fonts in the call.
    package var count: Int
}

/// A registration that was made for a login session.
package struct SessionRegistration: Sendable, Hashable {
    /// The registration.
    package var id: FontIdentifier
    /// The token of the session; `nil` if the session is unknown.
    package var sessionToken: String?

    /// Creates a value from a registration and its session.
    package init(_ id: FontIdentifier, sessionToken: String?) {
        self.id = id
        self.sessionToken = sessionToken
    }
}

/// The result of validating a content again.
package struct ContentJudgement: Sendable, Equatable {
    /// The content.
    package var digest: FontDigest
    /// The validators that examined it, in the format of ``FontModel/Opinion/heard(_:)``; `nil` if no new one did.
    package var judges: String?
    /// Why the content is to be taken out of use; `nil` if it may be used.
    package var refusal: ContentRefusal?

    /// Creates a judgement.
    package init(_ digest: FontDigest, judges: String? = nil, refusal: ContentRefusal?) {
        self.digest = digest
        self.judges = judges
        self.refusal = refusal
    }
}

/// The outcome for one font or one id of a ``LibraryRequest``.
package typealias ItemOutcome = Result<RegistrationResult, FontError>

/// A registration as reported to its owner.
package struct RegistrationResult: Sendable, Equatable {
    /// A change to a font whose bytes are registered again; the raw value is its name on the bus.
    package enum StateChange: String, Sendable, Hashable, CaseIterable {
        /// The font was disabled, and programs now find it.
        case enabled
        /// Programs found the font, and it is now disabled.
        case disabled
        /// The font was out of use because its file had been altered, refused or removed, and is in use again.
        case restored
    }

    /// The registration.
    package var id: FontIdentifier
    /// The faces of the font; empty if the request did not concern its content.
    package var faces: [FaceDescription]
    /// How long the registration lasts; `nil` if the request did not concern that.
    package var scope: RegistrationScope?
    /// Whether programs find the font.
    package var isEnabled: Bool
    /// Whether the requested state was in effect already.
    ///
    /// For a registration of bytes: whether these were registered before.
    package var wasAlreadySo: Bool
    /// The change that registering known bytes again has caused; `nil` if the font is unchanged or new.
    package var stateChange: StateChange?
    /// The registrations of the same provider that this registration replaced.
    package var replaced: [FontIdentifier]
    /// Warnings for the provider.
    package var warnings: [RegistrationWarning]

    /// Creates a result.
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

/// An observation about a registered font that is not a reason to refuse it.
package struct RegistrationWarning: Sendable, Equatable {
    /// The subject of a warning; the raw value is its name on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The font is variable, and its family also has static fonts.
        case staticSiblings = "static-siblings"
        /// The font is static, and its family also has a variable font.
        case variableSibling = "variable-sibling"
        /// Other styles of the family have the font's PostScript name.
        case sharedName = "shared-name"
        /// The family looks like a family of the system, because of letters of another alphabet.
        case lookalikeFamily = "lookalike-family"
        /// The validators reported a finding in the font itself.
        case finding
        /// There are more findings than are reported.
        case more
    }

    /// The subject.
    package var kind: Kind
    /// The text of the warning, for developers.
    package var message: String
    /// The owner of the other font: a provider, or ``FontModel/FontError/systemOwner``; `nil` if no other font is
    /// involved.
    package var owner: String? = nil
    /// The name of the rule that a finding is about, as used in reports; `nil` for all other kinds.
    package var rule: String? = nil
}
