internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem

/// Everything below a directory with its identity, mode, size and times: equal listings mean that nothing was touched.
struct TreeListing: Equatable, CustomStringConvertible {
    private(set) var entries: [String: FileStatus] = [:]

    /// Lists a directory without following links; empty where there is none.
    ///
    /// - Parameters:
    ///   - root: The directory.
    ///   - excluded: Paths to leave out with what is in them.
    init(_ root: String, excluding excluded: [String] = []) {
        guard !excluded.contains(root), let status = try? FileStatus(path: root) else { return }
        entries[root] = status
        guard status.kind == .directory else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
            entries.merge(TreeListing("\(root)/\(name)", excluding: excluded).entries) { $1 }
        }
    }

    /// The regular files, by path.
    var files: [String: FileStatus] { entries.filter { $0.value.kind == .regular } }

    var description: String { entries.keys.sorted().joined(separator: "\n") }
}
