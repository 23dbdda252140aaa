internal import FontModel
internal import GRDB
internal import GRDBSQLite
internal import LinuxSystem

extension RegistryConnection {
    /// Reads a file that cannot be locked, as described at ``Registry/copyForReading(at:threads:)``.
    ///
    /// SQLite could also read the file without locks. However, if another process for which locks work changed the file
    /// meanwhile, SQLite would mix pages of several states.
    static func copyForReading(
        at path: String, threads: BlockingThreads?
    ) throws(RegistryError) -> (connection: RegistryConnection, stamp: FileStamp) {
        let (bytes, stamp) = try RegistryFile(path: path).copy()
        guard bytes.count >= RegistryFile.headerSize else { throw RegistryError(.damaged, "not a database") }
        do {
            let database = try DatabaseQueue(configuration: configuration(usesSharedMemory: true))
            try database.writeWithoutTransaction { db in
                try load(bytes, into: db)
                db.clearSchemaCache()
            }
            try database.read(checkSchema)
            let connection = RegistryConnection(
                database: database, threads: threads ?? ownThreads(), isChangedHere: false)
            return (connection, stamp)
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Replaces an empty database in memory by a complete one.
    private static func load(_ bytes: [UInt8], into db: Database) throws {
        guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else {
            throw RegistryError(.failed, "no memory for a copy of the registry")
        }
        let copy = memory.bindMemory(to: UInt8.self, capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        // A database in memory has no log, so the header must say that the copy does not need one.
        // Source: SQLite's documentation of sqlite3_deserialize; the database file format, section 1.3.3.
        copy[18] = 1
        copy[19] = 1
        // From here on, SQLite owns the memory, even if the call fails.
        let result = sqlite3_deserialize(
            db.sqliteConnection, "main", copy, sqlite3_int64(bytes.count), sqlite3_int64(bytes.count),
            UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE))
        guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }
}
