/// What became of a picture of an icon.
package enum IconOutcome: Sendable, Equatable {
    /// The pictures that it stands for.
    case pictures([IconPicture])
    /// It is no icon; `message` says why, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}

/// A square PNG of one of the sizes that icon themes have.
package struct IconPicture: Sendable, Equatable {
    /// The sizes that all of the usual icon themes have a directory of.
    package static let sizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512]
    /// The most bytes of the PNG: its pixels, and what frames them.
    package static let maximumBytes = 512 * 512 * 4 + 8192

    /// Pixels of each side.
    package var size: Int
    /// The file.
    package var png: [UInt8]

    /// Creates a picture.
    package init(size: Int, png: [UInt8]) {
        self.size = size
        self.png = png
    }
}
