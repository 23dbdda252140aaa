package import FontModel
internal import Synchronization
internal import SystemPackage

/// The directory that fonts wait in, made for the first of them and removed where none of them was published: each
/// directory costs every program time.
package final class StagingDirectory: Sendable {
    private let tree: FontTree
    /// What had to be made; locked as long as it is being made or removed.
    private let created = Mutex(CreatedDirectories())

    /// Makes nothing yet.
    ///
    /// - Parameter tree: Whose fonts wait there.
    package init(of tree: FontTree) { self.tree = tree }

    /// Whether anything may have been made that is to be removed.
    package var isToBeRemoved: Bool { created.withLockIfAvailable { !$0.isEmpty } ?? true }

    /// Makes the directory, and the root around it, where they are missing.
    ///
    /// Blocks.
    ///
    /// - Parameter expectation: What is expected of the root.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` for a root that is gone, and what else kept a directory from
    ///   being made.
    package func make(expecting expectation: RootExpectation) throws(FontError) {
        try created.withLock { created throws(FontError) in
            let known = created.parents.count
            _ = try tree.makeRoot(expecting: expectation, recording: &created)
            for parent in created.parents.dropFirst(known) {
                try reporting("make the fonts' directories") { () throws(Errno) in try parent.synchronize() }
            }
        }
    }

    /// Removes what was made, where no font waits and none was ever published.
    ///
    /// Blocks. Nobody may be about to put anything there.
    ///
    /// - Throws: What kept somebody from looking.
    package func removeIfUnused() throws(FontError) {
        try created.withLock { created throws(FontError) in
            // With the first shard all of it is there to stay.
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
