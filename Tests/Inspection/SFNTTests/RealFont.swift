import Glibc

/// The fonts of Debian's package fonts-dejavu-core, where they are installed.
enum RealFont {
    static let areInstalled = FontReaderTests.realFonts.allSatisfy { access($0, R_OK) == 0 }

    struct Unreadable: Error {}

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Unreadable() }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
