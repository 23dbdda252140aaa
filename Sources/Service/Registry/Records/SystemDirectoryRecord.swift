/// A directory of system fonts whose faces are in the registry.
package struct SystemDirectoryRecord: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    /// The directory's modification time when its faces were read, in nanoseconds since 1970.
    package var modificationNanoseconds: Int64

    /// Creates a record.
    package init(path: String, modificationNanoseconds: Int64) {
        self.path = path
        self.modificationNanoseconds = modificationNanoseconds
    }
}
