package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The names of published files that last until the login session ends, in the root's hidden `.session`.
///
/// The note lies in the tree, so that it is copied together with the files. Thus the copies are not treated as
/// permanent fonts.
extension TreeNotes {
    static let sessionNamesName = ".session"

    /// Reads which files last until the login session ends.
    ///
    /// - Returns: Their names.
    /// - Throws: An error if the directory could not be read.
    package func sessionNames() throws(FontError) -> Set<FontFileName> {
        guard let root = try tree.openRoot(), let directory = try tree.openOurs(Self.sessionNamesName, in: root) else {
            return []
        }
        return try reporting("list the session's fonts") { () throws(Errno) in
            Set(try directory.entries().compactMap { FontFileName(rawValue: $0.text) })
        }
    }

    /// Records durably that files last until the login session ends.
    ///
    /// Call this before the files are published, and again once they are published.
    ///
    /// - Parameters:
    ///   - names: The files.
    ///   - expectation: What is expected of the root.
    /// - Throws: An error if the names could not be recorded.
    package func noteSessionNames(
        _ names: some Sequence<FontFileName>, expecting expectation: RootExpectation
    ) throws(FontError) {
        var created = CreatedDirectories()
        let root = try tree.makeRoot(expecting: expectation, recording: &created)
        let directory = try tree.makeOurs(
            Self.sessionNamesName, in: root, mode: FontTree.storeMode, recording: &created)
        try reporting("note the session's fonts") { () throws(Errno) in
            for name in names {
                _ = try directory.open(name.entryName, flags: O_WRONLY | O_CREAT, mode: 0o600)
            }
            try directory.synchronize()
        }
    }

    /// Removes the notes of files that are permanent, or whose session has ended.
    ///
    /// - Parameter names: The files.
    /// - Throws: An error if the notes could not be removed.
    package func forgetSessionNames(_ names: some Sequence<FontFileName>) throws(FontError) {
        guard let root = try tree.openRoot(), let directory = try tree.openOurs(Self.sessionNamesName, in: root) else {
            return
        }
        try reporting("clear up the notes of the session's fonts") { () throws(Errno) in
            for name in names { try directory.unlinkIfPresent(name.entryName) }
            if try directory.entries().isEmpty { try? root.removeDirectory(Self.sessionNamesName) }
        }
    }
}
