/// Checks the headers of the pictures in `CBDT` and `sbix` before anything is decompressed.
enum PictureHeader {
    /// The most pixels per side: the largest emoji have 160, and glyphs of 2,048 pixels fill a screen.
    static let maximumSide = 2048

    /// Checks that a picture is a PNG of a sensible size, so that a few bytes cannot decompress to gigabytes.
    static func checkPNG(_ bytes: RawSpan, _ picture: Table) throws(Violation) {
        // The signature is followed by the length and the name of the first chunk.
        guard picture.length >= 33, try bytes.uint32(at: 0, of: picture) == 0x8950_4E47,
            try bytes.uint32(at: 4, of: picture) == 0x0D0A_1A0A, try bytes.uint32(at: 8, of: picture) == 13,
            try bytes.tag(at: 12, of: picture) == "IHDR"
        else { throw picture.broken("has a picture that is not a PNG file") }
        let width = try bytes.offset32(at: 16, of: picture)
        let height = try bytes.offset32(at: 20, of: picture)
        guard width > 0, height > 0 else { throw picture.broken("has a picture of no size") }
        guard width <= maximumSide, height <= maximumSide else {
            throw .limit(
                Rule.structure(of: picture.tag),
                "A picture has \(width) × \(height) pixels; \(maximumSide) a side are allowed.")
        }
    }
}
