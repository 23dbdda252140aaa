/// What happened to an entry of a watched directory, or to the directory itself, since it was last told.
package struct DirectoryChange: Sendable, Hashable {
    /// What can happen.
    ///
    /// Several things that happened to one entry in one turn come together.
    package struct Kinds: OptionSet, Sendable, Hashable {
        /// The bits as inotify has them.
        package let rawValue: UInt32

        /// Takes inotify's bits.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A file was written to; told only where that was asked for.
        package static let modified = Kinds(rawValue: 0x002)
        /// Permissions, owner, times or the number of links.
        package static let attributes = Kinds(rawValue: 0x004)
        /// A file that was open for writing was closed.
        package static let written = Kinds(rawValue: 0x008)
        /// Renamed away, out of the directory or inside of it.
        package static let movedFrom = Kinds(rawValue: 0x040)
        /// Renamed to this name, from elsewhere or inside of the directory.
        package static let movedTo = Kinds(rawValue: 0x080)
        /// Made in the directory.
        package static let created = Kinds(rawValue: 0x100)
        /// Deleted from the directory.
        package static let deleted = Kinds(rawValue: 0x200)
        /// The watched directory itself was deleted.
        ///
        /// It is not watched any more.
        package static let directoryDeleted = Kinds(rawValue: 0x400)
        /// The watched directory itself was renamed.
        ///
        /// It is not watched any more.
        package static let directoryMoved = Kinds(rawValue: 0x800)
        /// The entry is a directory.
        package static let isDirectory = Kinds(rawValue: 0x4000_0000)
    }

    /// The watched directory, as it was named when watching began.
    package let directory: String
    /// The entry; nil for the directory itself.
    ///
    /// Bytes that are no UTF-8 are replaced, so such a name opens nothing.
    package let entry: String?
    /// What happened.
    package internal(set) var kinds: Kinds
}

/// What a directory watcher tells at a time.
package enum DirectoryReport: Sendable, Hashable {
    /// What happened in one turn of the loop, in the order in which each entry first came up.
    case changes([DirectoryChange])
    /// More happened than could be kept: any watched directory may have changed in any way.
    case overflow
}
