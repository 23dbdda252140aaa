internal import CVideoLabel

/// Why a label shows no video.
public struct VideoLabelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String, CaseIterable {
            case failed, notFound, damaged, noVideo, missingPlugin, text, service
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        /// The name of the code.
        public var description: String { value.rawValue }

        /// Something else, which the message tells.
        public static let failed = Code(.failed)
        /// There is no such file or address, or it cannot be opened.
        public static let notFound = Code(.notFound)
        /// It is no video, or a damaged one.
        public static let damaged = Code(.damaged)
        /// It has sound only.
        public static let noVideo = Code(.noVideo)
        /// GStreamer lacks a plugin; the message names the package of Debian.
        public static let missingPlugin = Code(.missingPlugin)
        /// The attributed text is no valid markup of Pango.
        public static let text = Code(.text)
        /// The font service cannot draw the text.
        public static let service = Code(.service)

        /// All codes, in the order of their numbers.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// The number that `NSError` has for it, from 1 on.
        public var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

        /// Whether an error that was thrown has this code, for `catch VideoLabelError.Code.missingPlugin`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? VideoLabelError)?.code == code }
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do about it, in English, for developers.
    public let message: String

    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// The package of Debian that most likely has a plugin.
    ///
    /// - Parameter detail: What is missing, as the installer detail of a message of GStreamer has it.
    /// - Returns: The name of the package.
    package static func package(of detail: String) -> String { String(cString: typecase_plugin_package(detail)) }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Takes an error over, and frees it.
    init(_ error: UnsafeMutablePointer<GError>?) {
        defer { g_error_free(error) }
        self.init(copying: error)
    }

    init(copying error: UnsafePointer<GError>?) {
        guard let error, error.pointee.domain == typecase_video_label_error_quark() else {
            self.init(.failed, error.map { String(cString: $0.pointee.message) } ?? "The video cannot be shown.")
            return
        }
        let codes: [UInt32: Code] = [
            TYPECASE_VIDEO_LABEL_ERROR_NOT_FOUND.rawValue: .notFound,
            TYPECASE_VIDEO_LABEL_ERROR_DAMAGED.rawValue: .damaged,
            TYPECASE_VIDEO_LABEL_ERROR_NO_VIDEO.rawValue: .noVideo,
            TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN.rawValue: .missingPlugin,
            TYPECASE_VIDEO_LABEL_ERROR_TEXT.rawValue: .text, TYPECASE_VIDEO_LABEL_ERROR_SERVICE.rawValue: .service,
        ]
        self.init(codes[UInt32(bitPattern: error.pointee.code)] ?? .failed, String(cString: error.pointee.message))
    }
}

extension VideoLabelError {
    /// The domain of these errors as `NSError`s.
    public static let errorDomain = "org.typecase.VideoLabelError"

    /// The domain that `NSError` takes over: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that `NSError` takes over: the `number` of ``code``.
    public var _code: Int { code.number }
}
