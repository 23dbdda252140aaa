internal import CVideoLabel
public import Typecase

/// A GTK 4 widget whose letters show a looping, muted video.
///
///     let label = VideoLabel(text: "Hamburg", uri: "file:///usr/share/videos/waves.webm")
///     label.font = "Inter Bold 96"
///     gtk_box_append(box, label.widget.assumingMemoryBound(to: GtkWidget.self))
///
/// The font service draws the text, and draws it again when the size of the widget, the fonts or the user's text size
/// change. Assistive technology sees a label with the text; its bounds are those of the widget in its window. Use this
/// class only on the thread that runs GTK.
public final class VideoLabel {
    /// The `GtkWidget`.
    ///
    /// It exists at least as long as this object, and longer if it has a parent.
    public let widget: UnsafeMutableRawPointer

    private var label: OpaquePointer { OpaquePointer(widget) }

    /// Creates a label; GTK must be initialized.
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

    /// The text in Pango markup, which replaces ``text``; `nil` if the text has no markup.
    public var attributedText: String? {
        get { typecase_video_label_get_attributed_text(label).map { String(cString: $0) } }
        set { typecase_video_label_set_attributed_text(label, newValue) }
    }

    /// The address of the video; `nil` for none.
    public var uri: String? {
        get { typecase_video_label_get_uri(label).map { String(cString: $0) } }
        set { typecase_video_label_set_uri(label, newValue) }
    }

    /// The font as a Pango font description, such as `Inter Bold 48`.
    ///
    /// `nil` stands for a sans serif in the size of a large title.
    ///
    /// The size of the font is in points at the text size "large", and scales with the text size of the user. Until the
    /// font's family is installed, a sans serif replaces it.
    public var font: String? {
        get { typecase_video_label_get_font(label).map { String(cString: $0) } }
        set { typecase_video_label_set_font(label, newValue) }
    }

    /// The horizontal alignment of the lines.
    public var alignment: TextMask.Alignment {
        get { .init(typecase_video_label_get_alignment(label)) }
        set { typecase_video_label_set_alignment(label, newValue.value) }
    }

    /// The reason why no video is shown; `nil` if there is no error.
    ///
    /// When this changes, the widget emits `notify` for its property `error`.
    public var error: VideoLabelError? {
        typecase_video_label_get_error(label).map { VideoLabelError(copying: $0) }
    }

    /// The number of frames that were drawn.
    public var framesShown: Int { Int(typecase_video_label_get_frames_shown(label)) }
}
