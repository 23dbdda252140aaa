internal import CLinux
package import FontModel
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// Validated bytes that wait on the disk, hidden beside the shards, for the transaction that puts them into place.
///
/// A batch keeps its fonts so, as thousands of them would not fit into memory; a single font is on its way there while it
/// is still being examined.
package struct StagedFont: Sendable, Hashable {
    /// The content.
    package let digest: FontDigest
    /// The number of bytes.
    package let size: Int
    /// The entry of the staging directory.
    let name: EntryName
    /// The file's stamp when it was written: where it is still the same, so are the bytes.
    let stamp: FileStamp
    /// Whether the disk has the bytes.
    let isDurable: Bool
}

extension FontTree {
    /// What the names of staged fonts end in, by which they differ from the files of a transaction under way.
    private static let stagedExtension = ".batch"

    /// Writes bytes to where they wait, which is there already: see ``StagingDirectory``.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - isDurable: Whether to wait until the disk has them.
    ///   - leave: Takes what is left of a file that could not be written, where it cannot be removed either.
    /// - Returns: Where they are.
    /// - Throws: ``FontModel/FontError/Code/storageFull`` and what else keeps a file from being written.
    package func stage(
        _ memory: SealedMemory, durably isDurable: Bool = false, leaving leave: (StagedFont) -> Void = { _ in }
    ) throws(FontError) -> StagedFont {
        while true {
            do throws(FontError) {
                return try stageOnce(memory, durably: isDurable, leaving: leave)
            } catch {
                // Fonts that come are worth more than those that left.
                guard error.code == .storageFull, try removed.delete(freeing: memory.size) else { throw error }
            }
        }
    }

    private func stageOnce(
        _ memory: SealedMemory, durably isDurable: Bool, leaving leave: (StagedFont) -> Void
    ) throws(FontError) -> StagedFont {
        guard let stage = try openStage() else {
            throw FontError(.registrationFailed, "The directory \(root)/\(Self.stageName) is not there. Try again.")
        }
        let name = EntryName(FontIdentifier.random().rawValue + Self.stagedExtension)
        let file = try reporting("write the font") { () throws(Errno) in
            try stage.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: Self.fontMode)
        }
        /// The font as the file is now.
        func staged() throws(Errno) -> StagedFont {
            StagedFont(
                digest: memory.digest, size: memory.size, name: name, stamp: try FileStatus(of: file).stamp,
                isDurable: isDurable)
        }
        do throws(Errno) {
            // The umask took rights away that other programs need to read the font.
            try retryingInterrupts { fchmod(file.rawValue, Self.fontMode) }
            try copyBytes(of: memory, to: file)
            if isDurable {
                try retryingInterrupts { fsync(file.rawValue) }
            } else {
                // The disk can begin while the next fonts are examined. It is a hint, which not every file system takes.
                _ = typecase_start_writing(file.rawValue)
            }
            return try staged()
        } catch {
            do throws(Errno) { try stage.unlinkIfPresent(name) } catch { if let font = try? staged() { leave(font) } }
            throw FontError(error, while: "write the font")
        }
    }

    /// Removes staged fonts; those that were put into place are not there any more, and are left alone.
    package func discard(_ fonts: [StagedFont]) throws(FontError) {
        guard !fonts.isEmpty, let stage = try openStage() else { return }
        try reporting("remove a font that is not needed") { () throws(Errno) in
            for font in fonts { try stage.unlinkIfPresent(font.name) }
        }
    }

    /// Removes every staged font: what batches have left behind whose service was killed.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func discardStagedFonts() throws(FontError) -> Int {
        guard let stage = try openStage() else { return 0 }
        return try reporting("remove fonts that are not needed") { () throws(Errno) in
            let left = try stage.entries().filter { $0.text.hasSuffix(Self.stagedExtension) }
            for name in left { try stage.unlinkIfPresent(name) }
            return left.count
        }
    }

    /// Waits until the disk has everything that was staged, so that the transaction has little left to wait for.
    package func synchronizeStagedFonts() throws(FontError) {
        guard let stage = try openStage() else { return }
        try reporting("write the fonts to the disk") { () throws(Errno) in try stage.synchronizeFileSystem() }
    }

    /// Opens the directory that fonts wait in, `nil` where there is none.
    func openStage() throws(FontError) -> Directory? {
        guard let root = try openRoot() else { return nil }
        return try openOurs(Self.stageName, in: root)
    }
}
