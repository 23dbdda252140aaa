internal import CLinux
internal import GRDB
internal import Glibc

/// The registry's file on disk before it is opened for use: examines it, creates it and sets it aside.
struct RegistryFile {
    /// The state of the file at the path.
    enum Finding {
        case missing
        case sound
        case damaged(String)
    }

    /// The suffixes of the files beside the main file that SQLite needs to read it.
    private static let companions = ["-wal", "-shm", "-journal"]
    /// The number of bytes of SQLite's header, from the SQLite database file format, section 1.3.
    static let headerSize = 100

    /// The absolute path of the main file.
    let path: String

    /// Examines the file at the path.
    ///
    /// Nothing is changed, except that uncommitted changes are rolled back if there is a journal.
    ///
    /// - Parameters:
    ///   - journalMode: The mode in which the registry will be opened.
    ///   - trustsCleanClose: Whether to skip the check of every page if the last run closed the file after the machine
    ///     started and did not encounter damage.
    /// - Returns: The state of the file.
    /// - Throws: ``RegistryError/Code/newerSchema`` for a file of a later version or of another program, other codes if
    ///   the file cannot be examined.
    func examine(_ journalMode: RegistryJournalMode, trustsCleanClose: Bool) throws(RegistryError) -> Finding {
        guard let size = try size() else {
            // SQLite would apply a leftover log or journal to the new file, or delete it.
            return hasUnfinishedWork() ? .damaged("the file is gone, its log is there") : .missing
        }
        guard size >= Self.headerSize else { return .damaged("\(size) bytes are no database") }
        // The header alone identifies a later version, before SQLite opens anything or replays a log.
        let header = try header()
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else { return .damaged("not a database") }
        try refuseNewer(
            application: Self.integer(header, at: 68), version: Self.integer(header, at: 60))
        // SQLite reads missing bytes of the last page as zeros. An incomplete page is valid only if a log or journal
        // contains the rest of it.
        guard size.isMultiple(of: Self.pageSize(header)) || hasUnfinishedWork() else {
            return .damaged("\(size) bytes are no whole number of pages")
        }
        do {
            return try examineContent(
                journalMode, isQuick: trustsCleanClose && !hasUnfinishedWork() && !exists(mark) && isOfThisBoot())
        } catch {
            let error = RegistryError(mapping: error)
            guard error.code == .damaged else { throw error }
            return .damaged(error.message)
        }
    }

