/// The changes of an entry of a watched directory, or of the directory itself, since the last report.
package struct DirectoryChange: Sendable, Hashable {
    /// The kinds of changes.
    ///
    /// Several changes of one entry in one turn of the loop are combined.
    package struct Kinds: OptionSet, Sendable, Hashable {
        /// The bits, as defined by inotify.
        package let rawValue: UInt32

        /// Creates a set from inotify's bits.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A file was written to; only reported if requested.
        package static let modified = Kinds(rawValue: 0x002)
        /// The permissions, owner, times or number of links changed.
        package static let attributes = Kinds(rawValue: 0x004)
        /// A file that was open for writing was closed.
        package static let written = Kinds(rawValue: 0x008)
        /// The entry was renamed, to another name in this directory or elsewhere.
        package static let movedFrom = Kinds(rawValue: 0x040)
        /// The entry was renamed to this name, from another name in this directory or elsewhere.
        package static let movedTo = Kinds(rawValue: 0x080)
        /// The entry was created in the directory.
        package static let created = Kinds(rawValue: 0x100)
        /// The entry was deleted from the directory.
        package static let deleted = Kinds(rawValue: 0x200)
        /// The watched directory itself was deleted.
        ///
        /// It is no longer watched.
        package static let directoryDeleted = Kinds(rawValue: 0x400)
        /// The watched directory itself was renamed.
        ///
        /// It is no longer watched.
        package static let directoryMoved = Kinds(rawValue: 0x800)
        /// The entry is a directory.
        package static let isDirectory = Kinds(rawValue: 0x4000_0000)
    }

    /// The watched directory, by the name that was used to watch it.
    package let directory: String
    /// The name of the entry; nil for the directory itself.
    ///
    /// Invalid UTF-8 is replaced, so such a name cannot be used to open the file.
    package let entry: String?
    /// The kinds of changes that occurred.
    package internal(set) var kinds: Kinds
}

/// One report of a directory watcher.
package enum DirectoryReport: Sendable, Hashable {
    /// The changes in one turn of the loop, in the order in which each entry first changed.
    case changes([DirectoryChange])
    /// More changes occurred than could be kept: any watched directory may have changed in any way.
    case overflow
}
