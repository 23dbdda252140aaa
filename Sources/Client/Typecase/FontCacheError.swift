/// Why an application's font cannot be had.
public struct FontCacheError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String, CaseIterable {
            case fileNotFound, nameMismatch, refused, fontUnavailable, notDownloaded, invalidDescriptor
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        /// The name of the code.
        public var description: String { value.rawValue }

        /// None of the directories of resources has the file.
        public static let fileNotFound = Code(.fileNotFound)
        /// The file holds no font of the descriptor's name.
        public static let nameMismatch = Code(.nameMismatch)
        /// The font was not registered; ``FontCacheError/underlyingError`` says why.
        public static let refused = Code(.refused)
        /// Programs do not find the font: it was disabled, removed or taken out of use, or its file has gone.
        public static let fontUnavailable = Code(.fontUnavailable)
        /// The font could not be had from the web; ``FontCacheError/underlyingError`` says why.
        public static let notDownloaded = Code(.notDownloaded)
        /// The names of the descriptor are none that a file can have.
        public static let invalidDescriptor = Code(.invalidDescriptor)

        /// All codes, in the order of their numbers.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// The number that `NSError` has for it, from 1 on.
        public var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

        /// Whether an error that was thrown has this code, for `catch FontCacheError.Code.nameMismatch`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? FontCacheError)?.code == code }
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do about it, in English, for developers; may hold text from fonts.
    public let message: String
    /// What the font manager said, where it was asked.
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

    /// The domain that `NSError` takes over: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that `NSError` takes over: the `number` of ``code``.
    public var _code: Int { code.number }
}
