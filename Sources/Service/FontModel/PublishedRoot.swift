/// The directory of the published fonts, as recorded when they were first found in it.
package struct PublishedRoot: Sendable, Hashable {
    /// The identifier of its file system, which is stable across restarts.
    package var fileSystem: UInt64
    /// The inode number.
    package var inode: UInt64
    /// The time when the fonts were first found, in nanoseconds since 1970.
    package var seenNanoseconds: Int64

    /// Creates a value.
    package init(fileSystem: UInt64, inode: UInt64, seenNanoseconds: Int64) {
        self.fileSystem = fileSystem
        self.inode = inode
        self.seenNanoseconds = seenNanoseconds
    }
}
