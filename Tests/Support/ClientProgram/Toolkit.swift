internal import Glibc

/// GTK 4, as far as this program needs it, loaded on demand: whoever does not ask for it needs none.
@MainActor
struct Toolkit {
    /// An object of GTK, or memory of Pango.
    private typealias Object = UnsafeMutableRawPointer
    private typealias Make = @convention(c) () -> Object?
    private typealias Load = @convention(c) (UnsafePointer<CChar>) -> Object?
    private typealias Get = @convention(c) (Object?) -> Object?
    private typealias GetNamed = @convention(c) (Object?, UnsafePointer<CChar>) -> Object?
    private typealias Start = @convention(c) () -> Void
    private typealias Act = @convention(c) (Object?) -> Void
    private typealias ActOnPath = @convention(c) (Object?, UnsafePointer<CChar>) -> Void
    private typealias AddProvider = @convention(c) (Object?, Object?, UInt32) -> Void
    private typealias Iterate = @convention(c) (Object?, Int32) -> Int32

    private let library: UnsafeMutableRawPointer
    /// The labels of the window that is shown.
    private var labels: [Object?] = []

    /// Starts GTK on the display of the environment; `nil` where there is none.
    init?() {
        guard let library = dlopen("libgtk-4.so.1", RTLD_NOW) else { return nil }
        self.library = library
        find("gtk_init", Start.self)()
    }

    /// Shows the window of a UI file with a style sheet.
    ///
    /// - Parameters:
    ///   - userInterface: The path of a UI file with a window called `window`.
    ///   - styleSheet: The path of the style sheet.
    ///   - labels: The ids of labels in the file.
    mutating func show(_ userInterface: String, styleSheet: String, labels: [String]) {
        let provider = find("gtk_css_provider_new", Make.self)()
        find("gtk_css_provider_load_from_path", ActOnPath.self)(provider, styleSheet)
        let display = find("gdk_display_get_default", Make.self)()
        // GTK_STYLE_PROVIDER_PRIORITY_APPLICATION.
        find("gtk_style_context_add_provider_for_display", AddProvider.self)(display, provider, 600)
        let builder = find("gtk_builder_new_from_file", Load.self)(userInterface)
        let object = find("gtk_builder_get_object", GetNamed.self)
        find("gtk_window_present", Act.self)(object(builder, "window"))
        self.labels = labels.map { object(builder, $0) }
    }

    /// The fonts that Pango has resolved for the labels of the window, in order.
    var fonts: [String] { labels.map(font) }

    /// Calls a function of the adapter.
    ///
    /// - Parameters:
    ///   - function: Its name.
    ///   - adapter: The path of a library with the adapter for GTK in C.
    /// - Returns: Whether that is one.
    func call(_ function: String, of adapter: String) -> Bool {
        guard let adapter = dlopen(adapter, RTLD_NOW), let symbol = dlsym(adapter, function) else { return false }
        // The type is the one that the adapter's header declares for all of them.
        unsafeBitCast(symbol, to: Start.self)()
        return true
    }

    /// Draws until the process ends.
    func run() -> Never {
        let iterate = find("g_main_context_iteration", Iterate.self)
        while true { _ = iterate(nil, 1) }
    }

    /// The font that the text of a label is drawn with, as Pango describes it.
    private func font(of label: Object?) -> String {
        let layout = find("gtk_label_get_layout", Get.self)(label)
        let iterator = find("pango_layout_get_iter", Get.self)(layout)
        defer { find("pango_layout_iter_free", Act.self)(iterator) }
        guard let run = find("pango_layout_iter_get_run_readonly", Get.self)(iterator) else { return "none" }
        // PangoGlyphItem begins with its PangoItem, and there, after three numbers and two pointers, is the font: both
        // are public structures of pango-item.h and pango-glyph-item.h.
        let item = UnsafeRawPointer(run).load(as: UnsafeRawPointer.self)
        let font = item.load(fromByteOffset: 32, as: Object?.self)
        let description = find("pango_font_describe", Get.self)(font)
        defer { find("pango_font_description_free", Act.self)(description) }
        let family = find("pango_font_description_get_family", Get.self)(description)
        return family.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "none"
    }

    private func find<Function>(_ name: String, _ type: Function.Type) -> Function {
        guard let symbol = dlsym(library, name) else { fatalError("GTK has no \(name)") }
        // The types above are those that the headers declare.
        return unsafeBitCast(symbol, to: type)
    }
}
