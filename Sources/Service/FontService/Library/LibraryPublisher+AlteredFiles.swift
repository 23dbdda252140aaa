internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Published files whose bytes are not those that were registered.
extension LibraryPublisher {
    /// How long a file must not have changed before it is judged: a sync may be writing it.
    package static let quietTime = Duration.seconds(1)

    /// Hashes a file whose stamp is not the one known.
    ///
    /// The same bytes get the new stamp. Of the user's fonts another version is taken in; all else is quarantined.
    ///
    /// - Parameters:
    ///   - digest: The content that was registered.
    ///   - cause: What the change log names as the cause.
    ///   - intake: Who examines the other bytes.
    ///   - quietTime: How long the file must not have changed.
    /// - Returns: Whether somebody may be writing the file, so that it is to be looked at once more.
    /// - Throws: What kept the file from being read, or tree and registry from being changed.
    package func verify(
        _ digest: FontDigest, cause: FontChange.Cause, intake: FontIntake, quietTime: Duration = quietTime
    ) async throws(FontError) -> Bool {
        let before = try await FontError.mapping { () throws(RegistryError) in try await registry.content(digest) }
        guard let record = before, let expected = ExpectedFont(record), let place = expected.place else { return false }
        let verification = try await onThread { [tree] () throws(FontError) in
            try tree.verify(digest, fileName: expected.fileName, at: place)
        }
        let result: Result<Bool, FontError> = await exclusively { publisher in
            do throws(FontError) {
                return .success(
                    try await publisher.takeNote(
                        of: verification, of: record, cause: cause, intake: intake, quietTime: quietTime))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func takeNote(
        of verification: FontTree.Verification, of record: ContentRecord, cause: FontChange.Cause, intake: FontIntake,
        quietTime: Duration
    ) async throws(FontError) -> Bool {
        if let refusal = await gate.obstacle() { throw refusal }
        let now = try await FontError.mapping { () throws(RegistryError) in
            try await registry.content(record.digest)
        }
        // A file that moved while it was hashed is somebody else's care by now.
        guard now == record else { return false }
        switch verification {
        case .missing: return false
        case .same(let stamp):
            try await commitIfAny([.setStamp(record.digest, stamp)])
            return false
        case .altered:
            guard let expected = ExpectedFont(record), let place = expected.place else { return false }
            if case .published(let shard) = place {
                let found = try await onThread { [tree] () throws(FontError) in
                    try tree.found(expected.fileName, in: shard)
                }
                guard let found else { return false }
                if found.digest == record.digest { return true }
                if found.stamp.hasChanged(within: quietTime) { return true }
                if try await replace(record, by: found, cause: cause, intake: intake) { return false }
            }
            let touched = try await onThread { [tree] () throws(FontError) in
                try tree.quarantine(record.digest, fileName: expected.fileName, at: place)
            }
            let generation = try await commitIfAny(try await quarantine(record.digest, cause: cause))
            report([(.fontAltered, record.digest)])
            try await tell(generation, touched: touched)
            return false
        }
    }

    /// Takes another version of a font in that was written over its file, as a sync does.
    ///
    /// - Returns: Whether it was; `false` for what is not sound, has other names, or was a program's.
    private func replace(
        _ record: ContentRecord, by found: FoundFile, cause: FontChange.Cause, intake: FontIntake
    ) async throws(FontError) -> Bool {
        let planner = try await planner(knowing: [record.digest], [])
        guard let entry = planner.entries[record.digest],
            entry.registrations.allSatisfy({ $0.provider == .user && $0.scope == .persistent })
        else { return false }
        guard case .success(let candidate?) = await examine([found], intake: intake)[0] else { return false }
        let faces = candidate.faces.map(FaceIdentity.init)
        guard entry.faces.allSatisfy({ old in faces.contains { $0.isSameFont(as: old) } }) else { return false }
        try await keepDeleted(record.digest, because: .replaced)
        var mutations: [RegistryMutation] = []
        for registration in entry.registrations {
            mutations.append(.deleteRegistration(registration.id))
            mutations.append(.change(.removed, registration.id, registration.provider, cause))
        }
        try await write([.removeSidecar(record.digest)])
        try await commitIfAny(mutations + [.deleteContent(record.digest)])
        let taken = try await takeIn([candidate.found ?? found], intake: intake)
        try await tell(taken.generation, touched: taken.touched)
        // What it needs besides is found missing by the next look.
        _ = try await reconcileNow(cause: cause, intake: intake)
        return true
    }
}

extension FileStamp {
    /// Whether the file has changed a short time ago, or in a time to come.
    fileprivate func hasChanged(within time: Duration) -> Bool {
        let age = WallClock.microsecondsSince1970 - changeNanoseconds / 1000
        return age < Int64(time / .microseconds(1))
    }
}
