package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension FontTree {
    /// Opens the root, `nil` where there is none.
    func openRoot() throws(FontError) -> Directory? {
        guard let parent = try openIfPresent(Self.parent(of: root)) else { return nil }
        return try openOurs("typecase", in: parent)
    }

    /// What a root is like.
    func status(of root: Directory) throws(FontError) -> TreeInventory.Root {
        try reporting("look at the directory of the published fonts") { () throws(Errno) in
            let stamp = try FileStatus(of: root.descriptor).stamp
            let isEmpty = root.contains(EntryName(Self.stageName)) ? false : try root.entries().isEmpty
            return TreeInventory.Root(
                fileSystem: try FileSystem.identity(of: root.descriptor), inode: stamp.inode,
                changeNanoseconds: stamp.changeNanoseconds, isEmpty: isEmpty)
        }
    }

    /// Whether a root is not the one that fonts are published in, but what a disk is mounted on that has them, or one that
    /// somebody has made to remove them.
    func isWithoutFonts(_ root: Directory, foundIn known: PublishedRoot?) throws(FontError) -> Bool {
        let found = try status(of: root)
        return found.isEmpty || known.map(found.wasThere(before:)) ?? false
    }

    /// What is said where the fonts that should be published are gone as a whole: a disk that is not mounted rather than a
    /// wish to remove every font.
    var goneError: FontError {
        FontError(
            .readOnly,
            "The published fonts are gone from \(root). Bring them back (is a disk not mounted?), or make the directory "
                + "anew, empty, to remove them for good.")
    }

    /// Opens the store, `nil` where there is none.
    func openStore() throws(FontError) -> Directory? {
        guard let dataHome = try openIfPresent(locations.dataHome),
            let parent = try openOurs("typecase", in: dataHome)
        else { return nil }
        return try openOurs("store", in: parent)
    }

    /// Opens a shard, `nil` where there is none.
    func openShard(_ shard: Shard, of root: Directory) throws(FontError) -> Directory? {
        try openOurs(shard.name, in: root)
    }

    /// Opens or makes the root with its permanent directories.
    ///
    /// - Parameters:
    ///   - expectation: What is expected of it: one that should have fonts and is gone or empty is not made anew, which
    ///     would say that all of them were removed.
    ///   - created: Gets what had to be made.
    /// - Returns: The root.
    /// - Throws: ``goneError``, and what kept a directory from being made.
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

    /// Makes the directory around the root, where it is missing.
    ///
    /// Sandboxes see only directories that were there when they started.
    ///
    /// - Throws: What kept it from being made.
    package func makeSurroundings() throws(FontError) {
        var created = CreatedDirectories()
        _ = try makeDirectories(Self.parent(of: root), mode: Self.publishedMode, recording: &created)
    }

    /// Gives the directory around the root the present time where it has changed in the last seconds.
    ///
    /// A program that looked in the second in which the root was made knows neither the root nor that there is anything
    /// new, and the time of the directory around it, which it knows, would never change again.
    func bumpSurroundings() throws(FontError) {
        guard let parent = try openIfPresent(Self.parent(of: root)) else { return }
        try reporting("announce the new directory of fonts") { () throws(Errno) in
            let changed = try FileStatus(of: parent.descriptor).stamp.modificationNanoseconds / 1_000_000_000
            let age = Int64(time(nil)) - changed
            if age > 0, age < Self.newRootSeconds { try parent.setTimesToNow() }
        }
    }

    /// Longer than the first notice may be put off after the root was made.
    private static let newRootSeconds: Int64 = 10

    /// Removes the root where nothing is in it: no font, none that waits, and nothing of anybody else's.
    ///
    /// Each of its directories costs every program time. That around it stays, as nobody knows who made it. Blocks; nobody
    /// may be about to put anything there.
    ///
    /// - Returns: Whether there was one, and it is gone.
    /// - Throws: What kept somebody from looking.
    @discardableResult
    package func removeEmptyRoot() throws(FontError) -> Bool {
        let path = root
        guard let root = try openRoot(), let parent = try openIfPresent(Self.parent(of: path)) else { return false }
        return try reporting("look for directories that are not needed") { () throws(Errno) in
            var empty = CreatedDirectories()
            empty.append("typecase", in: parent)
            let names = try root.entries().map(\.text)
            // A directory that we did not make may be there for a disk to be mounted on.
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

    /// Opens or makes the store; `created` gets what had to be made.
    func makeStore(recording created: inout CreatedDirectories) throws(FontError) -> Directory {
        let dataHome = try makeDirectories(locations.dataHome, mode: Self.storeMode, recording: &created)
        let parent = try makeOurs("typecase", in: dataHome, mode: Self.storeMode, recording: &created)
        return try makeOurs("store", in: parent, mode: Self.storeMode, recording: &created)
    }

    /// Opens or makes a directory that must be ours alone.
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

    /// Opens a directory that must be ours alone, `nil` where there is none.
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
                    "\(path) must be a directory and no symbolic link. Move it away; sandboxes cannot follow links.")
            default: throw FontError(error, while: "open \(path)")
            }
        }
        guard status.userID == geteuid() else {
            let remedy = DirectoryObstacle(of: path).map { "\($0.message) \($0.remedy)" }
            throw FontError(.readOnly, remedy ?? "\(path) belongs to another user.")
        }
        guard status.mode & 0o022 == 0 else {
            throw FontError(.readOnly, "\(path) can be written by others. Take that right away: chmod go-w.")
        }
        return directory
    }

    /// Opens a directory that need not be ours alone, making it and those above it where they are missing.
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

    /// The path of the directory that a path's last component is in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

/// Directories that had to be made, so that they can be unmade and made durable.
struct CreatedDirectories: Sendable {
    private var entries: [(parent: Directory, name: String)] = []

    /// Whether there is none.
    var isEmpty: Bool { entries.isEmpty }

    /// The directories in which others were made.
    var parents: [Directory] { entries.map(\.parent) }

    /// What was made.
    var paths: [String] { entries.map { "\($0.parent.path)/\($0.name)" } }

    mutating func append(_ name: String, in parent: Directory) { entries.append((parent, name)) }

    /// Removes those that are still empty, the innermost first.
    ///
    /// - Returns: The paths of those that are gone.
    mutating func removeEmpty() -> [String] {
        var removed: [String] = []
        while let entry = entries.popLast() {
            // One that somebody uses by now has to stay.
            do throws(Errno) {
                try entry.parent.removeDirectory(entry.name)
                removed.append("\(entry.parent.path)/\(entry.name)")
            } catch {}
        }
        return removed
    }
}

/// Does something with files and reports what goes wrong as a font error.
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
