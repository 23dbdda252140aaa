internal import FontModel
internal import GRDB
internal import LinuxSystem

/// Executes the steps of a commit within its transaction.
struct MutationWriter {
    /// The connection, in a transaction.
    let db: Database
    /// The generation under which changes are logged.
    let generation: UInt64

    /// Executes one step.
    func apply(_ mutation: RegistryMutation) throws {
        switch mutation {
        case .upsertProvider(let provider): try upsert(provider)
        case .deleteProviderIfUnused(let provider):
            try execute(
                """
                DELETE FROM provider
                WHERE identifier = ? AND NOT EXISTS (SELECT 1 FROM registration WHERE provider = provider.id)
                """, [provider.rawValue])
        case .insertContent(let content, let faces): try insert(content, faces)
        case .setPlace(let digest, let place, let stamp): try setPlace(digest, place, stamp)
        case .setFileName(let digest, let name):
            try changeOne(
                "UPDATE content SET fileName = ? WHERE digest = ?",
                [name.checked(RegistryLimits.identifier, "the file name"), digest.bytes.databaseBlob],
                "there is no such content")
        case .setJudgement(let digest, let judges, let refusal):
            try changeOne(
                "UPDATE content SET judges = ?, refusalKind = ?, refusalReason = ? WHERE digest = ?",
                [
                    judges.cut(to: RegistryLimits.reason), refusal?.kind.rawValue,
                    refusal?.reason.cut(to: RegistryLimits.reason), digest.bytes.databaseBlob,
                ], "there is no such content")
        case .replaceDenials(let source, let denials): try replaceDenials(of: source, with: denials)
        case .setGrant(let grant):
            try execute(
                "INSERT OR REPLACE INTO rightGrant (provider, entitlement, isAllowed, time) VALUES (?, ?, ?, ?)",
                [grant.provider.rawValue, grant.entitlement, grant.isAllowed, grant.time])
        case .deleteGrant(let provider, let right, let font):
            try execute(
                "DELETE FROM rightGrant WHERE provider = ? AND entitlement = ?",
                [provider.rawValue, GrantRecord.entitlement(right, font)])
        case .setTextSize(let size):
            try execute(
                "INSERT OR REPLACE INTO textSize (application, category, time) VALUES (?, ?, ?)",
                [TextSizeRecord.key(of: size.application), size.category, size.time])
        case .deleteTextSize(let application):
            try execute("DELETE FROM textSize WHERE application = ?", [TextSizeRecord.key(of: application)])
        case .setStamp(let digest, let stamp): try setStamp(digest, stamp)
        case .deleteContent(let digest):
            try changeOne(
                "DELETE FROM content WHERE digest = ?", [digest.bytes.databaseBlob], "there is no such content")
        case .insertRegistration(let registration): try insert(registration)
        case .setVisibility(let id, let visibility):
            try changeOne(
                "UPDATE registration SET isGranted = ? WHERE identifier = ?",
                [visibility == .granted, id.rawValue], "there is no such registration")
        case .setEnabled(let id, let isEnabled, let isDisabledByUser):
            try changeOne(
                "UPDATE registration SET isEnabled = ?, isDisabledByUser = ? WHERE identifier = ?",
                [isEnabled, isDisabledByUser, id.rawValue], "there is no such registration")
        case .setScope(let id, let scope, let token):
            try changeOne(
                "UPDATE registration SET scope = ?, sessionToken = ? WHERE identifier = ?",
                [
                    scope.rawValue, token?.checked(RegistryLimits.identifier, "the session token"),
                    id.rawValue,
                ], "there is no such registration")
        case .setUserInfo(let id, let userInfo):
            try changeOne(
                "UPDATE registration SET userInfo = ? WHERE identifier = ?",
                [userInfo?.checked(RegistryLimits.userInfo, "the provider's mark"), id.rawValue],
                "there is no such registration")
        case .setDeparture(let id, let departure): try set(departure, of: id)
        case .setInstallation(let provider, let evidence): try set(evidence, of: provider)
        case .setAssetManifest(let manifest): try set(manifest)
        case .deleteAssetManifest(let provider):
            try execute("DELETE FROM assetManifest WHERE provider = ?", [provider.rawValue])
        case .setManifestRight(let record): try set(record)
        case .acknowledgeManifestRight(let provider, let right):
            try execute(
                "UPDATE manifestRight SET changeTime = NULL WHERE provider = ? AND entitlement = ?",
                [provider.rawValue, right.rawValue])
        case .deleteManifestRights(let provider):
            try execute("DELETE FROM manifestRight WHERE provider = ?", [provider.rawValue])
        case .deleteRegistration(let id):
            try changeOne(
                "DELETE FROM registration WHERE identifier = ?", [id.rawValue], "there is no such registration")
        case .change(let kind, let font, let provider, let cause, let reason):
            try log(kind, font, provider, cause, reason)
        case .collection(let change): try apply(change)
        case .hiddenFamilies(let names): try hideFamilies(names)
        case .history(let operation, let items):
            try HistoryWriter(db: db, now: WallClock.secondsSince1970).record(operation, items)
        case .rememberDisabled(let provider, let keys):
            for key in keys {
                try execute(
                    "INSERT OR IGNORE INTO disabledName (provider, key) VALUES (?, ?)",
                    [provider.rawValue, key.checked(RegistryLimits.identifier, "the name")])
            }
        case .forgetDisabled(let provider, let keys):
            for key in keys {
                try execute("DELETE FROM disabledName WHERE provider = ? AND key = ?", [provider.rawValue, key])
            }
        case .recordRequest(let font): try insert(font)
        case .setPublicationPending(let isPending):
            try execute("UPDATE state SET isPublicationPending = ? WHERE id = 1", [isPending])
        case .setBegun: try execute("UPDATE state SET hasBegun = 1 WHERE id = 1", [])
        case .setPublishedRoot(let root):
            try execute(
                "INSERT OR REPLACE INTO publishedRoot (id, fileSystem, inode, seenNanoseconds) VALUES (1, ?, ?, ?)",
                [Int64(bitPattern: root.fileSystem), Int64(bitPattern: root.inode), root.seenNanoseconds])
        }
    }

