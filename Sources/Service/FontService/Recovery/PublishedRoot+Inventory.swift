internal import FontLibrary
internal import FontModel
internal import LinuxSystem

extension PublishedRoot {
    /// Creates a root that was found with fonts just now.
    init(_ root: TreeInventory.Root) {
        self.init(
            fileSystem: root.fileSystem, inode: root.inode, seenNanoseconds: WallClock.microsecondsSince1970 * 1_000)
    }
}
