internal import CVideoLabel

/// The reason why a label shows no video.
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

        /// Another error, which the message describes.
        public static let failed = Code(.failed)
        /// The file or the address does not exist, or cannot be opened.
        public static let notFound = Code(.notFound)
        /// The file is not a video, or is damaged.
        public static let damaged = Code(.damaged)
        /// The file has sound only.
        public static let noVideo = Code(.noVideo)
        /// GStreamer lacks a plugin; the message names the Debian package that most likely has it.
        public static let missingPlugin = Code(.missingPlugin)
        /// The attributed text is not valid Pango markup.
        public static let text = Code(.text)
        /// The font service cannot draw the text.
        public static let service = Code(.service)

        /// All codes, in the order of their numbers.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// The number of the code as an `NSError` code, starting at 1.
        public var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

        /// Whether a thrown error has this code, for `catch VideoLabelError.Code.missingPlugin`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? VideoLabelError)?.code == code }
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do about it, in English, for developers.
    public let message: String

    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// The Debian package that most likely has a plugin.
    ///
    /// - Parameter detail: The missing plugin, as in the installer detail of a GStreamer message.
    /// - Returns: The name of the package.
    package static func package(of detail: String) -> String { String(cString: typecase_plugin_package(detail)) }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error from a `GError`, and frees the latter.
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

    /// The domain that an `NSError` gets: ``errorDomain``.
    public var _domain: String { Self.errorDomain }
    /// The code that an `NSError` gets: the `number` of ``code``.
    public var _code: Int { code.number }
}
