internal import Typecase

/// A design kit of system fonts as one for iOS is written: plain properties, which fail for nothing.
enum SystemKit {
    static var title: Font {
        FontMetrics(forTextStyle: .title1).scaledFont(for: .systemFont(ofSize: 42, weight: .semibold))
    }
    static var code: Font {
        FontMetrics(forTextStyle: .body).scaledFont(
            for: .monospacedSystemFont(ofSize: 15, weight: .medium), maximumPointSize: 20)
    }
    static var body: Font { .preferredFont(forTextStyle: .body) }
    static var tab: Font { .system(size: 11) }

    static var all: [Font] { [title, code, body, tab] }
}
