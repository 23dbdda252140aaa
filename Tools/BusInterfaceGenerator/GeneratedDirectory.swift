internal import Foundation

/// The directory of the generated files, which holds nothing else.
struct GeneratedDirectory {
    /// Where it is.
    let path: String

    /// What writing would change, a line per file.
    ///
    /// - Parameter files: The text by file name.
    /// - Returns: The lines, none where everything is as it should be.
    /// - Throws: What kept a file from being read.
    func differences(from files: [String: String]) throws -> [String] {
        var differences: [String] = []
        let present = Set(try existing())
        for name in files.keys.sorted() {
            if !present.contains(name) {
                differences.append("\(path)/\(name): missing")
            } else if try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8) != files[name] {
                differences.append("\(path)/\(name): differs")
            }
        }
        for name in present.subtracting(files.keys).sorted() {
            differences.append("\(path)/\(name): is generated from nothing")
        }
        return differences
    }

    /// Writes the files that differ and removes those that are generated from nothing.
    ///
    /// - Parameter files: The text by file name.
    /// - Throws: What kept a file from being read, written or removed.
    func write(_ files: [String: String]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let present = Set(try existing())
        for (name, text) in files {
            let url = URL(fileURLWithPath: "\(path)/\(name)")
            // An unchanged file keeps its time, so that nothing is built again.
            if present.contains(name), try String(contentsOf: url, encoding: .utf8) == text { continue }
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        for name in present.subtracting(files.keys) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private func existing() throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") }
    }
}
