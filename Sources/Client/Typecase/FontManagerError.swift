/// Why a call of the font manager failed, or one item of it.
///
/// The codes are those of Core Text's font manager, and some of Typecase's own.
///
///     do {
///         try await manager.registerFont(at: path, scope: .session)
///     } catch FontManagerError.Code.duplicatedName {
///         …
///     }
public struct FontManagerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    ///
    /// A newer service may answer with a code that this library has no name for; it is kept, and compares equal to none
    /// of these.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, such as `FileNotFound`: on the bus it follows `org.typecase.Error.`.
        public let name: String

        /// The code with a name, known here or not.
        package init(name: String) { self.name = name }

        /// The name of the code.
        public var description: String { name }
    }

    /// What an item was, when it is one item that failed.
    public enum Item: Sendable, Hashable, CustomStringConvertible {
        /// A file, by its path.
        case file(String)
        /// A font of the web, by its address.
        case address(String)
        /// A descriptor.
        case descriptor(FontDescriptor)
        /// A registration, by its id.
        case registration(String)
        /// A font that comes with an application, by its name in the manifest.
        case asset(String)

        /// The path, the address, the id or the name, or the attributes of the descriptor that are set.
        public var description: String {
            switch self {
            case .file(let text), .address(let text), .registration(let text), .asset(let text): text
            case .descriptor(let descriptor): descriptor.description
            }
        }
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do about it, in English, for developers; may hold text from fonts.
    public let message: String
    /// What it is about; `nil` where the whole call failed.
    public let item: Item?
    /// Whose font is in the way, a provider or `system`; `nil` where none is.
    public let owner: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: What went wrong and what to do about it, for developers.
    ///   - item: What it is about.
    ///   - owner: Whose font is in the way.
    public init(_ code: Code, _ message: String, item: Item? = nil, owner: String? = nil) {
        self.code = code
        self.message = message
        self.item = item
        self.owner = owner
    }

    /// The code, the message and what it is about.
    public var description: String { "\(code.name): \(itemizedMessage)" }

    /// The message, and after it the item that it does not name.
    package var itemizedMessage: String { itemized(message) }

    /// A text about the error, and after it the item that it does not name.
    package func itemized(_ text: String) -> String {
        guard let item else { return text }
        let name = item.description
        return text.contains(name) ? text : "\(text) (\(name))"
    }

    /// The same error about an item.
    func about(_ item: Item) -> FontManagerError {
        FontManagerError(code, message, item: item, owner: owner)
    }
}

extension FontManagerError.Code {
    /// 101: there is no such file.
    public static let fileNotFound = Self(name: "FileNotFound")
    /// 102: the file cannot be read, or is not something that a font can be read from.
    public static let insufficientPermissions = Self(name: "InsufficientPermissions")
    /// 103: the bytes are not a TrueType, OpenType or collection file.
    public static let unrecognizedFormat = Self(name: "UnrecognizedFormat")
    /// 104: the bytes claim to be a font but are damaged or would harm programs.
    public static let invalidFontData = Self(name: "InvalidFontData")
    /// 105: the same bytes are registered in a way that excludes the request.
    public static let alreadyRegistered = Self(name: "AlreadyRegistered")
    /// 106: a limit on size, count or quota is exceeded.
    public static let exceededResourceLimit = Self(name: "ExceededResourceLimit")
    /// 107: there is no such asset, or the application has registered no such font.
    public static let assetNotFound = Self(name: "AssetNotFound")
    /// 201: the application has no such font registered in the scope.
    public static let notRegistered = Self(name: "NotRegistered")
    /// 202: the font is in use; answered by nobody, as one that is in use can be removed here.
    public static let inUse = Self(name: "InUse")
    /// 203: the system needs the font.
    public static let systemRequired = Self(name: "SystemRequired")
    /// 301: it failed in a way that has no code of its own.
    public static let registrationFailed = Self(name: "RegistrationFailed")
    /// 302: the application lacks the right.
    public static let missingEntitlement = Self(name: "MissingEntitlement")
    /// 303: the descriptor does not name a font.
    public static let insufficientInfo = Self(name: "InsufficientInfo")
    /// 304: the user said no.
    public static let cancelledByUser = Self(name: "CancelledByUser")
    /// 305: another enabled font has the same PostScript name, or another provider's the same family and style.
    public static let duplicatedName = Self(name: "DuplicatedName")
    /// 306: the file is not where the application may register fonts from.
    public static let invalidFilePath = Self(name: "InvalidFilePath")
    /// 307: the scope is not supported here.
    public static let unsupportedScope = Self(name: "UnsupportedScope")

    /// A newer revision of the font is registered.
    public static let downgrade = Self(name: "Downgrade")
    /// A font of the system has the same name.
    public static let shadowed = Self(name: "Shadowed")
    /// Nobody is to have the font, says a list of this machine.
    public static let denied = Self(name: "Denied")
    /// What was to be used once was used before.
    public static let requestReused = Self(name: "RequestReused")
    /// Too much work is waiting; try again later.
    public static let busy = Self(name: "Busy")
    /// The disk or the user's quota is full.
    public static let storageFull = Self(name: "StorageFull")
    /// Fonts cannot be changed from here.
    public static let readOnly = Self(name: "ReadOnly")
    /// A file or the registry is damaged.
    public static let corrupt = Self(name: "Corrupt")
    /// The font could not be fetched from the web; asked again, it may be.
    public static let downloadFailed = Self(name: "DownloadFailed")
    /// What the application gave is out of range or too long, or a value that an older service does not know.
    public static let invalidArgument = Self(name: "InvalidArgument")
    /// The service closed a registration of many fonts before its end.
    public static let batchClosed = Self(name: "BatchClosed")
    /// The registry was made anew while it was listed.
    public static let invalidCursor = Self(name: "InvalidCursor")
    /// The task was cancelled, which handlers alone are told; other calls throw `CancellationError`.
    public static let cancelled = Self(name: "Cancelled")
    /// The font service cannot be reached: it is not installed, cannot be started, or there is no session bus.
    public static let serviceUnavailable = Self(name: "ServiceUnavailable")
    /// The service did not understand the call, as one that is older than this library may.
    public static let unsupported = Self(name: "Unsupported")

    /// The number that Core Text has for it, 101 to 307.
    ///
    /// What Core Text has no number for has that of its nearest relative, and a code from a newer service 301. Source:
    /// CTFontManagerErrors.h.
    public var number: Int { Self.numbers[name] ?? 301 }

    /// The codes that this library has names for.
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

    /// Whether an error that was thrown has this code, for `catch FontManagerError.Code.duplicatedName`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? FontManagerError)?.code == code }
}

extension FontManagerError {
    /// The domain of these errors as `NSError`s, which is Core Text's.
    ///
    /// Source: CTFontManagerErrors.h, `kCTFontManagerErrorDomain`.
    public static let errorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

    /// The domain that `NSError` takes over: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that `NSError` takes over: the `number` of ``code``.
    public var _code: Int { code.number }
}
