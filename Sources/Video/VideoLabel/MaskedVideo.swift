internal import CVideoLabel
public import Typecase

/// The frames that a label shows, without a display: a looping video, cut out by the letters of a text.
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
        /// Rows from the top without gaps: blue, green, red and alpha of each pixel, multiplied by alpha.
        public let bytes: [UInt8]

        /// Writes the frame as PNG.
        ///
        /// - Parameter path: The path of the file, which is replaced.
        /// - Throws: ``VideoLabelError`` where it cannot be written.
        public func write(to path: String) throws(VideoLabelError) {
            guard typecase_write_png(bytes, Int32(width), Int32(height), path) != 0 else {
                throw VideoLabelError(.failed, "\(path) cannot be written. Check its directory and its permissions.")
            }
        }
    }

    private let video: OpaquePointer
    private let mask: OpaquePointer

    /// Draws a text and opens a video.
    ///
    /// - Parameters:
    ///   - uri: The address of the video.
    ///   - text: The text.
    ///   - width: The width in points.
    ///   - height: The height in points.
    /// - Throws: ``VideoLabelError``; `FontManagerError` where the text cannot be drawn.
    public convenience init(uri: String, text: TextMask, width: Double, height: Double) async throws {
        try self.init(uri: uri, picture: try await text.picture(in: .init(width: width, height: height)))
    }

    /// Opens a video for a text that was drawn.
    ///
    /// - Parameters:
    ///   - uri: The address of the video.
    ///   - picture: The text.
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

    /// Waits for the next frame; after the last one comes the first again.
    ///
    /// - Returns: The frame.
    /// - Throws: ``VideoLabelError`` where there is none, at the latest after 30 s.
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
    /// Creates a mask of text as ``VideoLabel`` shows it.
    ///
    /// - Parameters:
    ///   - markup: The text in Pango's markup.
    ///   - font: The font as Pango describes it; a sans serif as large as a large title where it does not say.
    /// - Throws: ``/VideoLabel/VideoLabelError`` where the markup is not valid.
    public init(markup: String, font: String? = nil) throws(VideoLabelError) {
        try self.init(text: nil, markup: markup, font: font)
    }
}
