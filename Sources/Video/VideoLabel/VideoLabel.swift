internal import CVideoLabel
public import Typecase

/// A widget of GTK 4 whose letters show a looping, muted video.
///
///     let label = VideoLabel(text: "Hamburg", uri: "file:///usr/share/videos/waves.webm")
///     label.font = "Inter Bold 96"
///     gtk_box_append(box, label.widget.assumingMemoryBound(to: GtkWidget.self))
///
/// The text is drawn by the font service, and again when the size of the widget, the fonts or the user's text size change.
/// Assistive technology sees a label with the text; its bounds are those of the widget in its window. All of this belongs to
/// the thread that runs GTK.
public final class VideoLabel {
    /// The `GtkWidget`, which lives at least as long as this object, and longer where it has a parent.
    public let widget: UnsafeMutableRawPointer

    private var label: OpaquePointer { OpaquePointer(widget) }

    /// Creates a label; GTK must have been initialized.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - uri: The address of the video.
    public init(text: String = "", uri: String? = nil) {
        widget = UnsafeMutableRawPointer(g_object_ref_sink(typecase_video_label_new(text, uri)))
    }

    deinit { g_object_unref(widget) }

    /// The text, without markup.
    public var text: String {
        get { String(cString: typecase_video_label_get_text(label)) }
        set { typecase_video_label_set_text(label, newValue) }
    }

    /// The text in Pango's markup, which takes the place of ``text``; `nil` where it has none.
    public var attributedText: String? {
        get { typecase_video_label_get_attributed_text(label).map { String(cString: $0) } }
        set { typecase_video_label_set_attributed_text(label, newValue) }
    }

    /// The address of the video; `nil` for none.
    public var uri: String? {
        get { typecase_video_label_get_uri(label).map { String(cString: $0) } }
        set { typecase_video_label_set_uri(label, newValue) }
    }

    /// The font as Pango describes it, such as `Inter Bold 48`; `nil` for a sans serif as large as a large title.
    ///
    /// Its size is in points in the text size "large", and grows and shrinks with that of the user. Until its family is
    /// installed, a sans serif stands in.
    public var font: String? {
        get { typecase_video_label_get_font(label).map { String(cString: $0) } }
        set { typecase_video_label_set_font(label, newValue) }
    }

    /// Where lines lie in the width.
    public var alignment: TextMask.Alignment {
        get { .init(typecase_video_label_get_alignment(label)) }
        set { typecase_video_label_set_alignment(label, newValue.value) }
    }

    /// Why no video is shown; the widget notifies of its property `error`.
    public var error: VideoLabelError? {
        typecase_video_label_get_error(label).map { VideoLabelError(copying: $0) }
    }

    /// How many frames were drawn.
    public var framesShown: Int { Int(typecase_video_label_get_frames_shown(label)) }
}
