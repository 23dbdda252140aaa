/// An error of a font manager call, or of a single item of a call.
///
/// The codes are those of Core Text's font manager, and additional ones of Typecase.
///
///     do {
///         try await manager.registerFont(at: path, scope: .session)
///     } catch FontManagerError.Code.duplicatedName {
///         …
///     }
public struct FontManagerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of an error, which programs can compare.
    ///
    /// If a newer service reports a code that this library does not define, the code is kept. It is not equal to any of
    /// the defined codes.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, such as `FileNotFound`.
        ///
        /// On D-Bus, it follows `org.typecase.Error.`.
        public let name: String

        /// Creates a code from its name, whether this library defines the code or not.
        package init(name: String) { self.name = name }

        /// The name of the code.
        public var description: String { name }
    }

    /// The item that an error is about, if a single item failed.
    public enum Item: Sendable, Hashable, CustomStringConvertible {
        /// A file, by its path.
        case file(String)
        /// A font on the web, by its URL.
        case address(String)
        /// A descriptor.
        case descriptor(FontDescriptor)
        /// A registration, by its id.
        case registration(String)
        /// A font that comes with an application, by its name in the manifest.
        case asset(String)

        /// The path, the URL, the id or the name; for a descriptor, the attributes that are set.
        public var description: String {
            switch self {
            case .file(let text), .address(let text), .registration(let text), .asset(let text): text
            case .descriptor(let descriptor): descriptor.description
            }
        }
    }

    /// What went wrong.
    public let code: Code
    /// A message for developers, in English, that explains what went wrong and what to do about it.
    ///
    /// The message may contain text from fonts.
    public let message: String
    /// The item that failed; `nil` if the whole call failed.
    public let item: Item?
    /// The owner of the font that causes a conflict, a provider or `system`; `nil` if there is no conflict.
    public let owner: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: A message for developers that explains what went wrong and what to do about it.
    ///   - item: The item that failed.
    ///   - owner: The owner of the font that causes a conflict.
    public init(_ code: Code, _ message: String, item: Item? = nil, owner: String? = nil) {
        self.code = code
        self.message = message
        self.item = item
        self.owner = owner
    }

    /// The code, the message and the item.
    public var description: String { "\(code.name): \(itemizedMessage)" }

    /// The message, followed by the item if the message does not name it.
    package var itemizedMessage: String { itemized(message) }

    /// Returns a text about the error, followed by the item if the text does not name it.
    package func itemized(_ text: String) -> String {
        guard let item else { return text }
        let name = item.description
        return text.contains(name) ? text : "\(text) (\(name))"
    }

    /// Returns the same error for an item.
    func about(_ item: Item) -> FontManagerError {
        FontManagerError(code, message, item: item, owner: owner)
    }
}

extension FontManagerError.Code {
    /// 101: the file does not exist.
    public static let fileNotFound = Self(name: "FileNotFound")
    /// 102: the file cannot be read, or is not a file that a font can be read from.
    public static let insufficientPermissions = Self(name: "InsufficientPermissions")
    /// 103: the bytes are not a TrueType, OpenType or collection file.
    public static let unrecognizedFormat = Self(name: "UnrecognizedFormat")
    /// 104: the bytes claim to be a font but are damaged or would harm programs.
    public static let invalidFontData = Self(name: "InvalidFontData")
    /// 105: the same bytes are registered in a way that excludes the request.
    public static let alreadyRegistered = Self(name: "AlreadyRegistered")
    /// 106: a limit on size, count or quota is exceeded.
    public static let exceededResourceLimit = Self(name: "ExceededResourceLimit")
    /// 107: the asset does not exist, or the application has not registered the font.
    public static let assetNotFound = Self(name: "AssetNotFound")
    /// 201: the application has not registered the font in the scope.
    public static let notRegistered = Self(name: "NotRegistered")
    /// 202: the font is in use.
    ///
    /// No method reports this code, because fonts that are in use can be removed.
    public static let inUse = Self(name: "InUse")
    /// 203: the system needs the font.
    public static let systemRequired = Self(name: "SystemRequired")
    /// 301: the call failed for a reason that has no code of its own.
    public static let registrationFailed = Self(name: "RegistrationFailed")
    /// 302: the application lacks the right.
    public static let missingEntitlement = Self(name: "MissingEntitlement")
    /// 303: the descriptor does not name a font.
    public static let insufficientInfo = Self(name: "InsufficientInfo")
    /// 304: the user refused.
    public static let cancelledByUser = Self(name: "CancelledByUser")
    /// 305: another enabled font has the same PostScript name, or another provider's enabled font has the same family
    /// and style.
    public static let duplicatedName = Self(name: "DuplicatedName")
    /// 306: the application may not register fonts from the location of the file.
    public static let invalidFilePath = Self(name: "InvalidFilePath")
    /// 307: the scope is not supported here.
    public static let unsupportedScope = Self(name: "UnsupportedScope")

