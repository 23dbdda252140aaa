import Typecase

/// The files of fonts that the application brings along, by their PostScript names.
enum KitFont: String, AppFontDescriptor {
    case regular = "DejaVuSans"
    case bold = "DejaVuSans-Bold"
}

/// Every text that the application has.
///
/// Code that draws names one of these, and no font, size or limit of its own.
enum KitText: CaseIterable {
    /// What the window is about.
    case title
    /// What people come to read.
    case body
    /// A remark beside something.
    case caption
    /// The number on an icon.
    case badge
    /// The title of a tab, which has no room to grow.
    case tab

    /// The font that it is set in.
    var font: KitFont {
        switch self {
        case .title, .badge: .bold
        case .body, .caption, .tab: .regular
        }
    }

    /// Its size, which follows the user's text size but for what cannot.
    var size: FontSize {
        get throws {
            switch self {
            // The sizes of a text style, as its table has them.
            case .body: try FontSize(preferredFor: .body)
            case .caption: try FontSize(preferredFor: .caption1)
            // Sizes of the design, which grow the way a style does, some up to a limit.
            case .title: try FontMetrics(forTextStyle: .title1).scaledSize(for: FontSize(26), maximum: .factor(1.5))
            case .badge: try FontMetrics(forTextStyle: .caption2).scaledSize(for: FontSize(10), maximum: .points(16))
            case .tab: try FontSize(11)
            }
        }
    }
}
