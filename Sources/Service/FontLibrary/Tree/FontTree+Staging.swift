internal import CLinux
package import FontModel
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// Validated bytes on the disk, hidden beside the shards, until a transaction puts them into place.
///
/// A batch stores its fonts in this way, because thousands of them would not fit into memory. A single font is already
/// written there while it is still being examined.
package struct StagedFont: Sendable, Hashable {
    /// The content.
    package let digest: FontDigest
    /// The number of bytes.
    package let size: Int
    /// The entry in the staging directory.
    let name: EntryName
    /// The file's stamp when it was written; if it is unchanged, so are the bytes.
    let stamp: FileStamp
    /// Whether the bytes are on the disk.
    let isDurable: Bool
}

extension FontTree {
    /// The suffix of the names of staged fonts, which distinguishes them from the files of a running transaction.
    private static let stagedExtension = ".batch"

    /// Writes bytes to the staging directory, which must exist: see ``StagingDirectory``.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - isDurable: Whether to wait until the bytes are on the disk.
    ///   - leave: Receives the rest of a file that could neither be written nor removed.
    /// - Returns: The staged font.
    /// - Throws: ``FontModel/FontError/Code/storageFull``, or another error if the file could not be written.
    package func stage(
        _ memory: SealedMemory, durably isDurable: Bool = false, leaving leave: (StagedFont) -> Void = { _ in }
    ) throws(FontError) -> StagedFont {
        while true {
            do throws(FontError) {
                return try stageOnce(memory, durably: isDurable, leaving: leave)
            } catch {
                // New fonts are more important than removed ones.
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
        /// The font with the current state of the file.
        func staged() throws(Errno) -> StagedFont {
            StagedFont(
                digest: memory.digest, size: memory.size, name: name, stamp: try FileStatus(of: file).stamp,
                isDurable: isDurable)
        }
        do throws(Errno) {
            // The umask removed permissions that other programs need to read the font.
            try retryingInterrupts { fchmod(file.rawValue, Self.fontMode) }
            try copyBytes(of: memory, to: file)
            if isDurable {
                try retryingInterrupts { fsync(file.rawValue) }
            } else {
                // The disk can begin to write while the next fonts are examined. This is a hint that not every file
                // system supports.
                _ = typecase_start_writing(file.rawValue)
            }
            return try staged()
        } catch {
            do throws(Errno) { try stage.unlinkIfPresent(name) } catch { if let font = try? staged() { leave(font) } }
            throw FontError(error, while: "write the font")
        }
    }

    /// Opens a staged font to read it.
    package func open(_ font: StagedFont) throws(FontError) -> OwnedFileDescriptor {
        guard let stage = try openStage() else { throw Self.notThere("\(root)/\(Self.stageName)") }
        return try openFont(font.name, in: stage)
    }

    /// Removes staged fonts; fonts that were already put into place are not affected.
    package func discard(_ fonts: [StagedFont]) throws(FontError) {
        guard !fonts.isEmpty, let stage = try openStage() else { return }
        try reporting("remove a font that is not needed") { () throws(Errno) in
            for font in fonts { try stage.unlinkIfPresent(font.name) }
        }
    }

    /// Removes every staged font, which batches left behind when the service was killed.
    ///
    /// - Returns: The number of removed fonts.
    @discardableResult
    package func discardStagedFonts() throws(FontError) -> Int {
        guard let stage = try openStage() else { return 0 }
        return try reporting("remove fonts that are not needed") { () throws(Errno) in
            let left = try stage.entries().filter { $0.text.hasSuffix(Self.stagedExtension) }
            for name in left { try stage.unlinkIfPresent(name) }
            return left.count
        }
    }

    /// Flushes all staged fonts to the disk, so that the transaction has little left to wait for.
    package func synchronizeStagedFonts() throws(FontError) {
        guard let stage = try openStage() else { return }
        try reporting("write the fonts to the disk") { () throws(Errno) in try stage.synchronizeFileSystem() }
    }

    /// Opens the staging directory; `nil` if it does not exist.
    func openStage() throws(FontError) -> Directory? {
        guard let root = try openRoot() else { return nil }
        return try openOurs(Self.stageName, in: root)
    }
}
