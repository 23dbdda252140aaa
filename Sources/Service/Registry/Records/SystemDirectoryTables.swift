package import FontModel
internal import GRDB

/// The directories of system fonts whose faces are in the registry.
package struct SystemDirectoryTables: Sendable {
    let connection: RegistryConnection

    /// The directories of system fonts whose faces are in the registry, sorted by path.
    package func all() async throws(RegistryError) -> [SystemDirectoryRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT path, modification FROM systemDirectory WHERE state = 'current' ORDER BY path")
            return try Row.fetchAll(statement).map { row in
                SystemDirectoryRecord(
                    path: try row.decode(atIndex: 0), modificationNanoseconds: try row.decode(atIndex: 1))
            }
        }
    }

    /// Replaces the faces of a directory of system fonts.
    ///
    /// Consumers see the old faces until they see the new ones, all at once. Many faces need many transactions, so that
    /// other commits can run between them. If the process ends meanwhile, the old faces stay. If several faces have the
    /// same path and index, the first one is used. The generation does not change.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the directory.
    ///   - modificationNanoseconds: The modification time of the directory when the faces were read, in nanoseconds
    ///     since 1970.
    ///   - faces: The faces with the absolute paths of their files.
    /// - Throws: ``RegistryError``; then consumers still see the old faces.
    package func replace(
        _ path: String, modificationNanoseconds: Int64,
        faces: [(path: String, format: FontFormat?, face: FaceDescription)]
    ) async throws(RegistryError) {
        let path = try path.checked(RegistryLimits.path, "the path of a directory")
        let directory = try await connection.write { db in
            try db.cachedStatement(
                sql: "INSERT INTO systemDirectory (path, modification, state) VALUES (?, ?, 'arriving')"
            ).execute(arguments: [path, modificationNanoseconds])
            return db.lastInsertedRowID
        }
        do throws(RegistryError) {
            var known: Set<String> = []
            let faces = faces.filter { known.insert("\($0.path)\0\($0.face.index)").inserted }
            for start in stride(from: 0, to: faces.count, by: RegistryLimits.systemFacesPerTransaction) {
                let slice = faces[start..<min(start + RegistryLimits.systemFacesPerTransaction, faces.count)]
                try await connection.write { db in
                    let writer = FaceWriter(db: db)
                    for (path, format, face) in slice {
                        let path = try path.checked(RegistryLimits.path, "the path of a font")
                        try writer.insert(face, owner: .directory(directory, path: path, format: format))
                    }
                }
            }
            try await connection.write { db in
                try db.cachedStatement(
                    sql: "UPDATE systemDirectory SET state = 'leaving' WHERE path = ? AND state = 'current'"
                ).execute(arguments: [path])
                try db.cachedStatement(
                    sql: "UPDATE systemDirectory SET state = 'current' WHERE id = ? AND state = 'arriving'"
                ).execute(arguments: [directory])
                guard db.changesCount == 1 else {
                    throw RegistryError(.failed, "the faces of the directory went while they were taken in")
                }
            }
        } catch {
            // The faces that were already added are useless. If marking them fails as well, the next opening does it.
            try? await connection.write { db in
                try db.execute(
                    sql: "UPDATE systemDirectory SET state = 'leaving' WHERE id = ? AND state = 'arriving'",
                    arguments: [directory])
            }
            throw error
        }
        try await purgeLeaving()
    }

    /// Deletes directories of system fonts and their faces.
    ///
    /// The generation does not change.
    ///
    /// - Parameter paths: The absolute paths; unknown ones are ignored.
    /// - Throws: ``RegistryError`` if the registry cannot be written.
    package func remove(_ paths: [String]) async throws(RegistryError) {
        try await connection.write { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE systemDirectory SET state = 'leaving' WHERE path = ? AND state = 'current'")
            for path in paths { try statement.execute(arguments: [path]) }
        }
        try await purgeLeaving()
    }

    /// Marks directories for deletion that an earlier process did not add completely, blocking the calling thread.
    func forgetInterrupted() throws(RegistryError) {
        try connection.writeBlocking { db in
            try db.execute(sql: "UPDATE systemDirectory SET state = 'leaving' WHERE state = 'arriving'")
        }
    }

    /// Deletes the faces of directories that are no longer visible, in several transactions.
    private func purgeLeaving() async throws(RegistryError) {
        var hasMore = true
        while hasMore {
            hasMore = try await connection.write { db in
                try db.cachedStatement(
                    sql: """
                        DELETE FROM face WHERE id IN (
                            SELECT id FROM face
                            WHERE directory IN (SELECT id FROM systemDirectory WHERE state = 'leaving')
                            LIMIT \(RegistryLimits.systemFacesPerTransaction))
                        """
                ).execute()
                if db.changesCount == RegistryLimits.systemFacesPerTransaction { return true }
                try db.cachedStatement(sql: "DELETE FROM systemDirectory WHERE state = 'leaving'").execute()
                return false
            }
        }
    }
}
