package import InspectionProtocol

/// Makes pictures of an icon theme from an untrusted file: decoded, and encoded from the pixels alone.
package struct IconDecoder {
    private let renderer: SVGRenderer?

    /// Loads what draws SVG, where that is installed.
    package init() { renderer = SVGRenderer() }

    /// Draws once, so that what a process pays for once is paid.
    package func warmUp() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><path d='M1 1h9v9z'/></svg>"
        _ = try? pictures(of: Array(svg.utf8))
    }

    /// The pictures that a file stands for.
    ///
    /// - Parameter file: A PNG or SVG.
    /// - Returns: The pictures: of an SVG all of ``IconLimits/sizes``, of a PNG the largest of them that it has
    ///   the pixels for.
    /// - Throws: ``IconRefusal``.
    package func pictures(of file: [UInt8]) throws(IconRefusal) -> [IconPicture] {
        guard file.count <= IconLimits.fileSize else {
            throw IconRefusal(.tooLarge, "The file has more than \(IconLimits.fileSize) bytes.")
        }
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            let pixels = try Pixels(png: file.span.bytes)
            let size = IconPicture.sizes.last { $0 <= pixels.side } ?? pixels.side
            return [IconPicture(size: size, png: try pixels.scaled(to: size).png())]
        }
        try SVGScreening.check(file)
        guard let renderer else {
            throw IconRefusal(.invalid, "SVG needs librsvg, which is not installed. Install it, or give a PNG.")
        }
        var pictures: [IconPicture] = []
        for pixels in try renderer.draw(file, sides: IconPicture.sizes) {
            pictures.append(IconPicture(size: pixels.side, png: try pixels.png()))
        }
        return pictures
    }
}
