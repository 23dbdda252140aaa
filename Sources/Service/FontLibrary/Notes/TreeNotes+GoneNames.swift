package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The names of published files that were removed, in the store's `gone`.
///
/// They prevent a stale copy from being treated as a new font when a sync or a backup brings it back.
extension TreeNotes {
    /// A published file that was removed.
    package struct GoneName: Sendable, Hashable {
        /// The file's content.
        package var digest: FontDigest
        /// The name that the file had.
        package var fileName: FontFileName

        /// Creates a name.
        package init(digest: FontDigest, fileName: FontFileName) {
            self.digest = digest
            self.fileName = fileName
        }
    }

    private static let goneName = "gone"
    /// The largest note in bytes, some 80,000 names; of a longer note, the latest half is kept.
    private static let goneLimit = 8 << 20

    /// Records durably that published files were removed.
    ///
    /// One line is added for each file, so that the cost does not grow with the total number of names.
    ///
    /// - Parameter names: The files.
    /// - Throws: An error if the names could not be recorded.
    package func noteGone(_ names: some Sequence<GoneName>) throws(FontError) {
        let lines = names.map { "\($0.digest.hexadecimal) \($0.fileName)\n" }.joined()
        guard !lines.isEmpty else { return }
        var created = CreatedDirectories()
        let store = try tree.makeStore(recording: &created)
        let size = (try? store.status(of: Self.goneName).stamp.size) ?? 0
        if size > Self.goneLimit { _ = try goneNames() }
        try reporting("note that a font was removed") { () throws(Errno) in
            let isNew = !store.contains(EntryName(Self.goneName))
            let file = try store.open(EntryName(Self.goneName), flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
            try write(Array(lines.utf8), to: file)
            try retryingInterrupts { fsync(file.rawValue) }
            if isNew { try store.synchronize() }
        }
    }

    /// Reads the names of removed files.
    ///
    /// Invalid lines are skipped: the last line may have been cut off by a power loss.
    ///
    /// - Returns: The names.
    /// - Throws: An error if the note could not be read.
    package func goneNames() throws(FontError) -> Set<GoneName> {
        let bytes: [UInt8]
        do throws(FontError) {
            guard let read = try readNote(Self.goneName, limit: 2 * Self.goneLimit) else { return [] }
            bytes = read
        } catch {
            guard error.code == .corrupt else { throw error }
            // The note is too long. Without it, a copy of a removed font may come back, which is better than a service
            // that does not work.
            try writeNote(Self.goneName, nil)
            return []
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let names = lines.compactMap(Self.goneName(in:))
        if bytes.count > Self.goneLimit {
            let latest = names.suffix(names.count / 2)
            try writeNote(
                Self.goneName, Array(latest.map { "\($0.digest.hexadecimal) \($0.fileName)\n" }.joined().utf8))
        }
        return Set(names)
    }

    private static func goneName(in line: ArraySlice<UInt8>) -> GoneName? {
        let parts = line.split(separator: UInt8(ascii: " "))
        guard parts.count == 2, let digest = FontDigest(hexadecimal: String(decoding: parts[0], as: UTF8.self)),
            let fileName = FontFileName(rawValue: String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        return GoneName(digest: digest, fileName: fileName)
    }
}
