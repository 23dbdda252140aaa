package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The names of published files that were removed, in the store's `gone`, so that a stale copy of one is not taken for a
/// new font when a sync or a backup brings it.
extension TreeNotes {
    /// A published file that was removed.
    package struct GoneName: Sendable, Hashable {
        /// Its content.
        package var digest: FontDigest
        /// The name it had.
        package var fileName: FontFileName

        /// Creates a name.
        package init(digest: FontDigest, fileName: FontFileName) {
            self.digest = digest
            self.fileName = fileName
        }
    }

    private static let goneName = "gone"
    /// The most bytes of the note, some 80,000 names; the latest half is kept of a longer one.
    private static let goneLimit = 8 << 20

    /// Notes that published files were removed, durably.
    ///
    /// One line each is added, so that the cost of one does not grow with the number of all.
    ///
    /// - Parameter names: The files.
    /// - Throws: What kept them from being noted.
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
    /// A line that cannot be understood is passed over: the last one may have been cut off by a power loss.
    ///
    /// - Returns: The names.
    /// - Throws: What kept the note from being read.
    package func goneNames() throws(FontError) -> Set<GoneName> {
        let bytes: [UInt8]
        do throws(FontError) {
            guard let read = try readNote(Self.goneName, limit: 2 * Self.goneLimit) else { return [] }
            bytes = read
        } catch {
            guard error.code == .corrupt else { throw error }
            // Too long. Without it a copy of a removed font may come back, which is less than a service that stands still.
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
