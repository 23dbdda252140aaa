package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension FontTree {
    /// Opens the root; `nil` if it does not exist.
    func openRoot() throws(FontError) -> Directory? {
        guard let parent = try openIfPresent(Self.parent(of: root)) else { return nil }
        return try openOurs("typecase", in: parent)
    }

    /// Returns the status of a root.
    func status(of root: Directory) throws(FontError) -> TreeInventory.Root {
        try reporting("look at the directory of the published fonts") { () throws(Errno) in
            let stamp = try FileStatus(of: root.descriptor).stamp
            let isEmpty = root.contains(EntryName(Self.stageName)) ? false : try root.entries().isEmpty
            return TreeInventory.Root(
                fileSystem: try FileSystem.identity(of: root.descriptor), inode: stamp.inode,
                changeNanoseconds: stamp.changeNanoseconds, isEmpty: isEmpty)
        }
    }

    /// Whether a directory is not the root that contains the published fonts.
    ///
    /// It may be the mount point of a disk that contains them, or a directory that somebody created in order to remove
    /// them.
    func isWithoutFonts(_ root: Directory, foundIn known: PublishedRoot?) throws(FontError) -> Bool {
        let found = try status(of: root)
        return found.isEmpty || known.map(found.wasThere(before:)) ?? false
    }

    /// The error for the case that all of the expected published fonts are missing.
    ///
    /// The probable cause is a disk that is not mounted, rather than a wish to remove every font.
    var goneError: FontError {
        FontError(
            .readOnly,
            """
            The published fonts are missing from \(root). Check that the disk is mounted, or restore the fonts. To \
            remove them permanently, create an empty directory there.
            """)
    }

    /// Opens the store; `nil` if it does not exist.
    func openStore() throws(FontError) -> Directory? {
        guard let dataHome = try openIfPresent(locations.dataHome),
            let parent = try openOurs("typecase", in: dataHome)
        else { return nil }
        return try openOurs("store", in: parent)
    }

    /// Opens a shard; `nil` if it does not exist.
    func openShard(_ shard: Shard, of root: Directory) throws(FontError) -> Directory? {
        try openOurs(shard.name, in: root)
    }

    /// Opens or creates the root with its permanent directories.
    ///
    /// - Parameters:
    ///   - expectation: What is expected of the root. If it should contain fonts but is missing or empty, it is not
    ///     created again, which would mean that all fonts were removed.
    ///   - created: Receives the directories that were created.
    /// - Returns: The root.
    /// - Throws: ``goneError``, or an error if a directory could not be created.
    func makeRoot(
        expecting expectation: RootExpectation, recording created: inout CreatedDirectories
    ) throws(FontError) -> Directory {
        if case .fonts(let known) = expectation {
            guard let root = try openRoot() else { throw goneError }
            if try isWithoutFonts(root, foundIn: known) { throw goneError }
        }
        let path = root
        let parent = try makeDirectories(Self.parent(of: path), mode: Self.publishedMode, recording: &created)
        let root = try makeOurs("typecase", in: parent, mode: Self.publishedMode, recording: &created)
        _ = try makeOurs(Self.stageName, in: root, mode: Self.storeMode, recording: &created)
        _ = try makeOurs(PublishedNames.sentinel, in: root, mode: Self.publishedMode, recording: &created)
        return root
    }

    /// Creates the directory around the root, if it is missing.
    ///
    /// Sandboxes see only directories that existed when they started.
    ///
    /// - Throws: An error if the directory could not be created.
    package func makeSurroundings() throws(FontError) {
        var created = CreatedDirectories()
        _ = try makeDirectories(Self.parent(of: root), mode: Self.publishedMode, recording: &created)
    }

    /// Changes the time of the directory around the root, if the directory changed in the last seconds, or since the
    /// last notice.
    ///
    /// A program that scanned the directory in the second in which the root was created does not know the root. The
    /// time of the directory, which the program recorded, would otherwise never change again.
    ///
    /// - Parameters:
    ///   - root: The root, whose sentinel has the time of the last notice, or of its creation with the root.
    ///   - comingSecond: The second, since 1970, to record; `nil` for now.
    /// - Throws: An error if the directory could not be changed.
    func bumpSurroundings(of root: Directory, comingSecond: Int?) throws(FontError) {
        guard let parent = try openIfPresent(Self.parent(of: self.root)) else { return }
        try reporting("announce the new directory of fonts") { () throws(Errno) in
            let changed = try FileStatus(of: parent.descriptor).stamp.modificationNanoseconds / 1_000_000_000
            let age = Int64(time(nil)) - changed
            let lastNotice = try? root.status(of: PublishedNames.sentinel).stamp.modificationNanoseconds / 1_000_000_000
            guard age > 0, age < Self.newRootSeconds || changed >= lastNotice ?? .max else { return }
            if let comingSecond { try parent.setTimes(toSecond: comingSecond) } else { try parent.setTimesToNow() }
        }
    }

    /// The time during which a root counts as new, in seconds.
    ///
    /// It is longer than the longest delay of the first notice after the root was created.
    private static let newRootSeconds: Int64 = 10

    /// Removes the root if it contains no fonts, no staged fonts and no foreign entries.
    ///
    /// Each of its directories costs every program time. The directory around it stays, because its creator is unknown.
    /// Blocks; no transaction may be about to write there.
    ///
    /// - Returns: Whether there was a root and it was removed.
    /// - Throws: An error if the directories could not be checked.
    @discardableResult
    package func removeEmptyRoot() throws(FontError) -> Bool {
        let path = root
        guard let root = try openRoot(), let parent = try openIfPresent(Self.parent(of: path)) else { return false }
        return try reporting("look for directories that are not needed") { () throws(Errno) in
            var empty = CreatedDirectories()
            empty.append("typecase", in: parent)
            let names = try root.entries().map(\.text)
            // A directory that we did not create may be a mount point for a disk.
            guard names.contains(Self.stageName) else { return false }
            for name in names {
                let isOurs = name == Self.stageName || name == PublishedNames.sentinel || Shard(name: name) != nil
                guard isOurs, try root.status(of: name).kind == .directory,
                    try root.directory(name).entries().isEmpty
                else { return false }
                empty.append(name, in: root)
            }
            return empty.removeEmpty().contains(path)
        }
    }

    /// Opens or creates the store; `created` receives the directories that were created.
    func makeStore(recording created: inout CreatedDirectories) throws(FontError) -> Directory {
        let dataHome = try makeDirectories(locations.dataHome, mode: Self.storeMode, recording: &created)
        let parent = try makeOurs("typecase", in: dataHome, mode: Self.storeMode, recording: &created)
        return try makeOurs("store", in: parent, mode: Self.storeMode, recording: &created)
    }

    /// Opens or creates a directory that must belong to us alone.
    func makeOurs(
        _ name: String, in parent: Directory, mode: mode_t, recording created: inout CreatedDirectories
    ) throws(FontError) -> Directory {
        let path = "\(parent.path)/\(name)"
        if let existing = try openOurs(name, in: parent) { return existing }
        let isNew = try reporting("make the directory \(path)") { () throws(Errno) in
            try parent.makeDirectory(name, mode: mode)
        }
        if isNew { created.append(name, in: parent) }
        guard let directory = try openOurs(name, in: parent) else {
            throw FontError(.registrationFailed, "The directory \(path) went away while it was being made.")
        }
        return directory
    }

    /// Opens a directory that must belong to us alone; `nil` if it does not exist.
    func openOurs(_ name: String, in parent: Directory) throws(FontError) -> Directory? {
        let path = "\(parent.path)/\(name)"
        let directory: Directory
        let status: FileStatus
        do throws(Errno) {
            directory = try parent.directory(name)
            status = try FileStatus(of: directory.descriptor)
        } catch {
            switch error {
            case .noSuchFileOrDirectory: return nil
            case .tooManySymbolicLinkLevels, .notDirectory:
                throw FontError(
                    .readOnly,
                    "\(path) must be a directory and not a symbolic link, because sandboxes cannot follow links. Move "
                        + "it to another place.")
            default: throw FontError(error, while: "open \(path)")
            }
        }
        guard status.userID == geteuid() else {
            let remedy = DirectoryObstacle(of: path).map { "\($0.message) \($0.remedy)" }
            throw FontError(.readOnly, remedy ?? "\(path) belongs to another user.")
        }
        guard status.mode & 0o022 == 0 else {
            throw FontError(.readOnly, "\(path) is writable by other users. Remove that permission with 'chmod go-w'.")
        }
        return directory
    }

    /// Opens a directory that need not belong to us alone, and creates it and its parents if they are missing.
    private func makeDirectories(
        _ path: String, mode: mode_t, recording created: inout CreatedDirectories
    ) throws(FontError) -> Directory {
        if let existing = try openIfPresent(path) { return existing }
        let parent = try makeDirectories(Self.parent(of: path), mode: Self.storeMode, recording: &created)
        let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
        let isNew = try reporting("make the directory \(path)") { () throws(Errno) in
            try parent.makeDirectory(name, mode: mode)
        }
        if isNew { created.append(name, in: parent) }
        return try reporting("open \(path)") { () throws(Errno) in try Directory(path: path) }
    }

    private func openIfPresent(_ path: String) throws(FontError) -> Directory? {
        do throws(Errno) {
            return try Directory(path: path)
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw FontError(error, while: "open \(path)")
        }
    }

    /// The path of the parent directory.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

/// The directories that were created, so that they can be removed or made durable.
struct CreatedDirectories: Sendable {
    private var entries: [(parent: Directory, name: String)] = []

    /// Whether no directory was created.
    var isEmpty: Bool { entries.isEmpty }

    /// The directories in which others were made.
    var parents: [Directory] { entries.map(\.parent) }

    /// The paths of the created directories.
    var paths: [String] { entries.map { "\($0.parent.path)/\($0.name)" } }

    mutating func append(_ name: String, in parent: Directory) { entries.append((parent, name)) }

    /// Removes the directories that are still empty, the innermost first.
    ///
    /// - Returns: The paths of the removed directories.
    mutating func removeEmpty() -> [String] {
        var removed: [String] = []
        while let entry = entries.popLast() {
            // A directory that is already in use must stay.
            do throws(Errno) {
                try entry.parent.removeDirectory(entry.name)
                removed.append("\(entry.parent.path)/\(entry.name)")
            } catch {}
        }
        return removed
    }
}

/// Runs file operations and reports their errors as font errors.
///
/// - Parameters:
///   - action: What is being done, such as `publish the font`.
///   - body: The calls.
/// - Returns: What the body returns.
/// - Throws: What the body throws, as a font error.
func reporting<Result>(_ action: String, _ body: () throws(Errno) -> Result) throws(FontError) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw FontError(error, while: action)
    }
}
