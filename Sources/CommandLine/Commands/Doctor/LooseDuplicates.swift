internal import FontModel
internal import LinuxSystem

/// Finds files of the same bytes among files.
package struct LooseDuplicates: Sendable, Equatable {
    /// The paths of files with the same bytes, two and more each, sorted.
    package private(set) var groups: [[String]] = []

    /// Looks for files of the same bytes; reads only those that have another's size.
    ///
    /// - Parameter files: The files; one that cannot be read is like none.
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
