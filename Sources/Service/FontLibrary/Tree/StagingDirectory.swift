package import FontModel
internal import Synchronization
internal import SystemPackage

/// The directory of staged fonts, which is created for the first of them.
///
/// It is removed if none of them was published, because each directory costs every program time.
package final class StagingDirectory: Sendable {
    private let tree: FontTree
    /// The directories that were created; locked while they are being created or removed.
    private let created = Mutex(CreatedDirectories())

    /// Creates the object without creating any directories.
    ///
    /// - Parameter tree: The tree whose fonts are staged.
    package init(of tree: FontTree) { self.tree = tree }

    /// Whether directories may have been created that must be removed.
    package var isToBeRemoved: Bool { created.withLockIfAvailable { !$0.isEmpty } ?? true }

    /// Creates the directory, and the root around it, if they are missing.
    ///
    /// Blocks.
    ///
    /// - Parameter expectation: What is expected of the root.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` if the root is missing, or an error if a directory could not be
    ///   created.
    package func make(expecting expectation: RootExpectation) throws(FontError) {
        try created.withLock { created throws(FontError) in
            let known = created.parents.count
            _ = try tree.makeRoot(expecting: expectation, recording: &created)
            for parent in created.parents.dropFirst(known) {
                try reporting("make the fonts' directories") { () throws(Errno) in try parent.synchronize() }
            }
        }
    }

    /// Removes the created directories if no font is staged and none was ever published.
    ///
    /// Blocks. No transaction may be about to write there.
    ///
    /// - Throws: An error if the directories could not be checked.
    package func removeIfUnused() throws(FontError) {
        try created.withLock { created throws(FontError) in
            // Once the first shard exists, all directories are permanent.
            guard let shards = try tree.shards(), shards.isEmpty else { return created = CreatedDirectories() }
            if let stage = try tree.openStage() {
                let isUsed = try reporting("look for fonts that wait") { () throws(Errno) in
                    try !stage.entries().isEmpty
                }
                if isUsed { return }
            }
            _ = created.removeEmpty()
        }
    }
}
