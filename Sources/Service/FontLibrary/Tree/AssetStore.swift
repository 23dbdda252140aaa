package import FontModel
internal import CLinux
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// Keeps the files that were fetched for providers, each under its SHA-256, and apart those for one provider alone.
///
/// All methods block.
package struct AssetStore: Sendable {
    /// What a file of the store is known by.
    package struct Key: Sendable, Hashable {
        /// The SHA-256 of the file.
        package var digest: FontDigest
        /// Whose it is alone, as it was fetched with a secret; `nil` for a file that all have who declare it.
        package var owner: ProviderIdentifier?

        /// Names a file.
        package init(digest: FontDigest, owner: ProviderIdentifier?) {
            self.digest = digest
            self.owner = owner
        }

        /// Reads ``name`` back; `nil` for any other name.
        fileprivate init?(_ name: String) {
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let digest = FontDigest(hexadecimal: parts[0]) else { return nil }
            self.digest = digest
            guard parts.count == 2 else { return }
            guard let owner = ProviderIdentifier(rawValue: parts[1]) else { return nil }
            self.owner = owner
        }

        /// What the file is called.
        fileprivate var name: String { digest.hexadecimal + (owner.map { ".\($0.rawValue)" } ?? "") }
    }

    /// A file of the store.
    package struct Entry: Sendable, Equatable {
        /// What it is known by.
        package var key: Key
        /// How many bytes it has.
        package var size: Int
        /// When it was used last, in nanoseconds since 1970.
        package var lastUse: Int64
    }

    /// The directory, an absolute path.
    package let directory: String

    /// Names a store; nothing is made before the first file.
    ///
    /// - Parameter directory: The absolute path of its directory.
    package init(directory: String) { self.directory = directory }

    /// Opens a file.
    ///
    /// - Parameter key: The file.
    /// - Returns: The file; `nil` where it is not here.
    package func open(_ key: Key) -> OwnedFileDescriptor? {
        guard let file = try? ConfinedDirectory(path: directory).file([key.name]),
            let status = try? FileStatus(of: file), status.kind == .regular
        else { return nil }
        return file
    }

    /// Whether a file is here.
    package func contains(_ key: Key) -> Bool {
        (try? FileStatus(path: path(key)))?.kind == .regular
    }

    /// Notes that a file is used now, so that it is evicted after files that were not used for longer.
    package func touch(_ key: Key) { utimensat(AT_FDCWD, path(key), nil, AT_SYMLINK_NOFOLLOW) }

    /// Keeps a file, which is whole or not here after a power loss: what is not here is fetched again.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - owner: Whose it is alone; `nil` for a file that all have who declare it.
    /// - Throws: What the system said; then nothing is left behind.
    package func keep(_ memory: SealedMemory, for owner: ProviderIdentifier? = nil) throws(Errno) {
        try make()
        // Two downloads of one file that end together each have a draft of their own.
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

    /// Makes the directory, where it is not there.
    ///
    /// - Throws: What the system said.
    package func make() throws(Errno) {
        let parent = directory.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        for path in [parent, directory] where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw Errno(rawValue: errno)
        }
    }

    /// Removes a file; nothing happens where it is not here.
    ///
    /// - Throws: What the system said.
    package func remove(_ key: Key) throws(Errno) { try SmallFile(path: path(key)).remove() }

    /// The age from which a draft counts as abandoned.
    private static let draftTime: Int64 = 60 * 60

    /// The files of the store; drafts that a crash has left behind are removed once they are an hour old.
    ///
    /// - Returns: The files, in no order.
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

    /// The bytes that this user may still write in the file system of the store.
    ///
    /// - Throws: What the system said.
    package func availableSpace() throws(Errno) -> Int {
        var place = directory
        // Before the first file there is but the directory that it will be in.
        while place.utf8.count > 1, (try? FileStatus(path: place)) == nil {
            place = place.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
            if place.isEmpty { place = "/" }
        }
        return try FileSystem.space(of: try .reading(place)).available
    }

    private func path(_ key: Key) -> String { "\(directory)/\(key.name)" }
}
