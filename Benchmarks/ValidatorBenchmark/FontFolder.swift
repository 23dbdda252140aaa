internal import Glibc

/// Finds and reads the files to measure on.
enum FontFolder {
    /// All regular files below some paths, but for those whose names say that they are no fonts.
    static func files(_ paths: [String]) -> [String] {
        var files: [String] = []
        for path in paths { search(path, into: &files) }
        return files
    }

    /// Whether a file begins as TrueType, OpenType and collections of them do.
    static func isFont(_ path: String) -> Bool {
        guard let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4)
        guard fread(&start, 1, start.count, file) == start.count else { return false }
        return start == [0, 1, 0, 0] || ["OTTO", "ttcf", "true"].contains { Array($0.utf8) == start }
    }

    private static let otherExtensions = [".csv", ".md", ".txt", ".json", ".sh", ".py", ".xml", ".html", ".ttx", ".pb"]

    private static func search(_ path: String, into files: inout [String]) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            if !otherExtensions.contains(where: path.hasSuffix) { files.append(path) }
        case S_IFDIR:
            guard let stream = opendir(path) else { return }
            var names: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." { names.append(name) }
            }
            closedir(stream)
            for name in names.sorted() { search("\(path)/\(name)", into: &files) }
        default: break
        }
    }

    /// The bytes of a file; none where it cannot be read.
    static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
