internal import GRDB
internal import LinuxSystem

/// The tables of the registry and the migrations that create them.
///
/// Released migrations are frozen: their names and statements never change, and later migrations add to them. The keys
/// of names and the lines of faces are computed from other columns. A change of this computation needs a migration that
/// recomputes them.
enum RegistrySchema {
    /// Identifies the file as a registry of Typecase in SQLite's header: "Tpcs" in ASCII.
    static let applicationIdentifier: Int32 = 0x5470_6373

    /// The schema version that this program supports, in SQLite's header: the number of migrations.
    static let version: Int32 = 21

    /// The migrations from an empty file to the current schema.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-fonts") { db in
            try db.execute(sql: library)
            try db.execute(sql: faces)
            try db.execute(sql: log)
            // Both values are part of the transaction: they are in the header if and only if the tables exist.
            try db.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
            try db.execute(sql: "PRAGMA user_version = 1")
            let now = WallClock.microsecondsSince1970
            try db.execute(
                sql: "INSERT INTO state (id, generation, firstGeneration, logStart, isPublicationPending) "
                    + "VALUES (1, ?, ?, ?, 0)",
                arguments: [now, now, now])
        }
        migrator.registerMigration("2-names") { db in
            try NameKeyRevision.apply(to: db)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3-judgements") { db in
            try db.execute(sql: judgements)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4-decisions") { db in
            try db.execute(sql: decisions)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5-requests") { db in
            try db.execute(sql: requests)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6-grants") { db in
            try db.execute(sql: grants)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7-order") { db in
            try db.execute(sql: order)
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8-departures") { db in
            try db.execute(sql: departures)
            try db.execute(sql: "PRAGMA user_version = 8")
        }
        migrator.registerMigration("9-assets") { db in
            try db.execute(sql: assets)
            try db.execute(sql: "PRAGMA user_version = 9")
        }
        migrator.registerMigration("10-visibility") { db in
            try db.execute(sql: visibility)
            try db.execute(sql: "PRAGMA user_version = 10")
        }
        migrator.registerMigration("11-text-sizes") { db in
            try db.execute(sql: textSizes)
            try db.execute(sql: "PRAGMA user_version = 11")
        }
        migrator.registerMigration("12-face-lines") { db in
            try db.execute(sql: faceLines)
            try FaceLine.insertAll(db)
            try db.execute(sql: "PRAGMA user_version = 12")
        }
        migrator.registerMigration("13-root") { db in
            try db.execute(sql: root)
            try db.execute(sql: "PRAGMA user_version = 13")
        }
        migrator.registerMigration("14-beginning") { db in
            try db.execute(sql: beginning)
            try db.execute(sql: "PRAGMA user_version = 14")
        }
        migrator.registerMigration("15-publication") { db in
            // Every change first checks whether anything is published.
            try db.execute(sql: "CREATE INDEX contentByPublication ON content (id) WHERE place = 'published'")
            try db.execute(sql: "PRAGMA user_version = 15")
        }
        migrator.registerMigration("16-history") { db in
            try db.execute(sql: history)
            try db.execute(sql: "PRAGMA user_version = 16")
        }
        migrator.registerMigration("17-collections") { db in
            try db.execute(sql: collections)
            try db.execute(sql: "PRAGMA user_version = 17")
        }
        migrator.registerMigration("18-hidden-families") { db in
            try db.execute(sql: hiddenFamilies)
            try db.execute(sql: "PRAGMA user_version = 18")
        }
        migrator.registerMigration("19-history-styles") { db in
            try db.execute(sql: historyStyles)
            try db.execute(sql: "PRAGMA user_version = 19")
        }
        migrator.registerMigration("20-collection-styles") { db in
            try db.execute(sql: collectionStyles)
            try db.execute(sql: "PRAGMA user_version = 20")
        }
        migrator.registerMigration("21-manifest-rights") { db in
            try db.execute(sql: manifestRights)
            try db.execute(sql: "PRAGMA user_version = 21")
        }
        return migrator
    }

    /// The providers, the contents and the registrations.
    ///
    /// The ids grow and are never reused, so their order is the order of registration.
    private static let library = """
        CREATE TABLE provider (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE CHECK (length(identifier) <= 255),
            kind TEXT NOT NULL CHECK (length(kind) <= 255),
            displayName TEXT NOT NULL CHECK (length(displayName) <= 255)
        ) STRICT;

        CREATE TABLE content (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            fileName TEXT NOT NULL UNIQUE CHECK (length(fileName) BETWEEN 1 AND 255),
            format TEXT NOT NULL,
            size INTEGER NOT NULL,
            scanCost INTEGER NOT NULL,
            place TEXT NOT NULL CHECK (place IN ('published', 'stored', 'quarantined')),
            placeDetail TEXT NOT NULL CHECK (length(placeDetail) <= 1024),
            stampInode INTEGER,
            stampSize INTEGER,
            stampModification INTEGER,
            stampChange INTEGER
        ) STRICT;

        CREATE TABLE registration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE CHECK (length(identifier) BETWEEN 1 AND 255),
            provider INTEGER NOT NULL REFERENCES provider (id),
            content INTEGER NOT NULL REFERENCES content (id),
            scope TEXT NOT NULL,
            isEnabled INTEGER NOT NULL,
            isDisabledByUser INTEGER NOT NULL,
            userInfo TEXT CHECK (length(userInfo) <= 1024),
            sessionToken TEXT CHECK (length(sessionToken) <= 255),
            requestID TEXT CHECK (length(requestID) <= 255)
        ) STRICT;
        CREATE INDEX registrationByContent ON registration (content, isEnabled);
        CREATE INDEX registrationByProvider ON registration (provider);
        CREATE INDEX registrationByRequest ON registration (provider, requestID) WHERE requestID IS NOT NULL;
        """

    /// The faces of the fonts, both registered (`content`) and of the system (`directory`).
    ///
    /// `faceKey` contains every name by which a face is found, as `fontNameKey`. `role` is a ``FaceKeyRole``.
    /// `instance` is the number of the named instance that has the name, or -1 for the face itself.
    private static let faces = """
        CREATE TABLE systemDirectory (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL CHECK (length(path) <= 4096),
            modification INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('arriving', 'current', 'leaving'))
        ) STRICT;
        CREATE UNIQUE INDEX systemDirectoryByPath ON systemDirectory (path) WHERE state = 'current';

        CREATE TABLE repertoire (
            id INTEGER PRIMARY KEY,
            hash INTEGER NOT NULL,
            languages TEXT NOT NULL,
            coverage BLOB NOT NULL
        ) STRICT;
        CREATE INDEX repertoireByHash ON repertoire (hash);

        CREATE TABLE face (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            content INTEGER REFERENCES content (id) ON DELETE CASCADE,
            directory INTEGER REFERENCES systemDirectory (id) ON DELETE CASCADE,
            systemIdentifier TEXT,
            path TEXT CHECK (length(path) <= 4096),
            format TEXT,
            faceIndex INTEGER NOT NULL,
            postscriptName TEXT NOT NULL,
            family TEXT NOT NULL,
            typographicFamily TEXT,
            style TEXT NOT NULL,
            fullName TEXT NOT NULL,
            weight REAL NOT NULL,
            width REAL NOT NULL,
            slant TEXT NOT NULL,
            isMonospace INTEGER NOT NULL,
            axisCount INTEGER NOT NULL,
            instanceCount INTEGER NOT NULL,
            repertoire INTEGER NOT NULL REFERENCES repertoire (id),
            scripts TEXT NOT NULL,
            colorTables TEXT NOT NULL,
            version TEXT NOT NULL,
            revision INTEGER NOT NULL,
            foundry TEXT NOT NULL,
            embedding TEXT NOT NULL,
            glyphCount INTEGER NOT NULL,
            licence TEXT NOT NULL,
            CHECK ((content IS NULL) <> (directory IS NULL)),
            CHECK ((directory IS NULL) = (systemIdentifier IS NULL)),
            CHECK ((directory IS NULL) = (path IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX faceByContent ON face (content, faceIndex) WHERE content IS NOT NULL;
        CREATE UNIQUE INDEX faceByDirectory ON face (directory, systemIdentifier) WHERE directory IS NOT NULL;
        CREATE INDEX faceBySystemIdentifier ON face (systemIdentifier) WHERE systemIdentifier IS NOT NULL;
        CREATE INDEX faceByRepertoire ON face (repertoire);
        CREATE TRIGGER faceLeavesRepertoire AFTER DELETE ON face BEGIN
            DELETE FROM repertoire
            WHERE id = old.repertoire AND NOT EXISTS (SELECT 1 FROM face WHERE repertoire = old.repertoire);
        END;

        CREATE TABLE faceName (
            face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            language TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (face, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE faceKey (
            role INTEGER NOT NULL,
            key TEXT NOT NULL,
            face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
            instance INTEGER NOT NULL,
            PRIMARY KEY (role, key, face, instance)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX faceKeyByFace ON faceKey (face);

        CREATE TABLE axis (
            face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            tag TEXT NOT NULL,
            name TEXT NOT NULL,
            minimum REAL NOT NULL,
            defaultValue REAL NOT NULL,
            maximum REAL NOT NULL,
            PRIMARY KEY (face, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE namedInstance (
            face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            postscriptName TEXT,
            coordinates BLOB NOT NULL,
            PRIMARY KEY (face, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// The validators that examined the fonts, the fonts that are out of use as a result, and the denied fonts.
    private static let judgements = """
        ALTER TABLE content ADD COLUMN judges TEXT NOT NULL DEFAULT '' CHECK (length(judges) <= 1024);
        ALTER TABLE content ADD COLUMN refusalKind TEXT CHECK (refusalKind IN ('invalid', 'denied'));
        ALTER TABLE content ADD COLUMN refusalReason TEXT CHECK (length(refusalReason) <= 1024);
        CREATE INDEX contentByJudges ON content (judges);
        ALTER TABLE change ADD COLUMN reason TEXT CHECK (length(reason) <= 1024);

        CREATE TABLE denial (
            source TEXT NOT NULL CHECK (length(source) <= 4096),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            reason TEXT NOT NULL CHECK (length(reason) <= 1024),
            PRIMARY KEY (source, digest)
        ) STRICT, WITHOUT ROWID;
        """

    /// The names of disabled fonts that their providers have since removed.
    ///
    /// The user disabled these fonts. `key` is the `fontNameKey` of a PostScript name.
    private static let decisions = """
        CREATE TABLE disabledName (
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
            PRIMARY KEY (provider, key)
        ) STRICT, WITHOUT ROWID;
        """

    /// The results for the fonts of calls to which the provider gave a name.
    ///
    /// The former column of `registration` was never read: it was deleted with the registration, and contained nothing
    /// about the rest of the result.
    private static let requests = """
        DROP INDEX registrationByRequest;
        ALTER TABLE registration DROP COLUMN requestID;

        CREATE TABLE requestedFont (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            request TEXT NOT NULL CHECK (length(request) <= 255),
            position INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            result TEXT NOT NULL CHECK (length(result) <= 65536),
            UNIQUE (provider, request, position)
        ) STRICT;
        """

    /// The user's decisions on the rights of providers, which need not have registered anything.
    private static let grants = """
        CREATE TABLE rightGrant (
            provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 255),
            entitlement TEXT NOT NULL CHECK (length(entitlement) BETWEEN 1 AND 255),
            isAllowed INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (provider, entitlement)
        ) STRICT, WITHOUT ROWID;
        """

    /// Sequence numbers for the order of registration.
    ///
    /// A sidecar can contain the number before the row exists, and the number survives the loss of the row.
    private static let order = """
        ALTER TABLE registration ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        UPDATE registration SET sequence = id;
        """

    /// The evidence from the last check that providers are installed, and the registrations that are set aside.
    private static let departures = """
        CREATE TABLE installation (
            provider INTEGER NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (length(kind) <= 255),
            path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 4096),
            mountPoint TEXT NOT NULL CHECK (length(mountPoint) BETWEEN 1 AND 4096),
            fileSystem INTEGER NOT NULL,
            PRIMARY KEY (provider, number, path)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE departure (
            registration INTEGER PRIMARY KEY REFERENCES registration (id) ON DELETE CASCADE,
            reason TEXT NOT NULL CHECK (reason IN ('gone', 'unmounted', 'user')),
            time INTEGER NOT NULL,
            wasEnabled INTEGER NOT NULL
        ) STRICT;
        """

    /// The manifests whose fonts have been registered as they require, and the concatenated digests of these fonts.
    private static let assets = """
        CREATE TABLE assetManifest (
            provider TEXT NOT NULL PRIMARY KEY CHECK (length(provider) BETWEEN 1 AND 255),
            stampInode INTEGER,
            stampSize INTEGER,
            stampModification INTEGER,
            stampChange INTEGER,
            digests BLOB NOT NULL CHECK (length(digests) % 32 = 0)
        ) STRICT, WITHOUT ROWID;
        """

    /// Marks registrations whose fonts only programs with the right can find.
    private static let visibility = """
        ALTER TABLE registration ADD COLUMN isGranted INTEGER NOT NULL DEFAULT 0;
        """

    /// The style name of a font in the history; empty for earlier changes.
    private static let historyStyles = """
        ALTER TABLE historyItem ADD COLUMN style TEXT NOT NULL DEFAULT '' CHECK (length(style) <= 255);
        """

    /// The text size that the user wants; an empty application stands for all applications.
    private static let textSizes = """
        CREATE TABLE textSize (
            application TEXT NOT NULL PRIMARY KEY CHECK (length(application) <= 255),
            category TEXT NOT NULL CHECK (length(category) BETWEEN 1 AND 255),
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The text for each face in lists, in the order of the faces; the content is that of the face.
    private static let faceLines = """
        CREATE TABLE faceLine (
            face INTEGER PRIMARY KEY REFERENCES face (id) ON DELETE CASCADE,
            content INTEGER,
            text TEXT NOT NULL
        ) STRICT;
        """

    /// The directory in which the published fonts were found.
    private static let root = """
        CREATE TABLE publishedRoot (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            fileSystem INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            seenNanoseconds INTEGER NOT NULL
        ) STRICT;
        """

    /// Whether any change of fonts has ever begun.
    private static let beginning = """
        ALTER TABLE state ADD COLUMN hasBegun INTEGER NOT NULL DEFAULT 0;
        UPDATE state SET hasBegun = 1
        WHERE generation > firstGeneration OR EXISTS (SELECT 1 FROM content) OR EXISTS (SELECT 1 FROM provider);
        """

    /// The history of changes, for people; to undo a change, fonts are found by their bytes.
    private static let history = """
        CREATE TABLE historyEntry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            operation TEXT UNIQUE CHECK (length(operation) <= 255),
            time INTEGER NOT NULL,
            cause TEXT NOT NULL,
            action TEXT NOT NULL CHECK (length(action) <= 255),
            caller TEXT NOT NULL CHECK (length(caller) <= 255),
            program TEXT NOT NULL CHECK (length(program) <= 255),
            command TEXT NOT NULL CHECK (length(command) <= 1024),
            undoes INTEGER,
            undoneBy INTEGER,
            itemCount INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX historyEntryByTime ON historyEntry (time);
        CREATE INDEX historyEntryOfPrograms ON historyEntry (id) WHERE cause <> 'user';

        CREATE TABLE historyItem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            entry INTEGER NOT NULL REFERENCES historyEntry (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL CHECK (length(subject) <= 255),
            digest BLOB CHECK (length(digest) = 32),
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            family TEXT NOT NULL CHECK (length(family) <= 255),
            postscriptName TEXT NOT NULL CHECK (length(postscriptName) <= 255),
            revision INTEGER NOT NULL,
            before TEXT
        ) STRICT;
        CREATE INDEX historyItemByEntry ON historyItem (entry);
        """

    /// The families of the system that the user hides from programs; the file that fontconfig reads is authoritative.
    private static let hiddenFamilies = """
        CREATE TABLE hiddenFamily (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL CHECK (length(name) <= 255)
        ) STRICT, WITHOUT ROWID;
        """

    /// The change log, and the single row with the registry's global state.
    private static let log = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            generation INTEGER NOT NULL,
            kind TEXT NOT NULL,
            font TEXT NOT NULL CHECK (length(font) <= 255),
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            cause TEXT NOT NULL
        ) STRICT;
        CREATE INDEX changeByGeneration ON change (generation);

        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL,
            firstGeneration INTEGER NOT NULL,
            logStart INTEGER NOT NULL,
            isPublicationPending INTEGER NOT NULL
        ) STRICT;
        """
}

/// The kind of name in a row of `faceKey`; the raw values are stored.
enum FaceKeyRole: Int, Sendable {
    case postscriptName = 1
    case family = 2
    case fullName = 3
    case style = 4
}
