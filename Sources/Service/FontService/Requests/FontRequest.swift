package import FontModel
package import Registry

/// One request of a program for a font, or for fonts that cover a text.
package struct FontRequest: Sendable, Equatable {
    /// The properties that the font should have: its name, its languages, its mark.
    package var descriptor: FontDescriptor
    /// The text that the fonts must cover; `nil` if none was given.
    package var text: String?

    /// Creates a request.
    package init(_ descriptor: FontDescriptor, text: String? = nil) {
        self.descriptor = descriptor
        self.text = text
    }

    /// The names in the request, the most exact first.
    var names: [String] {
        [descriptor.postscriptName, descriptor.name, descriptor.displayName, descriptor.family].compactMap { $0 }
    }

    /// The descriptor, with each distinct character of the text.
    var wanted: FontDescriptor {
        var wanted = descriptor
        if let text { wanted.characters = text.distinctCharacters }
        return wanted
    }

    /// The description of the request in messages.
    var title: String {
        if let name = names.first { return "'\(name)'" }
        if !descriptor.languages.isEmpty { return "the language \(descriptor.languages.joined(separator: ", "))" }
        return text == nil ? "the descriptor" : "the text"
    }
}

extension String {
    /// The distinct characters, without those that no font needs to show.
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

/// The reason why a request was not fulfilled; the raw value is its name on the bus.
///
/// Clients treat a reason that they do not know as a failure.
package enum UnresolvedReason: String, Sendable, Hashable, CaseIterable {
    /// No source has such a font.
    case notFound = "not-found"
    /// The user denied it, now or earlier.
    case deniedByUser = "denied-by-user"
    /// The policy of the machine or a list of denied fonts does not allow it.
    case deniedByPolicy = "denied-by-policy"
    /// The font is on a server, and there is no network.
    case noNetwork = "no-network"
    /// The font could not be downloaded.
    case downloadFailed = "download-failed"
    /// The bytes of the font differ from those declared.
    case checksumMismatch = "checksum-mismatch"
    /// The font does not pass the checks.
    case invalidFont = "invalid-font"
    /// A package of the distribution has the font.
    case packageAvailable = "package-available"
    /// There is not enough space for the font.
    case storageFull = "storage-full"
    /// A limit on number, size or quota is exceeded.
    case limitsExceeded = "limits-exceeded"
    /// The user has to be asked, and no program could ask them.
    case consentUnavailable = "consent-unavailable"
    /// The server refuses the font.
    case deniedByServer = "denied-by-server"
    /// The request was cancelled.
    case cancelled
    /// The information about the font is out of date.
    case outOfDate = "out-of-date"
}

/// A failure to provide a font, with its reason.
package struct RequestFailure: Error, Sendable, Equatable {
    /// The reason.
    package var reason: UnresolvedReason
    /// What happened and what can be done, for developers.
    package var message: String
    /// The provider that offers the font; `nil` if no provider does.
    package var provider: ProviderIdentifier?
    /// The package that has the font; `nil` if that is not the reason.
    package var package: String?
    /// The part of the requested text that the failure is about; `nil` for the whole text.
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

    /// Creates a failure from an error of the service.
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
    /// The index of the request.
    package var index: Int
    /// The face that programs now find for the request.
    package var face: FaceRecord
    /// The source of the font.
    package var source: String
    /// The provider that offered the font; `nil` for a system font.
    package var provider: ProviderIdentifier?
}

/// A request that was not fulfilled.
package struct UnresolvedRequest: Sendable, Equatable {
    /// The index of the request.
    package var index: Int
    /// The reason.
    package var failure: RequestFailure
}

/// The answer to a call with requests.
package struct RequestAnswer: Sendable {
    /// The fulfilled requests, in order; a text may have several fonts.
    package var resolved: [ResolvedRequest] = []
    /// The requests that were not fulfilled, in order.
    ///
    /// If only parts of a text are missing, its request is both here and in ``resolved``.
    package var unresolved: [UnresolvedRequest] = []

    /// Creates an empty answer.
    package init() {}
}

/// The program that makes a request.
package struct RequestCaller: Sendable {
    /// The identity of the program.
    package var identity: CallerIdentity
    /// The unique name of the caller's connection, for which the fonts are held.
    package var holder: String
    /// The place where the user is asked.
    package var place: ConsentPlace

    /// Creates a caller.
    package init(_ identity: CallerIdentity, holder: String, place: ConsentPlace = ConsentPlace()) {
        self.identity = identity
        self.holder = holder
        self.place = place
    }

    /// Whether the caller may learn about the fonts of other providers.
    func mayUseInstalledFonts(by rights: RightsService) -> Bool {
        rights.standing(.useInstalledFonts, of: identity) == .granted
    }
}
