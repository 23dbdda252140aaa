internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Handles published files with changed bytes, and fonts whose files were deleted by hand or by a sync.
extension LibraryReconciler {
    /// The time for which a file must be unchanged before it is examined: a sync may be writing it.
    package static let quietTime = Duration.seconds(1)

    /// Hashes a file whose stamp has changed.
    ///
    /// If the bytes are the same, the new stamp is recorded. If the file is another version of a user's font, it is
    /// registered. Any other file is quarantined.
    ///
    /// - Parameters:
    ///   - digest: The content that was registered.
    ///   - cause: The cause that the change log records.
    ///   - quietTime: The time for which the file must be unchanged.
    /// - Returns: Whether the file may be in the process of being written and must be verified again.
    /// - Throws: An error if the file could not be read, or tree and registry could not be changed.
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
        // If the file was moved while it was hashed, another change handles it.
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
            let generation = try await context.commitIfAny(
                try await quarantine(record.digest, because: .altered, cause: cause))
            report([(.fontAltered, record.digest)])
            try await tell(generation, touched: touched)
            return false
        }
    }

    /// Registers another version of a font that was written over its file, for example by a sync.
    ///
    /// - Returns: Whether it was registered; `false` if it is invalid, has other names, or replaced a program's font.
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
        // This reconciliation finds which of its other files are missing.
        _ = try await reconcileNow(cause: cause)
        return true
    }

    /// Keeps the bytes of a font whose file is gone among the removed fonts, and records its earlier name.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - reason: The reason for its removal.
    /// - Throws: An error if the registry could not be read or the name could not be recorded. If the font cannot be
    ///   kept, no error is thrown.
    func keepDeleted(_ digest: FontDigest, because reason: RemovedFont.Reason) async throws(FontError) {
        let library = try await context.library(knowing: [digest])
        guard let entry = library.entries[digest], let initial = entry.initial,
            let fileName = FontFileName(rawValue: initial.fileName)
        else { return }
        let registration = entry.registrations.first { $0.scope == .persistent }
        let lostDirectory = try await reason == .deleted ? hasLostDirectory(initial) : false
        let removed = registration.flatMap { entry.removed($0, because: reason, lostDirectory: lostDirectory) }
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

    /// Returns whether the directory that a content was published in no longer exists.
    private func hasLostDirectory(_ record: ContentRecord) async throws(FontError) -> Bool {
        guard case .published(let shard)? = ExpectedFont(record)?.place else { return false }
        return try await context.onThread { [tree = context.tree] () throws(FontError) in
            try tree.shards()?.contains(shard) != true
        }
    }
}

extension FileStamp {
    /// Returns whether the file has changed recently, or has a time in the future.
    fileprivate func hasChanged(within time: Duration) -> Bool {
        let age = WallClock.microsecondsSince1970 - changeNanoseconds / 1000
        return age < Int64(time / .microseconds(1))
    }
}
