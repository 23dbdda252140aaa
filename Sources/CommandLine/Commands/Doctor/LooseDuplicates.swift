internal import FontModel
internal import LinuxSystem

/// Finds files with identical contents.
package struct LooseDuplicates: Sendable, Equatable {
    /// The groups of paths of identical files, sorted; each group contains at least two paths.
    package private(set) var groups: [[String]] = []

    /// Creates the groups of identical files among some files.
    ///
    /// Reads only files that have the same size as another file.
    ///
    /// - Parameter files: The files; a file that cannot be read counts as different from all others.
    package init(_ files: [FontDirectorySurvey.Entry]) {
        let sizes = Dictionary(grouping: files, by: \.status.stamp.size).filter { $0.key > 0 && $0.value.count > 1 }
        for files in sizes.values {
            var paths: [FontDigest: [String]] = [:]
            for file in files {
                guard let descriptor = try? FontFile.open(file.path), let digest = try? FileDigest.of(descriptor)
                else { continue }
                paths[digest, default: []].append(file.path)
            }
            groups += paths.values.filter { $0.count > 1 }.map { $0.sorted() }
        }
        groups.sort { $0[0] < $1[0] }
    }
}
