internal import FontModel
internal import Synchronization

/// Finds the face with a given name, using a single statement on its own connection.
///
/// This is the most common query. It takes about ten microseconds; GRDB takes ten times as long to find a connection,
/// open a transaction and create objects for the rows. If the result is not certain, or in case of an error, it returns
/// `nil`, and GRDB's connections must be used.
final class NamedFaceReader: Sendable {
    /// A name to look up.
    struct Question: Sendable {
        /// The kind of name.
        let role: FaceKeyRole
        /// The name as `fontNameKey`, not empty.
        let key: String

        /// Creates the question that is equivalent to a descriptor.
        ///
        /// - Returns: `nil` if the right face, or its existence, depends on more than a name.
        init?(_ descriptor: FontDescriptor, mandatory: Set<DescriptorAttribute>) {
            guard mandatory.isEmpty, descriptor.languages.isEmpty, descriptor.source == nil,
                descriptor.userInfo == nil, descriptor.family == nil
            else { return nil }
            switch (descriptor.name, descriptor.postscriptName, descriptor.displayName) {
            // Families and full names come after PostScript names, and matter only if no face has this PostScript name.
            // If the descriptor has wishes, families are compared as well.
            case (let name?, nil, nil) where !descriptor.hasWishes: (role, key) = (.postscriptName, name.fontNameKey)
            case (nil, let name?, nil): (role, key) = (.postscriptName, name.fontNameKey)
            case (nil, nil, let name?): (role, key) = (.fullName, name.fontNameKey)
            default: return nil
            }
            if key.isEmpty { return nil }
        }
    }

    private struct State: ~Copyable {
        var query: PreparedQuery?
        /// Whether the registry must not be opened again.
        var isOver = false

        mutating func open(_ path: String) {
            guard query == nil, !isOver else { return }
            query = PreparedQuery(path: path, settings: NamedFaceReader.settings, sql: NamedFaceReader.query)
            isOver = query == nil
        }
    }

    private let path: String
    private let state = Mutex(State())

    /// Creates a reader that opens the registry for the first question.
    ///
    /// - Parameter path: The absolute path of a registry with a write-ahead log.
    init(path: String) {
        self.path = path
    }

    /// Opens the registry before the first question.
    func open() {
        state.withLock { $0.open(path) }
    }

    /// Closes the connection; afterwards, every question returns `nil`.
    func close() {
        state.withLock { state in
            state.query = nil
            state.isOver = true
        }
    }

    /// Releases memory that is not needed while there are no questions.
    func releaseMemory() {
        state.withLock { $0.query?.releaseMemory() }
    }

    /// Finds the only face with a given name.
    ///
    /// - Parameters:
    ///   - question: The name.
    ///   - audience: The audience to which the face is shown.
    /// - Returns: The face; `nil` if there is no such face, if there are several or a variable one, if the registry
    ///   cannot be read, or if another thread is reading.
    func face(_ question: Question, for audience: FaceAudience = .everybody) -> FaceRecord? {
        // Waiting for the lock could mean waiting for a disk.
        let face =
            state.withLockIfAvailable { state -> FaceRecord? in
                state.open(path)
                return state.query?.onlyRow(question.role.rawValue, question.key, audience == .grantees, Self.record)
            } ?? nil
        return face.flatMap { Self.face($0, for: audience) }
    }

    /// Does the same as ``face(_:for:)``, for callers that can wait no longer than it takes to read a page from disk.
    ///
    /// Therefore, it does not open the registry.
    func faceAtOnce(_ question: Question, for audience: FaceAudience) -> FaceRecord? {
        let face =
            state.withLockIfAvailable { state -> FaceRecord? in
                state.query?.onlyRow(question.role.rawValue, question.key, audience == .grantees, Self.record)
            } ?? nil
        return face.flatMap { Self.face($0, for: audience) }
    }

    /// Returns a face that everybody sees if the audience certainly sees it; `nil` if this needs further queries.
    private static func face(_ face: FaceRecord, for audience: FaceAudience) -> FaceRecord? {
        guard case .owner(let provider, _) = audience else { return face }
        return face.source == .system || face.provider == provider ? face : nil
    }

    /// The same settings as for GRDB's connections.
    private static let settings = """
        PRAGMA cache_size = -\(RegistryLimits.cacheSize); PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
        """

    /// The condition for visible faces is that of ``VisibleFaces``, using the tables that are joined anyway.
    private static let query = """
        SELECT f.axisCount + f.instanceCount, f.faceIndex, f.postscriptName, f.family, f.typographicFamily, f.style,
            f.fullName, f.weight, f.width, f.slant, f.isMonospace, f.scripts, f.colorTables, f.version, f.revision,
            f.foundry, f.licence, f.embedding, f.glyphCount, f.systemIdentifier, f.path, f.format,
            r.identifier, v.identifier, r.scope, r.isEnabled, r.userInfo, c.digest, c.size, c.format, r.isGranted
        FROM faceKey k JOIN face f ON f.id = k.face
        LEFT JOIN registration r ON r.id = (SELECT min(r.id) FROM registration r
            WHERE r.content = f.content AND r.isEnabled = 1 AND (?3 OR r.isGranted = 0))
        LEFT JOIN provider v ON v.id = r.provider
        LEFT JOIN content c ON c.id = f.content
        WHERE k.role = ?1 AND k.key = ?2
            AND ((r.id IS NOT NULL AND \(VisibleFaces.isNotHidden) AND (c.place = 'published' OR ?3 AND \(VisibleFaces.isAtHand(for: .grantees)))) OR \(VisibleFaces.isSystem))
        LIMIT 2
        """

    /// Creates a face from its row; `nil` for a variable face and for invalid values.
    private static func record(_ row: RowColumns) -> FaceRecord? {
        guard row.integer(0) == 0, let slant: FontSlant = row.enumeration(9),
            let embedding: EmbeddingRights = row.enumeration(17), let revision = Int32(exactly: row.integer(14))
        else { return nil }
        let face = FaceDescription(
            index: Int(row.integer(1)), postscriptName: row.text(2), family: row.text(3),
            typographicFamily: row.optionalText(4), style: row.text(5), fullName: row.text(6), weight: row.double(7),
            width: row.double(8), slant: slant, isMonospace: row.integer(10) != 0, scripts: row.words(11),
            colorTables: row.words(12), version: row.text(13), revision: revision, foundry: row.text(15),
            licence: row.text(16), embedding: embedding, glyphCount: Int(row.integer(18)))
        if let system = row.optionalText(19) {
            return FaceRecord(
                id: FontIdentifier(rawValue: system), source: .system, path: row.text(20),
                format: row.optionalText(21).flatMap(FontFormat.init), face: face)
        }
        guard let provider = ProviderIdentifier(rawValue: row.text(23)),
            let scope: RegistrationScope = row.enumeration(24), let digest = FontDigest(bytes: row.bytes(27)),
            let format: FontFormat = row.enumeration(29)
        else { return nil }
        return FaceRecord(
            id: FontIdentifier(rawValue: row.text(22)), source: .typecase, provider: provider, scope: scope,
            isEnabled: row.integer(25) != 0, userInfo: row.optionalText(26), digest: digest,
            size: Int(row.integer(28)), format: format, face: face,
            visibility: row.integer(30) != 0 ? .granted : .session)
    }
}
