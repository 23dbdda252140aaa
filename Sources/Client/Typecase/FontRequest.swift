internal import BusInterface
internal import DBus

/// A request of an application for a font by name, for a language or for a text.
public struct FontRequest: Sendable, Hashable {
    /// The descriptor of the font.
    ///
    /// It needs at least a name, languages or `userInfo`, unless ``text`` is set.
    public var descriptor: FontDescriptor
    /// A text that the font must cover; `nil` for a request by the descriptor alone.
    public var text: String?

    /// Creates a request for the font of a descriptor.
    public init(_ descriptor: FontDescriptor) { self.descriptor = descriptor }

    /// Creates a request for a font with a name: a PostScript name, a family or a full name.
    public init(named name: String) { descriptor = FontDescriptor(name: name) }

    /// Creates a request for a font that covers languages, given as BCP 47 tags.
    public init(languages: [String]) {
        descriptor = FontDescriptor()
        descriptor.languages = languages
    }

    /// Creates a request for a font that covers a text.
    public init(text: String) {
        descriptor = FontDescriptor()
        self.text = text
    }

    /// The request in the form that D-Bus calls use.
    var dictionary: [String: BusVariant] {
        var dictionary = descriptor.dictionary
        if let text { dictionary["text"] = BusVariant(text) }
        return dictionary
    }
}

/// The results of requests.
public struct FontRequestResult: Sendable, Hashable {
    /// A request that was fulfilled.
    public struct Resolved: Sendable, Hashable {
        /// The index of the request.
        public var index: Int
        /// The face that programs now find for the request.
        public var face: FontFace
        /// The source of the font.
        public var source: Source
        /// The provider that offered the font; `nil` for a system font.
        public var offeredBy: String?
    }

    /// A request that was not fulfilled.
    public struct Unresolved: Sendable, Hashable, Error, CustomStringConvertible {
        /// The index of the request.
        public var index: Int
        /// The reason for the failure.
        public var reason: Reason
        /// A message in English that explains what happened and what can be done.
        public var message: String
        /// The provider that has the font; `nil` if it is not known.
        public var provider: String?
        /// The package of the distribution that contains the font; `nil` if that is not the reason.
        public var package: String?
        /// The part of the requested text that no font covers; `nil` if the failure is about the whole request.
        public var text: String?

        /// The reason and the message.
        public var description: String { "\(reason): \(message)" }

        /// The domain of these errors as `NSError`s.
        public static let errorDomain = "org.typecase.FontRequestError"

        /// The domain of the error as an `NSError`: ``errorDomain``.
        public var _domain: String { Self.errorDomain }
        /// The code of the error as an `NSError`: the `number` of ``reason``.
        public var _code: Int { reason.number }
    }

    /// The source of a font.
    ///
    /// A newer service may report sources that this type does not define.
    public struct Source: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on D-Bus.
        public let rawValue: String

        /// Creates a source from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name on D-Bus.
        public var description: String { rawValue }

        /// The font was already available to programs.
        public static let enabled = Source(rawValue: "enabled")
        /// The font was registered but disabled.
        public static let disabled = Source(rawValue: "disabled")
        /// The font comes with an installed application.
        public static let asset = Source(rawValue: "asset")
        /// The font comes with a package of the distribution that was installed for the request.
        public static let package = Source(rawValue: "package")
    }

    /// The reason why a font is not available.
    ///
    /// A newer service may report reasons that this type does not define. All reasons are failures.
    public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on D-Bus.
        public let rawValue: String

        /// Creates a reason from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name on D-Bus.
        public var description: String { rawValue }

        /// No source has the requested font.
        public static let notFound = Reason(rawValue: "not-found")
        /// The user refused, now or before.
        public static let deniedByUser = Reason(rawValue: "denied-by-user")
        /// The policy of the machine denies it.
        public static let deniedByPolicy = Reason(rawValue: "denied-by-policy")
        /// There is no network.
        public static let noNetwork = Reason(rawValue: "no-network")
        /// The font could not be downloaded.
        public static let downloadFailed = Reason(rawValue: "download-failed")
        /// The bytes of the font differ from those that were declared.
        public static let checksumMismatch = Reason(rawValue: "checksum-mismatch")
        /// The font does not pass the checks.
        public static let invalidFont = Reason(rawValue: "invalid-font")
        /// A package of the distribution contains the font.
        public static let packageAvailable = Reason(rawValue: "package-available")
        /// There is not enough space.
        public static let storageFull = Reason(rawValue: "storage-full")
        /// A limit is exceeded.
        public static let limitsExceeded = Reason(rawValue: "limits-exceeded")
        /// The user must be asked, but no program could ask.
        public static let consentUnavailable = Reason(rawValue: "consent-unavailable")
        /// The server refuses the font.
        public static let deniedByServer = Reason(rawValue: "denied-by-server")
        /// The request was cancelled, or the user closed the question.
        public static let cancelled = Reason(rawValue: "cancelled")
        /// The information that identifies the font is out of date.
        public static let outOfDate = Reason(rawValue: "out-of-date")

        /// The reasons that this library defines, in the order of their numbers.
        package static let all: [Reason] = [
            .notFound, .deniedByUser, .deniedByPolicy, .noNetwork, .downloadFailed, .checksumMismatch, .invalidFont,
            .packageAvailable, .storageFull, .limitsExceeded, .consentUnavailable, .deniedByServer, .cancelled,
            .outOfDate,
        ]

        /// The code of the reason as an `NSError`, starting at 1; 0 for a reason that this library does not define.
        public var number: Int { (Self.all.firstIndex(of: self) ?? -1) + 1 }
    }

    /// The fulfilled requests, in the order of the requests.
    public var resolved: [Resolved]
    /// The requests that were not fulfilled, in the order of the requests.
    public var unresolved: [Unresolved]

    /// Creates a result from the result of the job.
    init(_ record: BusRecord) {
        resolved = (record.value("resolved") ?? [[String: BusVariant]]()).map { dictionary in
            let face = BusRecord(dictionary)
            let index: UInt32 = face.value("request") ?? 0
            return Resolved(
                index: Int(index), face: FontFace(face), source: Source(rawValue: face.text("from")),
                offeredBy: face.value("offered_by"))
        }
        unresolved = (record.value("unresolved") ?? [[String: BusVariant]]()).map { dictionary in
            let failure = BusRecord(dictionary)
            let index: UInt32 = failure.value("request") ?? 0
            return Unresolved(
                index: Int(index), reason: Reason(rawValue: failure.text("reason")),
                message: failure.text("message"), provider: failure.value("provider"),
                package: failure.value("package"), text: failure.value("text"))
        }
    }
}
