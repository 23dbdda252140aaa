extension RegistrySchema {
    /// The user's collections of fonts, which are identified by their owners and names.
    static let collections = """
        CREATE TABLE collection (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 255),
            time INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE collectionFont (
            collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            postscriptName TEXT NOT NULL CHECK (length(postscriptName) <= 255),
            PRIMARY KEY (collection, provider, postscriptName)
        ) STRICT, WITHOUT ROWID;
        """

    /// The family and style of each font in a collection, because styles may share their PostScript name.
    ///
    /// A font that no longer existed at the migration has neither, and stands for all fonts with its name.
    static let collectionStyles = """
        ALTER TABLE collectionFont RENAME TO collectionName;
        CREATE TABLE collectionFont (
            collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
            provider TEXT NOT NULL CHECK (length(provider) <= 255),
            postscriptName TEXT NOT NULL CHECK (length(postscriptName) <= 255),
            family TEXT NOT NULL,
            style TEXT NOT NULL,
            PRIMARY KEY (collection, provider, postscriptName, family, style)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO collectionFont
            WITH own AS MATERIALIZED (
                SELECT p.identifier AS provider, f.postscriptName AS postscriptName,
                    coalesce(f.typographicFamily, f.family) AS family, f.style AS style
                FROM registration r JOIN provider p ON p.id = r.provider JOIN face f ON f.content = r.content
                WHERE f.faceIndex = (SELECT min(faceIndex) FROM face WHERE content = f.content))
            SELECT DISTINCT n.collection, n.provider, n.postscriptName, o.family, o.style
            FROM collectionName n JOIN own o ON o.postscriptName = n.postscriptName AND o.provider = n.provider;
        INSERT INTO collectionFont
            SELECT n.collection, n.provider, n.postscriptName, '', '' FROM collectionName n
            WHERE NOT EXISTS (
                SELECT 1 FROM collectionFont c
                WHERE c.collection = n.collection AND c.provider = n.provider AND c.postscriptName = n.postscriptName);
        DROP TABLE collectionName;
        """
}
