internal import BusInterface
internal import DBus

/// Something that an application needs: a font of a name, for a language or for a text.
public struct FontRequest: Sendable, Hashable {
    /// What the font is to be like: at least its name, its languages or its mark, unless a text is given.
    public var descriptor: FontDescriptor
    /// A text that the font has to cover; `nil` for a request by the descriptor alone.
    public var text: String?

    /// Asks for what a descriptor stands for.
    public init(_ descriptor: FontDescriptor) { self.descriptor = descriptor }

    /// Asks for a font of a name: a PostScript name, a family or a full name.
    public init(named name: String) { descriptor = FontDescriptor(name: name) }

    /// Asks for a font that covers languages, as BCP 47 tags.
    public init(languages: [String]) {
        descriptor = FontDescriptor()
        descriptor.languages = languages
    }

    /// Asks for a font that covers a text.
    public init(text: String) {
        descriptor = FontDescriptor()
        self.text = text
    }

    /// The request on the bus.
    var dictionary: [String: BusVariant] {
        var dictionary = descriptor.dictionary
        if let text { dictionary["text"] = BusVariant(text) }
        return dictionary
    }
}

/// What came of requests.
public struct FontRequestResult: Sendable, Hashable {
    /// A request that was fulfilled.
    public struct Resolved: Sendable, Hashable {
        /// Which of the requests.
        public var index: Int
        /// What programs find for it now.
        public var face: FontFace
        /// Where it came from.
        public var source: Source
        /// Who offered it; `nil` for a font of the system.
        public var offeredBy: String?
    }

    /// A request that was not fulfilled.
    public struct Unresolved: Sendable, Hashable, Error, CustomStringConvertible {
        /// Which of the requests.
        public var index: Int
        /// Why.
        public var reason: Reason
        /// What happened and what can be done, in English.
        public var message: String
        /// Who has the font; `nil` where that is not known.
        public var provider: String?
        /// The package of the distribution that has the font; `nil` where that is not the reason.
        public var package: String?
        /// The part of the requested text that no font has; `nil` where it is about the whole request.
        public var text: String?

        /// The reason and the message.
        public var description: String { "\(reason): \(message)" }

        /// The domain of these errors as `NSError`s.
        public static let errorDomain = "org.typecase.FontRequestError"

        /// The domain that `NSError` takes over: ``errorDomain``.
        public var _domain: String { Self.errorDomain }
        /// The code that `NSError` takes over: the `number` of ``reason``.
        public var _code: Int { reason.number }
    }

    /// Where a font came from; a newer service may know more sources.
    public struct Source: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Takes over a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The word that the service has for it.
        public var description: String { rawValue }

        /// Programs found it already.
        public static let enabled = Source(rawValue: "enabled")
        /// It was registered and disabled.
        public static let disabled = Source(rawValue: "disabled")
        /// It comes with an installed application.
        public static let asset = Source(rawValue: "asset")
        /// It comes with a package of the distribution that was installed for the request.
        public static let package = Source(rawValue: "package")
    }

    /// Why a font cannot be had; a newer service may know more reasons, all of which are failures.
    public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Takes over a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The word that the service has for it.
        public var description: String { rawValue }

        /// No source has such a font.
        public static let notFound = Reason(rawValue: "not-found")
        /// The user said no, now or before.
        public static let deniedByUser = Reason(rawValue: "denied-by-user")
        /// The policy of the machine denies it.
        public static let deniedByPolicy = Reason(rawValue: "denied-by-policy")
        /// There is no network.
        public static let noNetwork = Reason(rawValue: "no-network")
        /// The font could not be fetched.
        public static let downloadFailed = Reason(rawValue: "download-failed")
        /// The font has other bytes than were declared.
        public static let checksumMismatch = Reason(rawValue: "checksum-mismatch")
        /// The font does not pass the checks.
        public static let invalidFont = Reason(rawValue: "invalid-font")
        /// A package of the distribution has the font.
        public static let packageAvailable = Reason(rawValue: "package-available")
        /// There is no room.
        public static let storageFull = Reason(rawValue: "storage-full")
        /// A limit is exceeded.
        public static let limitsExceeded = Reason(rawValue: "limits-exceeded")
        /// The user has to be asked, and nobody could ask them.
        public static let consentUnavailable = Reason(rawValue: "consent-unavailable")
        /// The server refuses the font.
        public static let deniedByServer = Reason(rawValue: "denied-by-server")
        /// The request was given up, or the user closed the question.
        public static let cancelled = Reason(rawValue: "cancelled")
        /// What the font is known by is out of date.
        public static let outOfDate = Reason(rawValue: "out-of-date")

        /// The reasons that this library knows, in the order of their numbers.
        package static let all: [Reason] = [
            .notFound, .deniedByUser, .deniedByPolicy, .noNetwork, .downloadFailed, .checksumMismatch, .invalidFont,
            .packageAvailable, .storageFull, .limitsExceeded, .consentUnavailable, .deniedByServer, .cancelled,
            .outOfDate,
        ]

        /// The number that `NSError` has for it, from 1 on; 0 for one that only a newer service knows.
        public var number: Int { (Self.all.firstIndex(of: self) ?? -1) + 1 }
    }

    /// What was fulfilled, in the order of the requests.
    public var resolved: [Resolved]
    /// What was not, in the order of the requests.
    public var unresolved: [Unresolved]

    /// Reads the result of the job.
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
