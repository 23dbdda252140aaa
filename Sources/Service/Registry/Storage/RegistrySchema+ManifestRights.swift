extension RegistrySchema {
    /// The rights that manifests grant, with the times of changes that the user has not acknowledged.
    static let manifestRights = """
        CREATE TABLE manifestRight (
            provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 255),
            entitlement TEXT NOT NULL CHECK (length(entitlement) BETWEEN 1 AND 255),
            isGranted INTEGER NOT NULL,
            changeTime INTEGER,
            PRIMARY KEY (provider, entitlement)
        ) STRICT, WITHOUT ROWID;
        """
}