    private func upsert(_ provider: ProviderRecord) throws {
        try execute(
            """
            INSERT INTO provider (identifier, kind, displayName) VALUES (?, ?, ?)
            ON CONFLICT (identifier) DO UPDATE SET kind = excluded.kind, displayName = excluded.displayName
            WHERE kind <> excluded.kind OR displayName <> excluded.displayName
            """,
            [
                provider.id.rawValue, provider.kind.checked(RegistryLimits.identifier, "the provider's kind"),
                provider.displayName.cut(to: RegistryLimits.identifier),
            ])
        guard !provider.installation.isEmpty else { return }
        var installation = provider.installation
        // Each AppImage is evidence only for itself; another version may be in another place.
        if installation.contains(where: { $0.kind == .appImage }),
            let row = try InstallationRows.provider(provider.id, db)
        {
            let others = try InstallationRows.read(row, db).filter {
                $0.kind == .appImage && !installation.contains($0)
            }
            installation += others.prefix(Self.maximumAppImages - 1)
        }
        try set(installation, of: provider.id)
    }

    /// The maximum number of AppImages of one application that are stored.
    private static let maximumAppImages = 8

    private func insert(_ content: ContentRecord, _ faces: [FaceDescription]) throws {
        guard faces.count <= FontLimits.faces else {
            throw RegistryError(.failed, "\(faces.count) faces are more than \(FontLimits.faces)")
        }
        let (place, detail) = try columns(of: content.place)
        let stamp = columns(of: content.stamp)
        try execute(
            """
            INSERT INTO content (
                digest, fileName, format, size, scanCost, place, placeDetail,
                stampInode, stampSize, stampModification, stampChange, judges, refusalKind, refusalReason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                content.digest.bytes.databaseBlob,
                content.fileName.checked(RegistryLimits.identifier, "the file name"), content.format.rawValue,
                content.size, content.scanCost, place, detail, stamp[0], stamp[1], stamp[2], stamp[3],
                content.judges.cut(to: RegistryLimits.reason), content.refusal?.kind.rawValue,
                content.refusal?.reason.cut(to: RegistryLimits.reason),
            ])
        let row = db.lastInsertedRowID
        let writer = FaceWriter(db: db)
        for face in faces { try writer.insert(face, owner: .content(row)) }
    }

    private func replaceDenials(of source: String, with denials: [DenialRecord]) throws {
        try execute("DELETE FROM denial WHERE source = ?", [source])
        for denial in denials {
            try execute(
                "INSERT OR REPLACE INTO denial (source, digest, reason) VALUES (?, ?, ?)",
                [
                    source.checked(RegistryLimits.path, "the list's path"), denial.digest.bytes.databaseBlob,
                    denial.reason.cut(to: RegistryLimits.reason),
                ])
        }
    }

    private func setPlace(_ digest: FontDigest, _ contentPlace: ContentPlace, _ fileStamp: FileStamp?) throws {
        let (place, detail) = try columns(of: contentPlace)
        let stamp = columns(of: fileStamp)
        try changeOne(
            """
            UPDATE content SET place = ?, placeDetail = ?,
                stampInode = ?, stampSize = ?, stampModification = ?, stampChange = ?
            WHERE digest = ?
            """, [place, detail, stamp[0], stamp[1], stamp[2], stamp[3], digest.bytes.databaseBlob],
            "there is no such content")
    }

    private func setStamp(_ digest: FontDigest, _ fileStamp: FileStamp?) throws {
        let stamp = columns(of: fileStamp)
        try changeOne(
            """
            UPDATE content SET stampInode = ?, stampSize = ?, stampModification = ?, stampChange = ?
            WHERE digest = ?
            """, [stamp[0], stamp[1], stamp[2], stamp[3], digest.bytes.databaseBlob], "there is no such content")
    }

    private func insert(_ registration: RegistrationRecord) throws {
        try execute(
            """
            INSERT INTO registration (
                identifier, provider, content, scope, isEnabled, isDisabledByUser, userInfo, sessionToken,
                sequence, isGranted)
            VALUES (
                ?, (SELECT id FROM provider WHERE identifier = ?), (SELECT id FROM content WHERE digest = ?),
                ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                registration.id.rawValue.checked(RegistryLimits.identifier, "the id"),
                registration.provider.rawValue, registration.digest.bytes.databaseBlob,
                registration.scope.rawValue, registration.isEnabled, registration.isDisabledByUser,
                registration.userInfo?.checked(RegistryLimits.userInfo, "the provider's mark"),
                registration.sessionToken?.checked(RegistryLimits.identifier, "the session token"),
                registration.sequence, registration.visibility == .granted,
            ])
        if let departure = registration.departure { try set(departure, of: registration.id) }
    }

