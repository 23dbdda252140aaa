internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Published files whose bytes are not those that were registered, and fonts whose files were deleted by hand or by a sync.
extension LibraryReconciler {
    /// How long a file must not have changed before it is judged: a sync may be writing it.
    package static let quietTime = Duration.seconds(1)

    /// Hashes a file whose stamp is not the one known.
    ///
    /// The same bytes get the new stamp. Of the user's fonts another version is taken in; all else is quarantined.
    ///
    /// - Parameters:
    ///   - digest: The content that was registered.
    ///   - cause: What the change log names as the cause.
    ///   - quietTime: How long the file must not have changed.
    /// - Returns: Whether somebody may be writing the file, so that it is to be looked at once more.
    /// - Throws: What kept the file from being read, or tree and registry from being changed.
    package func verify(
        _ digest: FontDigest, cause: ChangeLogEntry.Cause, quietTime: Duration = quietTime
    ) async throws(FontError) -> Bool {
        guard let record = try await context.content(digest), let expected = ExpectedFont(record),
            let place = expected.place
        else { return false }
        let verification = try await context.onThread { [tree = context.tree] () throws(FontError) in
            try tree.verify(digest, fileName: expected.fileName, at: place)
        }
        return try await publisher.exclusively {
            await Result { () async throws(FontError) in
                try await takeNote(of: verification, of: record, cause: cause, quietTime: quietTime)
            }
        }.get()
    }

    private func takeNote(
        of verification: FontTree.Verification, of record: ContentRecord, cause: ChangeLogEntry.Cause,
        quietTime: Duration
    ) async throws(FontError) -> Bool {
        if let refusal = await context.gate.obstacle() { throw refusal }
        // A file that moved while it was hashed is somebody else's care by now.
        guard try await context.content(record.digest) == record else { return false }
        switch verification {
        case .missing: return false
        case .same(let stamp):
            try await context.commitIfAny([.setStamp(record.digest, stamp)])
            return false
        case .altered:
            guard let expected = ExpectedFont(record), let place = expected.place else { return false }
            if case .published(let shard) = place {
                let found = try await context.onThread { [tree = context.tree] () throws(FontError) in
                    try tree.found(expected.fileName, in: shard)
                }
                guard let found else { return false }
                if found.digest == record.digest { return true }
                if found.stamp.hasChanged(within: quietTime) { return true }
                if try await replace(record, by: found, cause: cause) { return false }
            }
            let touched = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.quarantine(record.digest, fileName: expected.fileName, at: place)
            }
            let generation = try await context.commitIfAny(try await quarantine(record.digest, cause: cause))
            report([(.fontAltered, record.digest)])
            try await tell(generation, touched: touched)
            return false
        }
    }

    /// Takes another version of a font in that was written over its file, as a sync does.
    ///
    /// - Returns: Whether it was; `false` for what is not sound, has other names, or was a program's.
    private func replace(
        _ record: ContentRecord, by found: FoundFile, cause: ChangeLogEntry.Cause
    ) async throws(FontError) -> Bool {
        let library = try await context.library(knowing: [record.digest])
        guard let entry = library.entries[record.digest],
            entry.registrations.allSatisfy({ $0.provider == .user && $0.scope == .persistent })
        else { return false }
        guard case .success(let candidate?) = await foundFonts.examine([found])[0] else { return false }
        let faces = candidate.faces.map(FaceIdentity.init)
        guard entry.faces.allSatisfy({ old in faces.contains { $0.isSameFont(as: old) } }) else { return false }
        try await keepDeleted(record.digest, because: .replaced)
        try await write([.removeSidecar(record.digest)])
        try await context.commit(removal(of: record.digest, entry.registrations, cause))
        let taken = try await foundFonts.takeIn([candidate.found ?? found])
        try await tell(taken.generation, touched: taken.touched)
        // What it needs besides is found missing by the next look.
        _ = try await reconcileNow(cause: cause)
        return true
    }

    /// Keeps the bytes of a font whose file is gone among the removed fonts, and notes the name that it had.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - reason: Why it leaves.
    /// - Throws: What kept the registry from being read or the name from being noted. A font that cannot be kept is none.
    func keepDeleted(_ digest: FontDigest, because reason: RemovedFont.Reason) async throws(FontError) {
        let library = try await context.library(knowing: [digest])
        guard let entry = library.entries[digest], let initial = entry.initial,
            let fileName = FontFileName(rawValue: initial.fileName)
        else { return }
        let registration = entry.registrations.first { $0.scope == .persistent }
        let removed = registration.flatMap { entry.removed($0, because: reason) }
        try await context.onThread { [tree = context.tree] () throws(FontError) in
            try tree.notes.noteGone([TreeNotes.GoneName(digest: digest, fileName: fileName)])
        }
        guard let removed else { return }
        do throws(FontError) {
            let isKept = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.spares.retire(removed)
            }
            if isKept { await state.noteRemovedFont() }
        } catch {
            context.log.warning(
                "A deleted font could not be kept", metadata: ["sha256": "\(digest)", "error": "\(error)"])
        }
    }
}

extension FileStamp {
    /// Whether the file has changed a short time ago, or in a time to come.
    fileprivate func hasChanged(within time: Duration) -> Bool {
        let age = WallClock.microsecondsSince1970 - changeNanoseconds / 1000
        return age < Int64(time / .microseconds(1))
    }
}
