package import FontModel
internal import GRDB
internal import GRDBSQLite
package import LinuxSystem

extension Registry {
    /// Reads a registry whose file cannot be locked, as it is now, from a copy in memory.
    ///
    /// SQLite would read the file without locks as well, and mix pages of several states where somebody changes it for
    /// whom locks work. Blocks while the file is read.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - threads: Where callers that are not on a thread that may block have their queries run; `nil` for threads of
    ///     its own.
    /// - Returns: The registry, of which changing anything fails with ``RegistryError/Code/readOnly``, and the stamp of
    ///   the file that was copied.
    /// - Throws: ``RegistryError/Code/busy`` where a part of it is in a log that cannot be read so, or it is being
    ///   changed; ``RegistryError/Code/failed`` where it is too large to be held in memory; otherwise as
    ///   ``openForReading(at:journalMode:threads:)``.
    package static func copyForReading(
        at path: String, threads: BlockingThreads? = nil
    ) throws(RegistryError) -> (registry: Registry, stamp: FileStamp) {
        let (bytes, stamp) = try RegistryFile(path: path).copy()
        guard bytes.count >= RegistryFile.headerSize else { throw RegistryError(.damaged, "not a database") }
        do {
            let database = try DatabaseQueue(configuration: configuration(usesSharedMemory: true))
            try database.writeWithoutTransaction { db in
                try load(bytes, into: db)
                db.clearSchemaCache()
            }
            try database.read(checkSchema)
            return (Registry(database: database, threads: threads ?? ownThreads(), isChangedHere: false), stamp)
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Puts a whole database in the place of an empty one in memory.
    private static func load(_ bytes: [UInt8], into db: Database) throws {
        guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else {
            throw RegistryError(.failed, "no memory for a copy of the registry")
        }
        let copy = memory.bindMemory(to: UInt8.self, capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        // There is no log in memory: SQLite wants to be told that the copy needs none.
        // Source: SQLite's documentation of sqlite3_deserialize; the database file format, section 1.3.3.
        copy[18] = 1
        copy[19] = 1
        // The memory is SQLite's from here on, also where it fails.
        let result = sqlite3_deserialize(
            db.sqliteConnection, "main", copy, sqlite3_int64(bytes.count), sqlite3_int64(bytes.count),
            UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE))
        guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }
}
