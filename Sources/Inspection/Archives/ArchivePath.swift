internal import InspectionProtocol

/// The path of an entry, interpreted as any operating system may interpret it.
struct ArchivePath {
    let bytes: [UInt8]

    private let parts: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parts = bytes.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }

    /// Whether the path begins at the root of a Unix file system, of a share or of a drive.
    var isAbsolute: Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") { return true }
        return bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && (0x41...0x5A ~= first & 0xDF)
    }

    /// Whether a component of the path is the parent directory.
    var leadsUp: Bool { parts.contains { $0.elementsEqual("..".utf8) } }

    /// Whether the path has more bytes or directories than allowed.
    var isTooLong: Bool { bytes.count > ArchiveLimits.pathLength || parts.count > ArchiveLimits.depth }

    /// Whether the entry is one that macOS adds to archives for each file.
    ///
    /// Such entries contain attributes, and have names like those of fonts.
    var isMetadataOfMacOS: Bool {
        parts.last?.starts(with: "._".utf8) == true || parts.contains { $0.elementsEqual("__MACOSX".utf8) }
    }

    /// Whether the name ends in one of these suffixes, regardless of case.
    func ends(inOneOf ends: [String]) -> Bool {
        ends.contains { end in
            bytes.count > end.utf8.count
                && zip(bytes.suffix(end.utf8.count), end.utf8).allSatisfy { byte, wanted in
                    byte == wanted || (0x41...0x5A ~= byte && byte | 0x20 == wanted)
                }
        }
    }

    /// The path for a message: cut if it is long, and without characters that must not be shown.
    var text: String {
        let shown = bytes.prefix(200)
        let text = String(decoding: shown, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value ? "\u{FFFD}" : Character(scalar)
        }
        return String(text) + (shown.count < bytes.count ? "…" : "")
    }
}
