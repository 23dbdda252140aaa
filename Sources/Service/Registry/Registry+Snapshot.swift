package import FontModel
internal import GRDB

/// The data that a change of the library needs, all from the same moment.
package struct LibrarySnapshot: Sendable, Equatable {
    /// A content and its registrations.
    package struct Content: Sendable, Equatable {
        /// The content.
        package var record: ContentRecord
        /// The registrations of the content, oldest first.
        package var registrations: [RegistrationRecord]
        /// The faces of the content, in the order of the file.
        package var faces: [FaceIdentity]
    }

    /// The subject of a change, which determines what a snapshot contains.
    package struct Subject: Sendable {
        /// The contents to be registered.
        package var digests: [FontDigest]
        /// The registrations to be changed.
        package var ids: [FontIdentifier]
        /// The PostScript names of faces to be enabled; the names in contents that are found are added automatically.
        package var postscriptNames: [String]
        /// The PostScript names of named instances of these faces; names are added as for ``postscriptNames``.
        package var instanceNames: [String]
        /// The full names of these faces and of their named instances; names are added as for ``postscriptNames``.
        package var fullNames: [String]
        /// The families of these faces in all languages; names are added as for ``postscriptNames``.
        package var families: [String]
        /// The providers that are about to register fonts with these names.
        package var owners: [ProviderIdentifier]
        /// The named calls, which may have been made before.
        package var requests: [ProviderRequest]

        /// Creates a subject.
        package init(
            digests: [FontDigest] = [], ids: [FontIdentifier] = [], postscriptNames: [String] = [],
            instanceNames: [String] = [], fullNames: [String] = [], families: [String] = [],
            owners: [ProviderIdentifier] = [], requests: [ProviderRequest] = []
        ) {
            self.digests = digests
            self.ids = ids
            self.postscriptNames = postscriptNames
            self.instanceNames = instanceNames
            self.fullNames = fullNames
            self.families = families
            self.owners = owners
            self.requests = requests
        }
    }

    /// The existing contents of the subject, and the contents that its owners have registered under its PostScript
    /// names.
    package var contents: [Content]
    /// The holders of the subject's PostScript names and full names, and of those of ``contents``.
    ///
    /// They hold these names as PostScript names of faces or of named instances.
    package var nameHolders: [NameHolder]
    /// The holders of the same names, and of the full names of the subject and ``contents``, as full names.
    package var fullNameHolders: [NameHolder]
    /// A few static and a few variable faces of each family of the subject that programs see, by the family's key.
    package var siblings: [String: [FamilyMember]]
    /// The system's faces of each family of the subject and of ``contents``, by the family's key.
    ///
    /// This includes the families that look like these because of letters of other alphabets.
    package var systemFaces: [String: [SystemFace]]
    /// The providers with enabled fonts in each family of the subject and of ``contents``, by the family's key.
    package var familyHolders: [String: [FamilyHolder]]
    /// The names that the user disabled for fonts that the owners have since removed, by their keys.
    ///
    /// Only the names of the subject and of ``contents`` are included.
    package var disabledNames: DisabledNames
    /// The earlier results of the subject's named calls, if these were made before.
    package var requestedFonts: [RequestedFont]
}

/// A visible face of a family.
package struct FamilyMember: Sendable, Hashable {
    /// Whether the face has variation axes.
    package var isVariable: Bool
    /// The content; `nil` for a system font.
    package var digest: FontDigest?
    /// The provider that registered the face; `nil` for the system.
    package var provider: ProviderIdentifier?

    /// Creates a value.
    package init(isVariable: Bool, digest: FontDigest? = nil, provider: ProviderIdentifier? = nil) {
        self.isVariable = isVariable
        self.digest = digest
        self.provider = provider
    }
}

