/// The caps on pictures of icons.
///
/// Source: Flatpak's `icon-validator/validate-icon.c`: what is an icon there is one here.
package enum IconLimits {
    /// Pixels of each side of a PNG.
    package static let pngSide = 512
    /// Pixels of each side of an SVG, as it says itself.
    package static let svgSide = 4096
    /// Bytes of a picture.
    package static let fileSize = 4 << 20
}