    private func insert(_ font: RequestedFont) throws {
        try execute(
            """
            INSERT INTO requestedFont (provider, request, position, fingerprint, digest, result)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                font.request.provider.rawValue,
                font.request.name.checked(RegistryLimits.identifier, "the request id"), font.position,
                Int64(bitPattern: font.fingerprint), font.digest.bytes.databaseBlob, try font.result.encoded(),
            ])
    }

    private func log(
        _ kind: ChangeLogEntry.Kind, _ font: FontIdentifier, _ provider: ProviderIdentifier,
        _ cause: ChangeLogEntry.Cause,
        _ reason: String?
    ) throws {
        try execute(
            "INSERT INTO change (generation, kind, font, provider, cause, reason) VALUES (?, ?, ?, ?, ?, ?)",
            [
                Int64(bitPattern: generation), kind.rawValue,
                font.rawValue.checked(RegistryLimits.identifier, "the id"), provider.rawValue, cause.rawValue,
                reason?.cut(to: RegistryLimits.reason),
            ])
    }

    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func changeOne(_ sql: String, _ arguments: StatementArguments, _ failure: String) throws {
        try execute(sql, arguments)
        guard db.changesCount == 1 else { throw RegistryError(.failed, failure) }
    }

    private func columns(of place: ContentPlace) throws -> (place: String, detail: String) {
        switch place {
        case .published(let shard): ("published", try shard.checked(RegistryLimits.identifier, "the shard"))
        case .stored: ("stored", "")
        case .quarantined(let reason): ("quarantined", reason.cut(to: RegistryLimits.reason))
        }
    }

    private func columns(of stamp: FileStamp?) -> [Int64?] {
        guard let stamp else { return [nil, nil, nil, nil] }
        return [
            Int64(bitPattern: stamp.inode), stamp.size, stamp.modificationNanoseconds, stamp.changeNanoseconds,
        ]
    }
}