    /// A newer revision of the font is registered.
    public static let downgrade = Self(name: "Downgrade")
    /// A system font has the same name.
    public static let shadowed = Self(name: "Shadowed")
    /// A list of denied fonts on this machine contains the font.
    public static let denied = Self(name: "Denied")
    /// Something that can be used only once, such as a request, was used again.
    public static let requestReused = Self(name: "RequestReused")
    /// Too much work is waiting; try again later.
    public static let busy = Self(name: "Busy")
    /// The disk or the user's quota is full.
    public static let storageFull = Self(name: "StorageFull")
    /// Fonts cannot be changed from here.
    public static let readOnly = Self(name: "ReadOnly")
    /// A file or the registry is damaged.
    public static let corrupt = Self(name: "Corrupt")
    /// The font could not be downloaded; another attempt may succeed.
    public static let downloadFailed = Self(name: "DownloadFailed")
    /// A value from the application is out of range, too long, or not known to an older service.
    public static let invalidArgument = Self(name: "InvalidArgument")
    /// The service closed a batch registration of fonts before its end.
    public static let batchClosed = Self(name: "BatchClosed")
    /// The registry was created again while it was listed.
    public static let invalidCursor = Self(name: "InvalidCursor")
    /// The task was cancelled.
    ///
    /// Only handlers receive this code; other calls throw `CancellationError`.
    public static let cancelled = Self(name: "Cancelled")
    /// The font service cannot be reached: it is not installed or cannot be started, or there is no session bus.
    public static let serviceUnavailable = Self(name: "ServiceUnavailable")
    /// The service did not understand the call, for example because it is older than this library.
    public static let unsupported = Self(name: "Unsupported")

    /// The number of the corresponding Core Text error, 101 to 307.
    ///
    /// A code without a counterpart in Core Text has the number of the most similar error. A code from a newer service
    /// has the number 301. Source: CTFontManagerErrors.h.
    public var number: Int { Self.numbers[name] ?? 301 }

    /// The codes that this library defines.
    package static var all: [Self] { numbers.keys.sorted().map(Self.init) }

    private static let numbers: [String: Int] = [
        "FileNotFound": 101, "InsufficientPermissions": 102, "UnrecognizedFormat": 103, "InvalidFontData": 104,
        "AlreadyRegistered": 105, "ExceededResourceLimit": 106, "AssetNotFound": 107, "NotRegistered": 201,
        "InUse": 202, "SystemRequired": 203, "RegistrationFailed": 301, "MissingEntitlement": 302,
        "InsufficientInfo": 303, "CancelledByUser": 304, "DuplicatedName": 305, "InvalidFilePath": 306,
        "UnsupportedScope": 307,
        "Downgrade": 305, "Shadowed": 305, "Denied": 104, "StorageFull": 106, "ReadOnly": 102, "Corrupt": 104,
        "DownloadFailed": 101, "InvalidArgument": 303, "Cancelled": 304,
        "Busy": 301, "RequestReused": 301, "BatchClosed": 301, "InvalidCursor": 301, "ServiceUnavailable": 301,
        "Unsupported": 301,
    ]

    /// Whether a thrown error has this code, for `catch FontManagerError.Code.duplicatedName`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? FontManagerError)?.code == code }
}

extension FontManagerError {
    /// The domain of these errors as `NSError`s, which is the domain of Core Text's errors.
    ///
    /// Source: CTFontManagerErrors.h, `kCTFontManagerErrorDomain`.
    public static let errorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

    /// The domain of the error as an `NSError`: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code of the error as an `NSError`: the `number` of ``code``.
    public var _code: Int { code.number }
}
