internal import CPNG
internal import InspectionProtocol

/// The pixels of a square picture: red, green, blue and alpha, a byte each, not multiplied by alpha.
package struct Pixels: Sendable, Equatable {
    /// Pixels of each side.
    package let side: Int
    /// The bytes, row by row.
    package var bytes: [UInt8]

    init(side: Int, bytes: [UInt8]) {
        self.side = side
        self.bytes = bytes
    }

    /// The pixels of a PNG.
    ///
    /// - Parameter png: The file.
    /// - Throws: ``IconRefusal``.
    package init(png: RawSpan) throws(IconRefusal) {
        let animation = Self.isAnimated(png)
        guard animation != true else {
            throw IconRefusal(.invalid, "The PNG is animated, but icons must not be animated.")
        }
        var image = png_image()
        let hasBegun = png.withUnsafeBytes { typecase_png_begin(&image, $0.baseAddress, $0.count) }
        guard hasBegun != 0 else { throw IconRefusal(.invalid, "The PNG is damaged.") }
        let (width, height) = (Int(image.width), Int(image.height))
        do throws(IconRefusal) {
            try Self.check(width, height)
        } catch {
            png_image_free(&image)
            throw error
        }
        side = width
        var content = [UInt8](repeating: 0, count: width * height * 4)
        let isRead = png.withUnsafeBytes { _ in
            content.withUnsafeMutableBytes { typecase_png_finish(&image, $0.baseAddress) }
        }
        guard isRead != 0 else { throw IconRefusal(.invalid, "The PNG is damaged.") }
        bytes = content
    }

    private static func check(_ width: Int, _ height: Int) throws(IconRefusal) {
        guard width <= IconLimits.pngSide, height <= IconLimits.pngSide else {
            throw IconRefusal(
                .tooLarge, "The PNG has \(width) × \(height) pixels, but an icon can have at most 512 × 512.")
        }
        guard width == height else {
            throw IconRefusal(.invalid, "The PNG has \(width) × \(height) pixels, but icons must be square.")
        }
        guard width >= IconPicture.sizes[0] else {
            throw IconRefusal(.invalid, "The PNG has \(width) pixels on each side, but an icon must have at least 16.")
        }
    }

    /// Whether a PNG has a chunk that makes it move; `nil` where its chunks cannot be followed.
    private static func isAnimated(_ png: RawSpan) -> Bool? {
        var offset = 8
        while offset + 8 <= png.byteCount {
            let length = UInt32(bigEndian: png.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let type = UInt32(bigEndian: png.unsafeLoadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
            switch type {
            // acTL
            case 0x6163_544c: return true
            // IDAT, before which it would be.
            case 0x4944_4154: return false
            default: offset += 12 + Int(length)
            }
        }
        return nil
    }

    /// The pixels as a PNG with nothing else in it.
    ///
    /// - Throws: ``IconRefusal`` where it cannot be written.
    package func png() throws(IconRefusal) -> [UInt8] {
        // No PNG of ours is larger than its pixels and what frames their rows.
        var size = bytes.count + side + 4096
        var result = [UInt8](repeating: 0, count: size)
        let isWritten = bytes.withUnsafeBytes { pixels in
            result.withUnsafeMutableBytes { buffer in
                typecase_png_write(UInt32(side), UInt32(side), 0, pixels.baseAddress, buffer.baseAddress, &size)
            }
        }
        guard isWritten != 0, size <= result.count else {
            throw IconRefusal(.invalid, "The picture cannot be written as PNG.")
        }
        result.removeLast(result.count - size)
        return result
    }

    /// The picture, smaller: each pixel is the mean of those that it covers.
    ///
    /// - Parameter target: Pixels of each side, at most as many as now.
    /// - Returns: The pixels.
    package func scaled(to target: Int) -> Pixels {
        guard target < side else { return self }
        let ratio = Double(side) / Double(target)
        var result = [UInt8](repeating: 0, count: target * target * 4)
        for row in 0..<target {
            let (top, bottom) = (Double(row) * ratio, Double(row + 1) * ratio)
            for column in 0..<target {
                let (left, right) = (Double(column) * ratio, Double(column + 1) * ratio)
                var sum = SIMD4<Double>(repeating: 0)
                for y in Int(top)..<min(side, Int(bottom.rounded(.up))) {
                    let height = min(bottom, Double(y + 1)) - max(top, Double(y))
                    for x in Int(left)..<min(side, Int(right.rounded(.up))) {
                        let share = height * (min(right, Double(x + 1)) - max(left, Double(x)))
                        let place = (y * side + x) * 4
                        let alpha = Double(bytes[place + 3]) * share
                        // A transparent pixel adds nothing to the color.
                        sum += SIMD4(
                            Double(bytes[place]) * alpha, Double(bytes[place + 1]) * alpha,
                            Double(bytes[place + 2]) * alpha, alpha)
                    }
                }
                let place = (row * target + column) * 4
                guard sum[3] > 0 else { continue }
                for channel in 0..<3 { result[place + channel] = UInt8((sum[channel] / sum[3]).rounded()) }
                result[place + 3] = UInt8(min(255, (sum[3] / (ratio * ratio)).rounded()))
            }
        }
        return Pixels(side: target, bytes: result)
    }
}
