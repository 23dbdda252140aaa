package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The names of published files that end with the login session, in the root's hidden `.session`.
///
/// The note lies in the tree, so that it comes with the files wherever these are copied: nobody takes them for fonts that
/// are there for good.
extension TreeNotes {
    static let sessionNamesName = ".session"

    /// Reads which files end with the login session.
    ///
    /// - Returns: Their names.
    /// - Throws: What kept the directory from being read.
    package func sessionNames() throws(FontError) -> Set<FontFileName> {
        guard let root = try tree.openRoot(), let directory = try tree.openOurs(Self.sessionNamesName, in: root) else {
            return []
        }
        return try reporting("list the session's fonts") { () throws(Errno) in
            Set(try directory.entries().compactMap { FontFileName(rawValue: $0.text) })
        }
    }

    /// Notes that files end with the login session, durably; before they are published, and once more where they are.
    ///
    /// - Parameters:
    ///   - names: The files.
    ///   - expectation: What is expected of the root.
    /// - Throws: What kept them from being noted.
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

    /// Removes the notes of files that do not end with the login session, or have ended.
    ///
    /// - Parameter names: The files.
    /// - Throws: What kept the notes from being removed.
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