    /// Creates the file, empty and accessible only to the user.
    ///
    /// SQLite gives the files beside it the same mode.
    func create() throws(RegistryError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw RegistryError(errno: errno, "create the registry") }
        Glibc.close(descriptor)
    }

    /// Removes the file that ``create()`` created, if the registry could not be set up.
    func discard() {
        for suffix in [""] + Self.companions { unlink(path + suffix) }
    }

    /// The file whose existence prevents a clean close from being trusted.
    private var mark: String { path + ".unsound" }

    /// Makes the next opening check every page, because a query has encountered damage.
    func distrust() {
        let descriptor = Glibc.open(mark, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Allows a clean close to be trusted again, after the file was found intact or was set aside.
    private func trust() { unlink(mark) }

    /// Whether the file was written after the machine started.
    ///
    /// Otherwise, the disk may have been damaged when the machine went down.
    private func isOfThisBoot() -> Bool {
        var status = stat()
        var now = timespec()
        var uptime = timespec()
        guard stat(path, &status) == 0 else { return false }
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        return status.st_mtim.tv_sec > now.tv_sec - uptime.tv_sec
    }

    /// Removes all permissions of other users, regardless of who created the file.
    func restrict() throws(RegistryError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 == 0 { return }
        guard chmod(path, 0o600) == 0 else { throw RegistryError(errno: errno, "restrict the registry") }
    }

    /// Sets the file and the files beside it aside by renaming them.
    ///
    /// - Returns: The new name of the main file, without the directory.
    func setAside() throws(RegistryError) -> String {
        var number = 1
        while ([""] + Self.companions).contains(where: { exists("\(path).damaged-\(number)\($0)") }) { number += 1 }
        let target = "\(path).damaged-\(number)"
        // The main file is renamed first. A crash in between then leaves only a log, which is set aside next time. In
        // the opposite order, a file would remain that seems intact although the log with its latest commits is
        // missing.
        for suffix in [""] + Self.companions where exists(path + suffix) {
            guard rename(path + suffix, target + suffix) == 0 else {
                throw RegistryError(errno: errno, "set the damaged registry aside")
            }
        }
        trust()
        return target.split(separator: "/").last.map(String.init) ?? target
    }

    /// The damaged file that was set aside last; `nil` if there is none.
    func lastSetAside() -> String? {
        let parts = path.split(separator: "/")
        let directory = "/" + parts.dropLast().joined(separator: "/")
        guard let name = parts.last, let stream = opendir(directory) else { return nil }
        defer { closedir(stream) }
        var last = 0
        while let entry = readdir(stream) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The names of the files beside it have a suffix after the number.
            guard found.hasPrefix("\(name).damaged-"), let number = Int(found.dropFirst(name.count + 9)) else {
                continue
            }
            last = max(last, number)
        }
        return last > 0 ? "\(path).damaged-\(last)" : nil
    }

    private func examineContent(_ journalMode: RegistryJournalMode, isQuick: Bool) throws -> Finding {
        var configuration = Configuration()
        configuration.busyMode = .timeout(RegistryLimits.busyTimeout)
        switch journalMode {
        // A crash before the log is enabled leaves a journal, which only a connection with write access can roll back.
        case .writeAheadLog: configuration.readonly = !hasContent("-journal")
        case .rollback:
            // Without shared memory, a log left by a run elsewhere can be read only by a connection with exclusive
            // write access.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        defer {
            try? database.close()
            // The closed database is kept: releasing its dispatch queue would start libdispatch's threads, one of which
            // would wake up every second for as long as the process runs.
            _ = Unmanaged.passRetained(database)
        }
        return try database.unsafeRead { db in
            try refuseNewer(
                application: try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                version: try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
            let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            if tables.contains("grdb_migrations") {
                guard try !RegistrySchema.migrator.hasBeenSuperseded(db) else {
                    throw RegistryError(.newerSchema, "the registry has migrations of a later version")
                }
            } else if !tables.isEmpty {
                return .damaged("a database, but not a registry")
            }
            if isQuick { return .sound }
            let report = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
            guard report == "ok" else { return .damaged(report) }
            trust()
            return .sound
        }
    }

    private func refuseNewer(application: Int32, version: Int32) throws(RegistryError) {
        guard application == 0 || application == RegistrySchema.applicationIdentifier else {
            throw RegistryError(.newerSchema, "the file belongs to another program or a later version")
        }
        guard version <= RegistrySchema.version else {
            throw RegistryError(
                .newerSchema, "schema \(version) is of a later version; this one knows \(RegistrySchema.version)")
        }
    }

    private func size() throws(RegistryError) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw RegistryError(errno: errno, "examine the registry")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RegistryError(.failed, "the registry is not a regular file")
        }
        return Int(status.st_size)
    }

    /// Whether there is a log or journal that SQLite would apply to the file.
    func hasUnfinishedWork() -> Bool {
        ["-wal", "-journal"].contains(where: hasContent)
    }

    /// Whether the file with this suffix beside the main file exists and is not empty.
    private func hasContent(_ suffix: String) -> Bool {
        var status = stat()
        return lstat(path + suffix, &status) == 0 && status.st_size > 0
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func header() throws(RegistryError) -> [UInt8] {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RegistryError(errno: errno, "read the registry") }
        defer { Glibc.close(descriptor) }
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        let count = pread(descriptor, &header, header.count, 0)
        guard count >= 0 else { throw RegistryError(errno: errno, "read the registry") }
        return Array(header.prefix(count))
    }

    /// The page size in a header, in bytes; 1 stands for 65,536.
    private static func pageSize(_ header: [UInt8]) -> Int {
        let size = Int(header[16]) << 8 | Int(header[17])
        return size == 1 ? 65_536 : max(size, 512)
    }

    private static func integer(_ header: [UInt8], at offset: Int) -> Int32 {
        let bits = header[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int32(bitPattern: bits)
    }
}
