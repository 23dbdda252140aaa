internal import CLinux
internal import GRDB
internal import Glibc
package import LinuxSystem

extension Registry {
    /// Opens a registry that another process changes, for reading alone; each query sees its last commit.
    ///
    /// Nothing is examined, repaired or migrated: that is for whoever changes it. Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - journalMode: How the other process has opened it.
    ///   - threads: Where callers that are not on a thread that may block have their queries run; `nil` for
    ///     threads of its own.
    /// - Returns: The registry. Changing it fails with ``RegistryError/Code/readOnly``.
    /// - Throws: ``RegistryError/Code/readOnly`` where there is none, ``RegistryError/Code/newerSchema`` for one that has
    ///   not exactly the schema of this version, ``RegistryError/Code/busy`` and ``RegistryError/Code/damaged``.
    package static func openForReading(
        at path: String, journalMode: RegistryJournalMode = .writeAheadLog,
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
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
                return Registry(
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

    /// Makes an empty registry in memory, for the faces of the system where the home has no place for one.
    ///
    /// - Parameter threads: Where callers that are not on a thread that may block have their queries run; `nil` for
    ///   threads of its own.
    /// - Returns: The registry.
    /// - Throws: ``RegistryError/Code/failed`` where there is no memory for it.
    package static func temporary(
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
        do {
            let database = try DatabaseQueue(configuration: configuration(usesSharedMemory: true))
            try RegistrySchema.migrator.migrate(database)
            return Registry(database: database, threads: threads ?? ownThreads())
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// As many threads as can be at work: more would wait for a connection.
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
