internal import FontModel
internal import GRDB

extension MutationWriter {
    /// Sets a registration aside, or restores it.
    func set(_ departure: Departure?, of id: FontIdentifier) throws {
        guard let departure else {
            return try execute(
                "DELETE FROM departure WHERE registration = (SELECT id FROM registration WHERE identifier = ?)",
                [id.rawValue])
        }
        try changeOne(
            """
            INSERT OR REPLACE INTO departure (registration, reason, time, wasEnabled)
            SELECT id, ?, ?, ? FROM registration WHERE identifier = ?
            """,
            [departure.reason.rawValue, departure.time, departure.wasEnabled, id.rawValue],
            "there is no such registration")
    }

    /// Stores the evidence that a provider is installed; unchanged evidence is not written again.
    func set(_ evidence: [InstallationEvidence], of provider: ProviderIdentifier) throws {
        guard let row = try InstallationRows.provider(provider, db), try InstallationRows.read(row, db) != evidence
        else { return }
        try execute("DELETE FROM installation WHERE provider = ?", [row])
        for (number, evidence) in evidence.enumerated() {
            for file in evidence.files {
                try execute(
                    """
                    INSERT INTO installation (provider, number, kind, path, mountPoint, fileSystem)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    [
                        row, number, evidence.kind.rawValue, file.path.checked(RegistryLimits.path, "the path"),
                        file.mountPoint.checked(RegistryLimits.path, "the mount point"),
                        Int64(bitPattern: file.fileSystem),
                    ])
            }
        }
    }
}
