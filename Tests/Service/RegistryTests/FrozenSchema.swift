/// The schema as released: never to be changed, only added to by later migrations.
enum FrozenSchema {
    static let text = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
        , judges TEXT NOT NULL DEFAULT '' CHECK (length(judges) <= 1024), \
        refusalKind TEXT CHECK (refusalKind IN ('invalid', 'denied')), \
        refusalReason TEXT CHECK (length(refusalReason) <= 1024)) STRICT;
        CREATE TABLE registration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE CHECK (length(identifier) BETWEEN 1 AND 255),
            provider INTEGER NOT NULL REFERENCES provider (id),
            content INTEGER NOT NULL REFERENCES content (id),
            scope TEXT NOT NULL,
            isEnabled INTEGER NOT NULL,
            isDisabledByUser INTEGER NOT NULL,
            userInfo TEXT CHECK (length(userInfo) <= 1024),
            sessionToken TEXT CHECK (length(sessionToken) <= 255), sequence INTEGER NOT NULL DEFAULT 0, \
        isGranted INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE INDEX registrationByContent ON registration (content, isEnabled);
        CREATE INDEX registrationByProvider ON registration (provider);
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
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            generation INTEGER NOT NULL,
            kind TEXT NOT NULL,
            font TEXT NOT NULL CHECK (length(font) <= 255),
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            cause TEXT NOT NULL
        , reason TEXT CHECK (length(reason) <= 1024)) STRICT;
        CREATE INDEX changeByGeneration ON change (generation);
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL,
            firstGeneration INTEGER NOT NULL,
            logStart INTEGER NOT NULL,
            isPublicationPending INTEGER NOT NULL
        , hasBegun INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE INDEX contentByJudges ON content (judges);
        CREATE TABLE denial (
            source TEXT NOT NULL CHECK (length(source) <= 4096),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            reason TEXT NOT NULL CHECK (length(reason) <= 1024),
            PRIMARY KEY (source, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE disabledName (
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
            PRIMARY KEY (provider, key)
        ) STRICT, WITHOUT ROWID;
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
        CREATE TABLE rightGrant (
            provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 255),
            entitlement TEXT NOT NULL CHECK (length(entitlement) BETWEEN 1 AND 255),
            isAllowed INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (provider, entitlement)
        ) STRICT, WITHOUT ROWID;
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
        CREATE TABLE assetManifest (
            provider TEXT NOT NULL PRIMARY KEY CHECK (length(provider) BETWEEN 1 AND 255),
            stampInode INTEGER,
            stampSize INTEGER,
            stampModification INTEGER,
            stampChange INTEGER,
            digests BLOB NOT NULL CHECK (length(digests) % 32 = 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE textSize (
            application TEXT NOT NULL PRIMARY KEY CHECK (length(application) <= 255),
            category TEXT NOT NULL CHECK (length(category) BETWEEN 1 AND 255),
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE faceLine (
            face INTEGER PRIMARY KEY REFERENCES face (id) ON DELETE CASCADE,
            content INTEGER,
            text TEXT NOT NULL
        ) STRICT;
        CREATE TABLE publishedRoot (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            fileSystem INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            seenNanoseconds INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX contentByPublication ON content (id) WHERE place = 'published';
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
        , style TEXT NOT NULL DEFAULT '' CHECK (length(style) <= 255)) STRICT;
        CREATE INDEX historyItemByEntry ON historyItem (entry);
        CREATE TABLE collection (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 255),
            time INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE hiddenFamily (
            key TEXT PRIMARY KEY,
            name TEXT NOT NULL CHECK (length(name) <= 255)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE collectionFont (
            collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            postscriptName TEXT NOT NULL CHECK (length(postscriptName) <= 255),
            family TEXT NOT NULL,
            style TEXT NOT NULL,
            PRIMARY KEY (collection, provider, postscriptName, family, style)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE manifestRight (
            provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 255),
            entitlement TEXT NOT NULL CHECK (length(entitlement) BETWEEN 1 AND 255),
            isGranted INTEGER NOT NULL,
            changeTime INTEGER,
            PRIMARY KEY (provider, entitlement)
        ) STRICT, WITHOUT ROWID

        """
}
