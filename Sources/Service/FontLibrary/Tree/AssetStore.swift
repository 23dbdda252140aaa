package import FontModel
internal import CLinux
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// A store of the files that were downloaded for providers, each under its SHA-256.
///
/// Files that belong to one provider alone are kept separately. All methods block.
package struct AssetStore: Sendable {
    /// The identity of a file in the store.
    package struct Key: Sendable, Hashable {
        /// The SHA-256 of the file.
        package var digest: FontDigest
        /// The only provider that may use the file, because it was downloaded with a secret.
        ///
        /// If `nil`, all providers that declare the file may use it.
        package var owner: ProviderIdentifier?

        /// Creates a key.
        package init(digest: FontDigest, owner: ProviderIdentifier?) {
            self.digest = digest
            self.owner = owner
        }

        /// Creates a key from a ``name``; `nil` for any other name.
        fileprivate init?(_ name: String) {
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let digest = FontDigest(hexadecimal: parts[0]) else { return nil }
            self.digest = digest
            guard parts.count == 2 else { return }
            guard let owner = ProviderIdentifier(rawValue: parts[1]) else { return nil }
            self.owner = owner
        }

        /// The name of the file.
        fileprivate var name: String { digest.hexadecimal + (owner.map { ".\($0.rawValue)" } ?? "") }
    }

    /// A file of the store.
    package struct Entry: Sendable, Equatable {
        /// The identity of the file.
        package var key: Key
        /// The size of the file in bytes.
        package var size: Int
        /// When the file was used last, in nanoseconds since 1970.
        package var lastUse: Int64
    }

    /// The directory, an absolute path.
    package let directory: String

    /// Creates a store; the directory is created with the first file.
    ///
    /// - Parameter directory: The absolute path of its directory.
    package init(directory: String) { self.directory = directory }

    /// Opens a file.
    ///
    /// - Parameter key: The file.
    /// - Returns: The open file; `nil` if it is not in the store.
    package func open(_ key: Key) -> OwnedFileDescriptor? {
        guard let file = try? ConfinedDirectory(path: directory).file([key.name]),
            let status = try? FileStatus(of: file), status.kind == .regular
        else { return nil }
        return file
    }

    /// Whether a file is in the store.
    package func contains(_ key: Key) -> Bool {
        (try? FileStatus(path: path(key)))?.kind == .regular
    }

    /// Records that a file is used now, so that files that were not used for longer are evicted first.
    package func touch(_ key: Key) { utimensat(AT_FDCWD, path(key), nil, AT_SYMLINK_NOFOLLOW) }

    /// Keeps a file.
    ///
    /// After a power loss, the file is either complete or missing; a missing file is downloaded again.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - owner: The only provider that may use the file; `nil` for a file that all providers may use that declare it.
    /// - Throws: The system error; no file is then left behind.
    package func keep(_ memory: SealedMemory, for owner: ProviderIdentifier? = nil) throws(Errno) {
        try make()
        // If two downloads of one file end at the same time, each has its own draft.
        let draft = "\(directory)/.\(memory.digest.hexadecimal)-\(FontIdentifier.random())"
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            })
        do throws(Errno) {
            try copyBytes(of: memory, to: file)
            try retryingInterrupts { fsync(file.rawValue) }
            try retryingInterrupts { rename(draft, path(Key(digest: memory.digest, owner: owner))) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Creates the directory if it does not exist.
    ///
    /// - Throws: The system error.
    package func make() throws(Errno) {
        let parent = directory.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        for path in [parent, directory] where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw Errno(rawValue: errno)
        }
    }

    /// Removes a file, if it exists.
    ///
    /// - Throws: The system error.
    package func remove(_ key: Key) throws(Errno) { try SmallFile(path: path(key)).remove() }

    /// The age at which a draft counts as abandoned, in seconds.
    private static let draftTime: Int64 = 60 * 60

    /// Lists the files of the store, and removes drafts that a crash left behind once they are an hour old.
    ///
    /// - Returns: The files, in no particular order.
    package func entries() -> [Entry] {
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        return names.compactMap { name in
            guard let key = Key(name) else {
                if name.hasPrefix("."), isAbandoned("\(directory)/\(name)") { unlink("\(directory)/\(name)") }
                return nil
            }
            guard let status = try? FileStatus(path: "\(directory)/\(name)"), status.kind == .regular else {
                return nil
            }
            return Entry(
                key: key, size: Int(clamping: status.stamp.size), lastUse: status.stamp.modificationNanoseconds)
        }
    }

    private func isAbandoned(_ draft: String) -> Bool {
        guard let status = try? FileStatus(path: draft), status.kind == .regular else { return false }
        return status.stamp.modificationNanoseconds < (WallClock.secondsSince1970 - Self.draftTime) * 1_000_000_000
    }

    /// The number of bytes that this user may still write in the file system of the store.
    ///
    /// - Throws: The system error.
    package func availableSpace() throws(Errno) -> Int {
        var place = directory
        // Before the first file exists, only a parent of the store's directory may exist.
        while place.utf8.count > 1, (try? FileStatus(path: place)) == nil {
            place = place.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
            if place.isEmpty { place = "/" }
        }
        return try FileSystem.space(of: try .reading(place)).available
    }

    private func path(_ key: Key) -> String { "\(directory)/\(key.name)" }
}
