/// The reason why a size, a style or a category was refused.
public struct DynamicTypeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong, as a value that programs can compare.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String, CaseIterable {
            case invalidPointSize, invalidMaximum, alreadyScaled, unknownTextStyle, unknownContentSizeCategory
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        /// The name of the code.
        public var description: String { value.rawValue }

        /// The size of a font is not a number, not positive, or too large.
        public static let invalidPointSize = Code(.invalidPointSize)
        /// A maximum is not a number, or not positive.
        public static let invalidMaximum = Code(.invalidMaximum)
        /// The size to scale already follows the user's category.
        public static let alreadyScaled = Code(.alreadyScaled)
        /// No text style has this name.
        public static let unknownTextStyle = Code(.unknownTextStyle)
        /// No content size category has this name.
        public static let unknownContentSizeCategory = Code(.unknownContentSizeCategory)

        /// All codes, in the order of their numbers.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// The number of the code as an `NSError` code, starting at 1.
        public var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

        /// Whether a thrown error has this code, for `catch DynamicTypeError.Code.alreadyScaled`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? DynamicTypeError)?.code == code }
    }

    /// What was wrong.
    public let code: Code

    /// What was wrong and what to do about it, for developers.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What was wrong.
    ///   - message: What was wrong and what to do about it, for developers.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}

extension DynamicTypeError {
    /// The domain of these errors as `NSError`s.
    public static let errorDomain = "org.typecase.DynamicTypeError"

    /// The domain that an `NSError` gets: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that an `NSError` gets: the `number` of ``code``.
    public var _code: Int { code.number }
}
