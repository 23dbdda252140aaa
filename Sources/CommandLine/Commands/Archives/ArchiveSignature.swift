internal import Glibc
internal import LinuxSystem

/// Recognizes files that are archives and can be unpacked.
package enum ArchiveSignature {
    /// The extensions of archives, in lower case.
    package static let extensions = ["zip", "7z", "tar.gz", "tgz", "tar.xz", "txz"]

    /// The first bytes of zip files, including empty ones, and of 7z files.
    private static let signatures: [[UInt8]] = [
        Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8), Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
    ]

    /// The first bytes of files that are compressed with gzip or xz: archives, but also bitmap fonts.
    private static let compressedSignatures: [[UInt8]] = [[0x1F, 0x8B], [0xFD] + Array("7zXZ".utf8) + [0]]

    /// Whether the name of a file ends like that of an archive.
    static func isNamedLikeArchive(_ name: String) -> Bool {
        let name = name.lowercased()
        return extensions.contains { name.hasSuffix("." + $0) }
    }

    /// Whether the name of a file ends like that of an archive, or its content begins like an archive and nothing else.
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
