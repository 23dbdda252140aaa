internal import Glibc
package import LinuxSystem

/// Everything below a directory with its identity, mode, size and times: equal listings mean that nothing was touched.
package struct TreeListing: Equatable, CustomStringConvertible {
    /// What `lstat` says of each path.
    package private(set) var entries: [String: FileStatus] = [:]

    /// Lists a directory without following links; empty where there is none.
    ///
    /// - Parameter root: The directory.
    package init(_ root: String) {
        guard let status = try? FileStatus(path: root) else { return }
        entries[root] = status
        guard status.kind == .directory, let directory = opendir(root) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            entries.merge(TreeListing("\(root)/\(name)").entries) { $1 }
        }
    }

    /// The regular files, by path.
    package var files: [String: FileStatus] { entries.filter { $0.value.kind == .regular } }

    package var description: String { entries.keys.sorted().joined(separator: "\n") }
}
