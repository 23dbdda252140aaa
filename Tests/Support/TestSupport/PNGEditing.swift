internal import CZlib

/// Changes PNG files in ways that no encoder would.
package enum PNGEditing {
    /// Adds a chunk behind the first.
    package static func adding(_ type: String, _ content: [UInt8], to png: [UInt8]) -> [UInt8] {
        // The signature and IHDR.
        png[..<33] + chunk(Array(type.utf8), content) + png[33...]
    }

    /// Says another size than the pixels have.
    package static func settingSize(_ width: UInt32, _ height: UInt32, of png: [UInt8]) -> [UInt8] {
        let content = word(width) + word(height) + png[24..<29]
        return png[..<8] + chunk(Array("IHDR".utf8), content) + png[33...]
    }

    private static func chunk(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let body = type + content
        let sum = crc32(0, body, UInt32(body.count))
        return word(UInt32(content.count)) + body + word(UInt32(truncatingIfNeeded: sum))
    }

    private static func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
