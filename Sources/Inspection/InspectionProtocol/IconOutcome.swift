/// The result of making pictures for an icon theme from a picture.
package enum IconOutcome: Sendable, Equatable {
    /// The pictures made from the icon.
    case pictures([IconPicture])
    /// The file is not an icon; `message` is the reason, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}

/// A square PNG of one of the sizes that icon themes have.
package struct IconPicture: Sendable, Equatable {
    /// The sizes for which all of the usual icon themes have a directory.
    package static let sizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512]
    /// The most bytes of the PNG: its pixels and the container around them.
    package static let maximumBytes = 512 * 512 * 4 + 8192

    /// The number of pixels on each side.
    package var size: Int
    /// The bytes of the file.
    package var png: [UInt8]

    /// Creates a picture.
    package init(size: Int, png: [UInt8]) {
        self.size = size
        self.png = png
    }
}
