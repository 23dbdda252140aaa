import CToolkit
import Typecase
import VideoLabel

/// The window.
enum Showcase {
    /// Shows the window until it is closed.
    static func run(_ videos: SampleVideos) {
        let application = gtk_application_new("org.typecase.ExampleVideoLabel", GApplicationFlags(rawValue: 0))
        defer { g_object_unref(UnsafeMutableRawPointer(application)) }
        let box = Unmanaged.passRetained(Box(videos.uris))
        defer { box.release() }
        g_signal_connect_data(
            UnsafeMutableRawPointer(application), "activate", unsafeBitCast(activate, to: GCallback.self),
            box.toOpaque(), nil, GConnectFlags(rawValue: 0))
        g_application_run(
            UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GApplication.self), 0, nil)
    }

    private final class Box {
        let uris: [String]

        init(_ uris: [String]) { self.uris = uris }
    }

    /// What GTK calls once it has a display.
    private static let activate: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        application, data in
        guard let application, let data else { return }
        let uris = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().uris
        let window = gtk_application_window_new(application.assumingMemoryBound(to: GtkApplication.self))
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        let texts = ["<b>Typecase</b>", "<i>Video</i> Label", "GTK <span size='60%'>and</span> GStreamer"]
        for (text, uri) in zip(texts, uris) {
            let label = VideoLabel(uri: uri)
            label.font = "DejaVu Sans 72"
            label.attributedText = text
            label.alignment = .center
            // The column keeps the widget; the object is no longer needed.
            let widget = label.widget.assumingMemoryBound(to: GtkWidget.self)
            gtk_widget_set_hexpand(widget, 1)
            gtk_box_append(UnsafeMutableRawPointer(column)?.assumingMemoryBound(to: GtkBox.self), widget)
        }
        let pointer = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_title(pointer, "VideoLabel")
        gtk_window_set_default_size(pointer, 900, 480)
        gtk_window_set_child(pointer, column)
        gtk_window_present(pointer)
    }
}
