internal import InspectionProtocol

/// The path of an entry, read as every system may read it.
struct ArchivePath {
    let bytes: [UInt8]

    private let parts: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parts = bytes.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }

    /// Whether it begins at a root: of Unix, of a share or of a drive.
    var isAbsolute: Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") { return true }
        return bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && (0x41...0x5A ~= first & 0xDF)
    }

    /// Whether a part of it is the directory above.
    var leadsUp: Bool { parts.contains { $0.elementsEqual("..".utf8) } }

    /// Whether it has more bytes or directories than allowed.
    var isTooLong: Bool { bytes.count > ArchiveLimits.pathLength || parts.count > ArchiveLimits.depth }

    /// Whether it is what macOS adds to archives beside each file: attributes in files called like fonts.
    var isMetadataOfMacOS: Bool {
        parts.last?.starts(with: "._".utf8) == true || parts.contains { $0.elementsEqual("__MACOSX".utf8) }
    }

    /// Whether the name ends in one of these, whatever the case of its letters.
    func ends(inOneOf ends: [String]) -> Bool {
        ends.contains { end in
            bytes.count > end.utf8.count
                && zip(bytes.suffix(end.utf8.count), end.utf8).allSatisfy { byte, wanted in
                    byte == wanted || (0x41...0x5A ~= byte && byte | 0x20 == wanted)
                }
        }
    }

    /// The path for a message: a part of it, where it is long, without anything that is not to be shown.
    var text: String {
        let shown = bytes.prefix(200)
        let text = String(decoding: shown, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value ? "\u{FFFD}" : Character(scalar)
        }
        return String(text) + (shown.count < bytes.count ? "…" : "")
    }
}
