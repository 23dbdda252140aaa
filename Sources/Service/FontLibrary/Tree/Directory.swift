internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// An open directory and the calls on its entries, none of which follows a symbolic link or leaves the directory.
struct Directory: Sendable {
    /// The open directory.
    let descriptor: OwnedFileDescriptor
    /// The path with which the directory was opened, for messages and for other processes.
    let path: String

    private init(descriptor: OwnedFileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a directory that need not be ours.
    ///
    /// Symbolic links on the way are followed, because a home may be reached through some.
    init(path: String) throws(Errno) {
        let raw = try retryingInterrupts {
            typecase_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        self.init(descriptor: OwnedFileDescriptor(adopting: raw), path: path)
    }

    /// Opens a directory inside this one.
    func directory(_ name: String) throws(Errno) -> Directory { try directory(EntryName(name)) }

    /// Opens a directory inside this one, whose name may be any.
    func directory(_ name: EntryName) throws(Errno) -> Directory {
        let opened = try open(name, flags: O_RDONLY | O_DIRECTORY)
        return Directory(descriptor: opened, path: path == "/" ? "/\(name.text)" : "\(path)/\(name.text)")
    }

    /// Opens an entry; the descriptor is closed on exec.
    ///
    /// - Throws: `ELOOP` if the entry is a symbolic link.
    func open(_ name: EntryName, flags: Int32, mode: mode_t = 0) throws(Errno) -> OwnedFileDescriptor {
        // A name is a single component, so it is resolved safely if a symbolic link at it is not followed. openat2
        // could not do more here, and the filters of user units answer it with ENOSYS.
        let raw = try retryingInterrupts {
            name.withCString {
                typecase_openat(descriptor.rawValue, $0, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            }
        }
        return OwnedFileDescriptor(adopting: raw)
    }

    /// Creates a directory with exactly these permissions, whatever the umask is.
    ///
    /// - Returns: Whether the directory was created; `false` if the name was taken.
    func makeDirectory(_ name: String, mode: mode_t) throws(Errno) -> Bool {
        do {
            try retryingInterrupts { mkdirat(descriptor.rawValue, name, mode) }
        } catch .fileExists {
            return false
        }
        let made = try directory(name)
        try retryingInterrupts { fchmod(made.descriptor.rawValue, mode) }
        return true
    }

    /// Moves an entry.
    ///
    /// - Parameters:
    ///   - name: The entry.
    ///   - target: The directory to move it to.
    ///   - newName: Its name there.
    ///   - isReplacing: Whether an existing entry with that name may be replaced.
    /// - Throws: `EEXIST` if the name is taken and the entry may not be replaced.
    func rename(
        _ name: EntryName, to target: Directory, as newName: EntryName, replacing isReplacing: Bool = false
    ) throws(Errno) {
        do {
            try rename(name, to: target, as: newName, flags: isReplacing ? 0 : typecase_RENAME_NOREPLACE)
        } catch .invalidArgument where !isReplacing {
            // Some file systems (NFS, older FUSE) do not support flags. Because of the lock, we are the only writer, so
            // checking first is equally safe.
            if target.contains(newName) { throw .fileExists }
            try rename(name, to: target, as: newName, flags: 0)
        }
    }

    private func rename(
        _ name: EntryName, to target: Directory, as newName: EntryName, flags: UInt32
    ) throws(Errno) {
        try retryingInterrupts {
            name.withCString { old in
                newName.withCString { new in
                    typecase_renameat2(descriptor.rawValue, old, target.descriptor.rawValue, new, flags)
                }
            }
        }
    }

    /// Removes an entry that is not a directory.
    func unlink(_ name: EntryName) throws(Errno) {
        try retryingInterrupts { name.withCString { unlinkat(descriptor.rawValue, $0, 0) } }
    }

    /// Removes an entry that is not a directory, if it is there.
    func unlinkIfPresent(_ name: EntryName) throws(Errno) {
        do throws(Errno) { try unlink(name) } catch .noSuchFileOrDirectory {}
    }

    /// Removes a directory that is empty.
    func removeDirectory(_ name: String) throws(Errno) { try removeDirectory(EntryName(name)) }

    /// Removes a directory that is empty, whose name may be any.
    func removeDirectory(_ name: EntryName) throws(Errno) {
        try retryingInterrupts { name.withCString { unlinkat(descriptor.rawValue, $0, AT_REMOVEDIR) } }
    }

    /// Whether there is an entry of any kind with this name.
    func contains(_ name: EntryName) -> Bool {
        var status = stat()
        return name.withCString { fstatat(descriptor.rawValue, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
    }

    /// The status of one of our entries.
    func status(of name: String) throws(Errno) -> FileStatus { try FileStatus(of: name, in: descriptor) }

    /// The names of all entries, sorted, so that all code walks the tree in the same order.
    func entries() throws(Errno) -> [EntryName] {
        // The stream takes ownership of a descriptor of its own. The directory is opened again because duplicated
        // descriptors share one position.
        let reopened = try open(".", flags: O_RDONLY | O_DIRECTORY)
        let raw = try retryingInterrupts { typecase_fcntl(reopened.rawValue, F_DUPFD_CLOEXEC, 0) }
        guard let stream = fdopendir(raw) else {
            let failure = Errno(rawValue: typecase_errno())
            _ = close(raw)
            throw failure
        }
        defer { closedir(stream) }
        var names: [EntryName] = []
        while let entry = try nextEntry(of: stream) {
            if entry != "." && entry != ".." { names.append(entry) }
        }
        return names.sorted()
    }

    /// Sets the times of the directory to now, as if something in it had changed.
    func setTimesToNow() throws(Errno) { try retryingInterrupts { futimens(descriptor.rawValue, nil) } }

    /// Sets the times of the directory, to the second.
    func setTimes(toSecond second: Int) throws(Errno) {
        let time = timespec(tv_sec: second, tv_nsec: 0)
        try retryingInterrupts {
            withUnsafePointer(to: (time, time)) { pair in
                pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor.rawValue, $0) }
            }
        }
    }

    /// Flushes the names in this directory to the disk, so that they survive a power loss.
    func synchronize() throws(Errno) { try retryingInterrupts { fsync(descriptor.rawValue) } }

    /// Flushes all pending writes of this directory's file system to the disk.
    func synchronizeFileSystem() throws(Errno) { try retryingInterrupts { typecase_syncfs(descriptor.rawValue) } }
}

/// The next name of a directory stream; `nil` at its end.
private func nextEntry(of stream: OpaquePointer) throws(Errno) -> EntryName? {
    errno = 0
    guard let entry = readdir(stream) else {
        let failure = typecase_errno()
        if failure != 0 { throw Errno(rawValue: failure) }
        return nil
    }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { preconditionFailure("d_name is stored") }
    // The field is not read directly: an entry is only as long as its name, which is shorter than the type says.
    let name = UnsafeRawPointer(entry).advanced(by: offset)
    return EntryName(copying: name.assumingMemoryBound(to: CChar.self))
}
