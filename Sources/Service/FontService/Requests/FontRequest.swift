package import FontModel
package import Registry

/// One of the things that a program asks for.
package struct FontRequest: Sendable, Equatable {
    /// What the font is to be like: its name, its languages, its mark.
    package var descriptor: FontDescriptor
    /// A text that the fonts are to cover; `nil` where none was given.
    package var text: String?

    /// Creates a request.
    package init(_ descriptor: FontDescriptor, text: String? = nil) {
        self.descriptor = descriptor
        self.text = text
    }

    /// The names that it asks by, the most exact first.
    var names: [String] {
        [descriptor.postscriptName, descriptor.name, descriptor.displayName, descriptor.family].compactMap { $0 }
    }

    /// The descriptor, with each character of the text once.
    var wanted: FontDescriptor {
        var wanted = descriptor
        if let text { wanted.characters = text.distinctCharacters }
        return wanted
    }

    /// What it is called in messages.
    var title: String {
        if let name = names.first { return "'\(name)'" }
        if !descriptor.languages.isEmpty { return "the language \(descriptor.languages.joined(separator: ", "))" }
        return text == nil ? "the descriptor" : "the text"
    }
}

extension String {
    /// Each character once, without those that no font has to show.
    fileprivate var distinctCharacters: String {
        var seen: Set<Unicode.Scalar> = []
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: continue
            default: if seen.insert(scalar).inserted { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }
}

/// Why a request was not fulfilled; the raw value is what it is called on the bus.
///
/// Clients treat a reason that they do not know as a failure.
package enum UnresolvedReason: String, Sendable, Hashable, CaseIterable {
    /// No source has such a font.
    case notFound = "not-found"
    /// The user said no, now or before.
    case deniedByUser = "denied-by-user"
    /// The policy of the machine, or a list of denied fonts, does not allow it.
    case deniedByPolicy = "denied-by-policy"
    /// The font is on a server, and there is no network.
    case noNetwork = "no-network"
    /// The font could not be fetched.
    case downloadFailed = "download-failed"
    /// The font has other bytes than were declared.
    case checksumMismatch = "checksum-mismatch"
    /// The font does not pass the checks.
    case invalidFont = "invalid-font"
    /// A package of the distribution has the font.
    case packageAvailable = "package-available"
    /// There is no room for the font.
    case storageFull = "storage-full"
    /// A limit on number, size or quota is exceeded.
    case limitsExceeded = "limits-exceeded"
    /// The user has to be asked, and nobody could ask them.
    case consentUnavailable = "consent-unavailable"
    /// The server refuses the font.
    case deniedByServer = "denied-by-server"
    /// The request was given up.
    case cancelled
    /// What the font is known by is out of date.
    case outOfDate = "out-of-date"
}

/// Why a font could not be had.
package struct RequestFailure: Error, Sendable, Equatable {
    /// The reason.
    package var reason: UnresolvedReason
    /// What happened and what can be done, for developers.
    package var message: String
    /// Who offers the font; `nil` where nobody does.
    package var provider: ProviderIdentifier?
    /// The package that has the font; `nil` where that is not the reason.
    package var package: String?
    /// The part of the requested text that it is about; `nil` for all of it.
    package var text: String?

    /// Creates a failure.
    package init(
        _ reason: UnresolvedReason, _ message: String, provider: ProviderIdentifier? = nil, package: String? = nil,
        text: String? = nil
    ) {
        self.reason = reason
        self.message = message
        self.provider = provider
        self.package = package
        self.text = text
    }

    /// What an error of the service means to whoever has asked for a font.
    package init(_ error: FontError, of provider: ProviderIdentifier? = nil) {
        let reason: UnresolvedReason =
            switch error.code {
            case _ where error.obstacle != nil: Self.reason(error.obstacle)
            case .missingEntitlement, .denied, .duplicatedName, .shadowed, .downgrade: .deniedByPolicy
            case .cancelledByUser: .deniedByUser
            case .storageFull, .readOnly: .storageFull
            case .invalidFontData, .unrecognizedFormat: .invalidFont
            case .corrupt: .checksumMismatch
            case .exceededResourceLimit, .busy: .limitsExceeded
            case .downloadFailed: .downloadFailed
            case .unsupportedScope: .cancelled
            default: .notFound
            }
        self.init(reason, error.message, provider: provider)
    }

    private static func reason(_ obstacle: FontError.DownloadObstacle?) -> UnresolvedReason {
        switch obstacle {
        case .refusal: .deniedByServer
        case .noNetwork: .noNetwork
        case .otherBytes: .checksumMismatch
        case .absence, nil: .downloadFailed
        }
    }
}

/// A request that was fulfilled.
package struct ResolvedRequest: Sendable {
    /// Which of the requests.
    package var index: Int
    /// What programs find for it now.
    package var face: FaceRecord
    /// The source that it came from.
    package var source: String
    /// Who offered the font; `nil` for one of the system.
    package var provider: ProviderIdentifier?
}

/// A request that was not fulfilled.
package struct UnresolvedRequest: Sendable, Equatable {
    /// Which of the requests.
    package var index: Int
    /// Why.
    package var failure: RequestFailure
}

/// What came of a call.
package struct RequestAnswer: Sendable {
    /// What was fulfilled, in the order of the requests; a text may have several fonts.
    package var resolved: [ResolvedRequest] = []
    /// What was not, in the order of the requests; a text of which parts are missing is here and in ``resolved``.
    package var unresolved: [UnresolvedRequest] = []

    /// An answer to nothing.
    package init() {}
}

/// Who asks.
package struct RequestCaller: Sendable {
    /// Who it is.
    package var identity: CallerIdentity
    /// The unique name of its connection, which the fonts are held for.
    package var holder: String
    /// Where the user is asked.
    package var place: ConsentPlace

    /// Creates a caller.
    package init(_ identity: CallerIdentity, holder: String, place: ConsentPlace = ConsentPlace()) {
        self.identity = identity
        self.holder = holder
        self.place = place
    }

    /// Whether it may learn of the fonts of others.
    func mayUseInstalledFonts(by rights: RightsService) -> Bool {
        rights.standing(.useInstalledFonts, of: identity) == .granted
    }
}
