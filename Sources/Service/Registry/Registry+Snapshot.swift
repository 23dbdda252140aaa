package import FontModel
internal import GRDB

/// What a change of the library has to know, all of one moment.
package struct LibrarySnapshot: Sendable, Equatable {
    /// A content and who has it.
    package struct Content: Sendable, Equatable {
        /// The content.
        package var record: ContentRecord
        /// Who registered it, oldest first.
        package var registrations: [RegistrationRecord]
        /// Its faces, in the order of the file.
        package var faces: [FaceIdentity]
    }

    /// The subject of a change.
    package struct Subject: Sendable {
        /// Contents that are to be registered.
        package var digests: [FontDigest]
        /// Registrations that are to be changed.
        package var ids: [FontIdentifier]
        /// Names of faces that are to be enabled; those of the contents found come by themselves.
        package var postscriptNames: [String]
        /// The PostScript names of the named instances of such faces; the same.
        package var instanceNames: [String]
        /// The full names of such faces and of their named instances; the same.
        package var fullNames: [String]
        /// Families of such faces, in all languages; the same.
        package var families: [String]
        /// Who is about to register fonts of these names.
        package var owners: [ProviderIdentifier]
        /// Calls that have a name, and may have been made before.
        package var requests: [ProviderRequest]

        /// Names what a change is about.
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

    /// The contents asked about that exist, and those that the owners asked about have under the names asked about.
    package var contents: [Content]
    /// Who holds the PostScript names and full names asked about, and those of ``contents``, as PostScript names of faces or
    /// of named instances.
    package var nameHolders: [NameHolder]
    /// Who holds one of all these names, and of the full names asked about and those of ``contents``, as a full name.
    package var fullNameHolders: [NameHolder]
    /// Of each family asked about, by its key, a few of its static and of its variable faces that programs see.
    package var siblings: [String: [FamilyMember]]
    /// Of each family asked about and those of ``contents``, by its key, the faces that the system has.
    package var systemFaces: [String: [SystemFace]]
    /// Of each family asked about and those of ``contents``, by its key, who has enabled fonts with faces of it.
    package var familyHolders: [String: [FamilyHolder]]
    /// Of the names asked about and those of ``contents``, by their keys, those that the user took out of use of fonts
    /// that the owners concerned have removed since.
    package var disabledNames: DisabledNames
    /// What became of the fonts of the calls asked about when they were made before.
    package var requestedFonts: [RequestedFont]
}

/// A visible face of a family.
package struct FamilyMember: Sendable, Hashable {
    /// Whether it has variation axes.
    package var isVariable: Bool
    /// The content; `nil` for the system's.
    package var digest: FontDigest?
    /// Who registered it; `nil` for the system.
    package var provider: ProviderIdentifier?

    /// Creates a value.
    package init(isVariable: Bool, digest: FontDigest? = nil, provider: ProviderIdentifier? = nil) {
        self.isVariable = isVariable
        self.digest = digest
        self.provider = provider
    }
}

/// The registered fonts in numbers.
package struct LibrarySummary: Sendable, Equatable {
    /// Providers that have a registration.
    package var providers: Int
    /// Registrations.
    package var registrations: Int
    /// Enabled registrations.
    package var enabled: Int
    /// Registrations of quarantined contents.
    package var quarantined: Int
    /// The sizes of all contents added up, each counted once.
    package var bytes: Int
    /// Registrations of the user that have a mark, of those that were found in the tree.
    package var found: Int

    /// Puts numbers together.
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
    /// Reads what a change of the library has to know, in one transaction.
    ///
    /// - Parameter subject: What the change is about.
    /// - Returns: What there is of it.
    /// - Throws: What kept the registry from being read.
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
            let concerned = Set(subject.owners).union(contents.flatMap { $0.registrations.map(\.provider) })
            return LibrarySnapshot(
                contents: contents, nameHolders: try held.flatMap { try NameHolder.holders(of: $0, db) },
                fullNameHolders: try held.flatMap { try NameHolder.holders(of: $0, as: .fullName, db) },
                siblings: try Dictionary(
                    uniqueKeysWithValues: familyKeys.map { ($0, try Self.siblings(in: $0, db)) }),
                systemFaces: try Dictionary(
                    uniqueKeysWithValues: allFamilyKeys.map { ($0, try Self.systemFaces(in: $0, db)) }),
                familyHolders: try Dictionary(
                    uniqueKeysWithValues: allFamilyKeys.map { ($0, try Self.holders(ofFamily: $0, db)) }),
                disabledNames: try Self.disabledNames(keys, of: concerned, db),
                requestedFonts: try subject.requests.flatMap { try Self.requestedFonts(of: $0, db) })
        }
    }

    /// Counts what is registered.
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

    /// The contents that a provider has registered with a face of a name, enabled or not.
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

    /// The static and the variable faces of a family that programs see, a few of each.
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