/// Numbers about the registered fonts.
package struct LibrarySummary: Sendable, Equatable {
    /// The number of providers with a registration.
    package var providers: Int
    /// The number of registrations.
    package var registrations: Int
    /// The number of enabled registrations.
    package var enabled: Int
    /// The number of registrations of quarantined contents.
    package var quarantined: Int
    /// The total size of all contents in bytes, each counted once.
    package var bytes: Int
    /// The number of the user's registrations that are marked as found in the tree.
    package var found: Int

    /// Creates a summary.
    package init(providers: Int, registrations: Int, enabled: Int, quarantined: Int, bytes: Int, found: Int = 0) {
        self.providers = providers
        self.registrations = registrations
        self.enabled = enabled
        self.quarantined = quarantined
        self.bytes = bytes
        self.found = found
    }
}

extension Registry {
    /// Reads the data that a change of the library needs, in one transaction.
    ///
    /// - Parameter subject: The subject of the change.
    /// - Returns: The existing data about the subject.
    /// - Throws: The error that occurred while reading the registry.
    package func snapshot(of subject: LibrarySnapshot.Subject) async throws(RegistryError) -> LibrarySnapshot {
        try await connection.read { db in
            let registered = try db.cachedStatement(
                sql: """
                    SELECT c.digest FROM registration r JOIN content c ON c.id = r.content WHERE r.identifier = ?
                    """)
            var wanted = subject.digests
            for id in subject.ids {
                guard let row = try Row.fetchOne(registered, arguments: [id.rawValue]) else { continue }
                if let digest = FontDigest(bytes: try row.bytes(0, "content")) { wanted.append(digest) }
            }
            for name in Set(subject.postscriptNames.map(\.fontNameKey)).filter({ !$0.isEmpty }).sorted() {
                wanted += try subject.owners.flatMap { try Self.contents(named: name, of: $0, db) }
            }
            var seen: Set<FontDigest> = []
            let contents = try wanted.filter { seen.insert($0).inserted }.compactMap { try Self.content($0, db) }
            let names = subject.postscriptNames + contents.flatMap { $0.faces.map(\.postscriptName) }
            let keys = Set(names.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
            let instanceKeys = contents.flatMap(\.faces).reduce(into: Set(subject.instanceNames.map(\.fontNameKey))) {
                $0.formUnion($1.instanceKeys)
            }
            let fullKeys = contents.flatMap(\.faces).reduce(into: Set(subject.fullNames.map(\.fontNameKey))) {
                $0.formUnion($1.fullNames.union($1.instanceFullNames))
            }
            let held = Set(keys).union(instanceKeys).union(fullKeys).filter { !$0.isEmpty }.sorted()
            let familyKeys = Set(subject.families.map(\.fontNameKey)).filter { !$0.isEmpty }
            let allFamilyKeys = contents.flatMap(\.faces).reduce(into: familyKeys) { $0.formUnion($1.style.families) }
            // The families of the system that these families may be mistaken for.
            let lookalikeKeys = (subject.families + allFamilyKeys).reduce(into: Set<String>()) {
                $0.formUnion($1.lookalikeKeys)
            }
            let concerned = Set(subject.owners).union(contents.flatMap { $0.registrations.map(\.provider) })
            return LibrarySnapshot(
                contents: contents, nameHolders: try held.flatMap { try NameHolder.holders(of: $0, db) },
                fullNameHolders: try held.flatMap { try NameHolder.holders(of: $0, as: .fullName, db) },
                siblings: try Dictionary(
                    uniqueKeysWithValues: familyKeys.map { ($0, try Self.siblings(in: $0, db)) }),
                systemFaces: try Dictionary(
                    uniqueKeysWithValues: allFamilyKeys.union(lookalikeKeys).map {
                        ($0, try Self.systemFaces(in: $0, db))
                    }),
                familyHolders: try Dictionary(
                    uniqueKeysWithValues: allFamilyKeys.map { ($0, try Self.holders(ofFamily: $0, db)) }),
                disabledNames: try Self.disabledNames(keys, of: concerned, db),
                requestedFonts: try subject.requests.flatMap { try Self.requestedFonts(of: $0, db) })
        }
    }

    /// Counts the registrations.
    package func summary() async throws(RegistryError) -> LibrarySummary {
        try await connection.read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT (SELECT count(DISTINCT provider) FROM registration),
                            (SELECT count(*) FROM registration),
                            (SELECT count(*) FROM registration WHERE isEnabled),
                            (SELECT count(*) FROM registration r JOIN content c ON c.id = r.content
                                WHERE c.place = 'quarantined' OR c.refusalKind IS NOT NULL),
                            (SELECT coalesce(sum(size), 0) FROM content),
                            (SELECT count(*) FROM registration r JOIN provider p ON p.id = r.provider
                                WHERE p.identifier = 'user' AND r.userInfo = 'found')
                        """))
            guard let row else { throw RegistryError.damagedRow("registration") }
            return LibrarySummary(
                providers: try row.decode(atIndex: 0), registrations: try row.decode(atIndex: 1),
                enabled: try row.decode(atIndex: 2), quarantined: try row.decode(atIndex: 3),
                bytes: try row.decode(atIndex: 4), found: try row.decode(atIndex: 5))
        }
    }

    private static func content(_ digest: FontDigest, _ db: Database) throws -> LibrarySnapshot.Content? {
        let content = try db.cachedStatement(
            sql: "SELECT \(ContentRecord.columns), c.id FROM content c WHERE c.digest = ?")
        guard let row = try Row.fetchOne(content, arguments: [digest.bytes.databaseBlob]) else { return nil }
        let registrations = try db.cachedStatement(
            sql: """
                SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables)
                WHERE c.digest = ? ORDER BY r.id
                """)
        return LibrarySnapshot.Content(
            record: try ContentRecord(row: row),
            registrations: try Row.fetchAll(registrations, arguments: [digest.bytes.databaseBlob])
                .map { try RegistrationRecord(row: $0) },
            faces: try faces(of: try row.decode(atIndex: ContentRecord.columnCount), db))
    }

    /// The contents, enabled or not, that a provider has registered and that have a face with a given name.
    private static func contents(
        named key: String, of provider: ProviderIdentifier, _ db: Database
    ) throws -> [FontDigest] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT c.digest FROM faceKey k JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = c.id
                WHERE k.role = 1 AND k.key = ? AND k.instance = -1
                    AND r.provider = (SELECT id FROM provider WHERE identifier = ?) ORDER BY c.id
                """)
        return try Row.fetchAll(statement, arguments: [key, provider.rawValue])
            .compactMap { row in FontDigest(bytes: try row.bytes(0, "content")) }
    }

    /// A few static and a few variable faces of a family that programs see.
    private static func siblings(in key: String, _ db: Database) throws -> [FamilyMember] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT hex(c.digest), (SELECT v.identifier FROM registration r JOIN provider v ON v.id = r.provider
                    WHERE r.content = f.content AND r.isEnabled = 1 AND r.isGranted = 0 ORDER BY r.id LIMIT 1)
                FROM faceKey k JOIN face f ON f.id = k.face LEFT JOIN content c ON c.id = f.content
                WHERE k.role = 2 AND k.key = ?1 AND k.instance = -1 AND (f.axisCount > 0) = ?2
                    AND \(VisibleFaces.condition(nil)) LIMIT 4
                """)
        var members: [FamilyMember] = []
        for isVariable in [false, true] {
            for row in try Row.fetchAll(statement, arguments: [key, isVariable]) {
                let digest: String? = try row.decode(atIndex: 0)
                let provider: String? = try row.decode(atIndex: 1)
                members.append(
                    FamilyMember(
                        isVariable: isVariable, digest: digest.flatMap { FontDigest(hexadecimal: $0) },
                        provider: provider.flatMap { ProviderIdentifier(rawValue: $0) }))
            }
        }
        return members
    }
}
