internal import CVideoLabel

/// Why a label shows no video.
public struct VideoLabelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    public enum Code: Sendable, Hashable {
        /// Something else, which the message tells.
        case failed
        /// There is no such file or address, or it cannot be opened.
        case notFound
        /// It is no video, or a damaged one.
        case damaged
        /// It has sound only.
        case noVideo
        /// GStreamer lacks a plugin; the message names the package of Debian.
        case missingPlugin
        /// The attributed text is no valid markup of Pango.
        case text
        /// The font service cannot draw the text.
        case service
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do about it, in English, for developers.
    public let message: String

    /// The message.
    public var description: String { message }

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
