/// A file's identity, size and times in one value.
///
/// If the stamp is unchanged, so are the bytes, unless the change was deliberately hidden.
package struct FileStamp: Sendable, Hashable {
    /// The inode number.
    package var inode: UInt64
    /// The size in bytes.
    package var size: Int64
    /// When the bytes last changed, in nanoseconds since 1970.
    package var modificationNanoseconds: Int64
    /// When the inode last changed, in nanoseconds since 1970.
    package var changeNanoseconds: Int64

    /// Creates a stamp.
    package init(inode: UInt64, size: Int64, modificationNanoseconds: Int64, changeNanoseconds: Int64) {
        self.inode = inode
        self.size = size
        self.modificationNanoseconds = modificationNanoseconds
        self.changeNanoseconds = changeNanoseconds
    }
}
