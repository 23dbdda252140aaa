internal import CVideoLabel
public import Typecase

/// The frames of a video label, rendered without a display.
///
/// The frames show a looping video, clipped to the letters of a text.
///
///     let video = try await MaskedVideo(uri: "file:///tmp/waves.webm", text: TextMask("Hamburg"), width: 640, height: 180)
///     try video.next().write(to: "/tmp/frame.png")
public final class MaskedVideo {
    /// A frame.
    public struct Frame: Sendable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The pixels, row by row from the top without gaps.
        ///
        /// Each pixel has four bytes: blue, green, red and alpha, with premultiplied alpha.
        public let bytes: [UInt8]

        /// Writes the frame as a PNG file.
        ///
        /// - Parameter path: The path of the file. An existing file is replaced.
        /// - Throws: ``VideoLabelError`` if the file cannot be written.
        public func write(to path: String) throws(VideoLabelError) {
            guard typecase_write_png(bytes, Int32(width), Int32(height), path) != 0 else {
                throw VideoLabelError(.failed, "\(path) cannot be written. Check its directory and its permissions.")
            }
        }
    }

    private let video: OpaquePointer
    private let mask: OpaquePointer

    /// Creates a masked video: draws a text and opens a video.
    ///
    /// - Parameters:
    ///   - uri: The address of the video.
    ///   - text: The text.
    ///   - width: The width in points.
    ///   - height: The height in points.
    /// - Throws: ``VideoLabelError``; `FontManagerError` if the text cannot be drawn.
    public convenience init(uri: String, text: TextMask, width: Double, height: Double) async throws {
        try self.init(uri: uri, picture: try await text.picture(in: .init(width: width, height: height)))
    }

    /// Creates a masked video from a text that is already drawn.
    ///
    /// - Parameters:
    ///   - uri: The address of the video.
    ///   - picture: The drawn text.
    /// - Throws: ``VideoLabelError``.
    public init(uri: String, picture: TextMask.Picture) throws(VideoLabelError) {
        guard let mask = picture.makeMask() else { throw VideoLabelError(.failed, "The text has no size.") }
        var failure: UnsafeMutablePointer<GError>?
        guard let video = typecase_masked_video_new(1, nil, nil, nil, &failure) else {
            typecase_mask_release(mask)
            throw VideoLabelError(failure)
        }
        self.mask = mask
        self.video = video
        typecase_masked_video_set_mask(video, mask)
        typecase_masked_video_set_playing(video, 1)
        typecase_masked_video_set_uri(video, uri)
    }

    deinit {
        typecase_masked_video_free(video)
        typecase_mask_release(mask)
    }

    /// Waits for the next frame.
    ///
    /// After the last frame, the video continues with the first one.
    ///
    /// - Returns: The frame.
    /// - Throws: ``VideoLabelError`` if the video fails, or no frame arrives within 30 s.
    public func next() throws(VideoLabelError) -> Frame {
        var failure: UnsafeMutablePointer<GError>?
        guard let pixels = typecase_masked_video_take(video, &failure) else { throw VideoLabelError(failure) }
        defer { g_free(pixels) }
        let (width, height) = (Int(typecase_mask_width(mask)), Int(typecase_mask_height(mask)))
        return Frame(
            width: width, height: height,
            bytes: Array(UnsafeRawBufferPointer(start: pixels, count: width * height * 4)))
    }
}

extension TextMask {
    /// Creates a mask of text in Pango markup, as ``VideoLabel`` shows it.
    ///
    /// - Parameters:
    ///   - markup: The text in Pango markup.
    ///   - font: The font as a Pango font description. If it has no family, the text is set in a sans serif; if it has
    ///     no size, in the size of a large title.
    /// - Throws: ``/VideoLabel/VideoLabelError`` if the markup is not valid.
    public init(markup: String, font: String? = nil) throws(VideoLabelError) {
        try self.init(text: nil, markup: markup, font: font)
    }
}
