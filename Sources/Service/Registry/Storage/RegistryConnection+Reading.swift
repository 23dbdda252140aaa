internal import CLinux
internal import GRDB
internal import Glibc
internal import LinuxSystem

extension RegistryConnection {
    /// Opens a file for reading only, as described at ``Registry/openForReading(at:journalMode:threads:)``.
    static func openForReading(
        at path: String, _ journalMode: RegistryJournalMode, threads: BlockingThreads?
    ) throws(RegistryError) -> RegistryConnection {
        var status = stat()
        guard stat(path, &status) == 0 else { throw RegistryError(errno: errno, "read the registry") }
        do {
            var configuration = configuration(usesSharedMemory: true)
            configuration.readonly = true
            let database: any DatabaseWriter =
                switch journalMode {
                case .writeAheadLog: try DatabasePool(path: path, configuration: configuration)
                case .rollback: try DatabaseQueue(path: path, configuration: configuration)
                }
            do {
                try database.read(checkSchema)
                return RegistryConnection(
                    database: database, threads: threads ?? ownThreads(), namedFaces: namedFaces(path, journalMode),
                    isChangedHere: false)
            } catch {
                try? database.close()
                throw error
            }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Creates an empty database in memory.
    static func temporary(threads: BlockingThreads?) throws(RegistryError) -> RegistryConnection {
        do {
            let database = try DatabaseQueue(configuration: configuration(usesSharedMemory: true))
            try RegistrySchema.migrator.migrate(database)
            return RegistryConnection(database: database, threads: threads ?? ownThreads())
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Creates as many threads as can work at the same time; additional threads would wait for a connection.
    static func ownThreads() -> BlockingThreads {
        BlockingThreads(name: "registry", maximumCount: RegistryLimits.readers + 1)
    }

    static func checkSchema(_ db: Database) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        let version = try Int32.fetchOne(db, sql: "PRAGMA user_version")
        guard application == RegistrySchema.applicationIdentifier, version == RegistrySchema.version else {
            throw RegistryError(.newerSchema, "the registry is of another version, or not complete yet")
        }
    }
}
