internal import Typecase

/// A design kit of system fonts as one for iOS is written: plain properties, which fail for nothing.
enum SystemKit {
    static var hero: Font {
        FontMetrics(forTextStyle: .largeTitle).scaledFont(for: .systemFont(ofSize: 52, weight: .bold))
    }
    static var title: Font {
        FontMetrics(forTextStyle: .title1).scaledFont(for: .systemFont(ofSize: 42, weight: .semibold))
    }
    static var section: Font {
        FontMetrics(forTextStyle: .title2).scaledFont(for: .boldSystemFont(ofSize: 28))
    }
    static var subsection: Font {
        FontMetrics(forTextStyle: .title3).scaledFont(for: .systemFont(ofSize: 22, weight: .semibold))
    }
    static var heading: Font {
        FontMetrics(forTextStyle: .headline).scaledFont(for: .systemFont(ofSize: 17, weight: .semibold))
    }
    static var body: Font { FontMetrics.default.scaledFont(for: .systemFont(ofSize: 17)) }
    static var callout: Font { FontMetrics(forTextStyle: .callout).scaledFont(for: .systemFont(ofSize: 16)) }
    static var subheading: Font { FontMetrics(forTextStyle: .subheadline).scaledFont(for: .systemFont(ofSize: 15)) }
    static var footnote: Font { FontMetrics(forTextStyle: .footnote).scaledFont(for: .systemFont(ofSize: 13)) }
    static var caption: Font { FontMetrics(forTextStyle: .caption1).scaledFont(for: .systemFont(ofSize: 12)) }
    static var label: Font {
        FontMetrics(forTextStyle: .caption2).scaledFont(for: .systemFont(ofSize: 11, weight: .semibold))
    }
    static var code: Font {
        FontMetrics(forTextStyle: .body).scaledFont(
            for: .monospacedSystemFont(ofSize: 15, weight: .medium), maximumPointSize: 20)
    }
    /// In the size of the style itself.
    static var text: Font { .preferredFont(forTextStyle: .body) }
    /// The title of a tab, which has no room to grow.
    static var tab: Font { .system(size: 11) }

    /// The twelve that are scaled, and the two that are not.
    static var all: [Font] {
        [
            hero, title, section, subsection, heading, body, callout, subheading, footnote, caption, label, code, text,
            tab,
        ]
    }
}
