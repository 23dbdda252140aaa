internal import Glibc
internal import LinuxSystem

/// Tells which files are archives that can be unpacked.
package enum ArchiveSignature {
    /// The ends of the names of archives, in lower case.
    package static let extensions = ["zip", "7z", "tar.gz", "tgz", "tar.xz", "txz"]

    /// How zip files, also empty ones, and 7z files begin.
    private static let signatures: [[UInt8]] = [
        Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8), Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
    ]

    /// How files begin that are compressed with gzip and xz: archives, but bitmap fonts as well.
    private static let compressedSignatures: [[UInt8]] = [[0x1F, 0x8B], [0xFD] + Array("7zXZ".utf8) + [0]]

    /// Whether a file is called like an archive.
    static func isNamedLikeArchive(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix("." + $0) }
    }

    /// Whether a file is called like an archive, or begins like one and like nothing else.
    static func isArchive(_ path: String) -> Bool {
        if isNamedLikeArchive(path) { return true }
        guard let file = try? FontFile.open(path, followsLinks: true) else { return false }
        return begins(file, with: signatures)
    }

    /// Whether a file without a name begins like an archive.
    static func isArchive(_ file: OwnedFileDescriptor) -> Bool { begins(file, with: signatures + compressedSignatures) }

    private static func begins(_ file: OwnedFileDescriptor, with signatures: [[UInt8]]) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }
        return signatures.contains { bytes.prefix(count ?? 0).starts(with: $0) }
    }
}
