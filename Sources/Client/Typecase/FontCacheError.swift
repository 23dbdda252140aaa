/// The reason why an application's font is not available.
public struct FontCacheError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An error code that programs can compare.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String, CaseIterable {
            case fileNotFound, nameMismatch, refused, fontUnavailable, notDownloaded, invalidDescriptor
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        /// The name of the code.
        public var description: String { value.rawValue }

        /// None of the resource directories contains the file.
        public static let fileNotFound = Code(.fileNotFound)
        /// The file contains no font with the name in the descriptor.
        public static let nameMismatch = Code(.nameMismatch)
        /// The font was not registered; ``FontCacheError/underlyingError`` gives the reason.
        public static let refused = Code(.refused)
        /// Programs do not find the font: it was disabled, removed or taken out of use, or its file no longer exists.
        public static let fontUnavailable = Code(.fontUnavailable)
        /// The font could not be downloaded from the web; ``FontCacheError/underlyingError`` gives the reason.
        public static let notDownloaded = Code(.notDownloaded)
        /// The font name of the descriptor is empty, or its file name cannot be the name of a file.
        public static let invalidDescriptor = Code(.invalidDescriptor)

        /// All codes, in the order of their numbers.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// The code of the error as an `NSError`, counted from 1.
        public var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

        /// Whether a thrown error has this code, for use in `catch FontCacheError.Code.nameMismatch`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? FontCacheError)?.code == code }
    }

    /// The code of the error.
    public let code: Code
    /// A description of the error and of what to do about it, in English, for developers; may contain text from fonts.
    public let message: String
    /// The error of the font manager, if it reported one.
    public let underlyingError: FontManagerError?

    init(_ code: Code, _ message: String, _ underlyingError: FontManagerError? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}

extension FontCacheError {
    /// The domain of these errors as `NSError`s.
    public static let errorDomain = "org.typecase.FontCacheError"

    /// The domain that `NSError` uses: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that `NSError` uses: the `number` of ``code``.
    public var _code: Int { code.number }
}
