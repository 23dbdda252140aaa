internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Moves the originals of a run back to where they were, and removes the fonts that the run registered.
///
/// The originals are moved first, so that programs see a font twice for a moment but never miss it. If another file has
/// taken the place of an original in the meantime, that file stays there and the original stays aside.
struct AdoptionUndo {
    /// The connection.
    var session: CommandSession
    /// The store that contains the originals.
    var store: AdoptionStore
    /// The run's name.
    var run: String
    /// The progress line, which advances by one for each item.
    var progress: ProgressLine
    /// The change in the history that the run made; `nil` if it is no longer kept.
    var change: UInt64?

    /// The outcome of undoing a run.
    struct Outcome: Sendable {
        /// The files that are back.
        var restored: [String] = []
        /// The registrations that were removed.
        var removed: [String] = []
        /// The failures of single items.
        var failures: [CommandFailure] = []
    }

    /// Undoes the run.
    ///
    /// - Returns: The outcome.
    /// - Throws: The failure that ended it early; it can be tried again.
    func perform() async throws(CommandFailure) -> Outcome {
        var manifest = try AdoptionStore.manifest(of: run, in: store.directory)
        let wasTried = manifest.state == .undoing
        manifest.state = .undoing
        try store.write(manifest, of: run)
        store.clearRemains(of: manifest, in: run)
        var outcome = Outcome()
        for item in manifest.items {
            restore(item, wasTried: wasTried, &outcome)
            progress.advance(by: 1)
        }
        sync(manifest.items, &outcome)
        var leaving: [String] = []
        for group in manifest.groups {
            let items = group.map { manifest.items[$0] }
            // If no original is back, removing the font would leave programs without it.
            guard let item = items.first, !item.wasRegistered, let back = items.first(where: isBack) else { continue }
            var id = item.id
            if id == nil { id = try await AdoptionSurvey(session: session).registration(of: back.path) }
            guard let id else { continue }
            for index in group { manifest.items[index].id = id }
            leaving.append(id)
        }
        outcome.removed = try await unregister(leaving, &outcome)
        let stuck = Set(leaving).subtracting(outcome.removed)
        try forgetDone(&manifest, stuck)
        return outcome
    }

    /// Keeps in the manifest only what another attempt has to do.
    ///
    /// These are originals that are still aside, and registrations that still exist.
    private func forgetDone(_ manifest: inout AdoptionManifest, _ stuck: Set<String>) throws(CommandFailure) {
        manifest.items = manifest.items.filter { item in isStored(item) || item.id.map(stuck.contains) == true }
        if manifest.items.isEmpty { return store.remove(run) }
        manifest.state = stuck.isEmpty ? .adopted : .undoing
        try store.write(manifest, of: run)
    }

    /// Whether an item's file is still aside, complete or not.
    private func isStored(_ item: AdoptionItem) -> Bool { store.hasFile(of: item, in: run) }

    private func isBack(_ item: AdoptionItem) -> Bool {
        !isStored(item) && (try? FileStatus(path: item.path))?.kind == .regular
    }

    private func restore(_ item: AdoptionItem, wasTried: Bool, _ outcome: inout Outcome) {
        guard isStored(item) else {
            // An earlier attempt moved it back; without an earlier attempt it was never moved.
            if wasTried, isBack(item) { outcome.restored.append(item.path) }
            return
        }
        do throws(Errno) {
            try FileSystem.makeDirectories(UserPlaces.parent(of: item.path), mode: 0o700)
            try putBack(item)
            outcome.restored.append(item.path)
        } catch {
            let aside = store.storedPath(of: item, in: run)
            let message =
                error == .fileExists
                ? localized(
                    """
                    Another file is now in its place; the original stays in %1. Move the other file, then run \
                    'typecase adopt --undo %2'.
                    """, aside, run)
                : localized(
                    "Cannot be put back: %1. The original stays in %2. To try again, run 'typecase adopt --undo %3'.",
                    "\(error)", aside, run)
            outcome.failures.append(CommandFailure(.failure, code: .invalidFilePath, message, item: item.path))
        }
    }

    /// Moves an original back, or removes the file that was moved aside if the same bytes are already back.
    ///
    /// An earlier attempt may have been killed after it had copied them, or somebody else may have copied them.
    private func putBack(_ item: AdoptionItem) throws(Errno) {
        let aside = store.storedPath(of: item, in: run)
        do throws(Errno) {
            try FileMove.move(aside, to: item.path)
        } catch {
            guard error == .fileExists, item.isWhole(at: item.path, rereading: true) else { throw error }
            try FileMove.complete(aside, to: item.path)
        }
    }

    private func sync(_ items: [AdoptionItem], _ outcome: inout Outcome) {
        for directory in Set(items.filter(isBack).map { UserPlaces.parent(of: $0.path) } + [store.path(of: run)]) {
            do throws(Errno) {
                try FileMove.sync(directory: directory)
            } catch {
                outcome.failures.append(
                    CommandFailure(
                        .failure, code: .readOnly, localized("Cannot be synced: %1.", "\(error)"), item: directory))
            }
        }
    }

    private func unregister(_ ids: [String], _ outcome: inout Outcome) async throws(CommandFailure) -> [String] {
        var removed: [String] = []
        // The history then records this as the undo of the adoption, so that another undo continues with earlier
        // changes. While originals are still aside, the adoption is in effect; the attempt that moves the last one back
        // undoes it.
        let undone = outcome.failures.isEmpty ? change : nil
        let options = CommandSession.changeOptions.merging(undone.map { ["undoes": BusVariant($0)] } ?? [:]) { $1 }
        for batch in ids.batches(of: 100) {
            progress.advance(to: Double(batch.startIndex) / Double(ids.count), of: localized("Removing fonts"))
            let reply = try await calling { () async throws(BusError) in
                try await session.management.uninstall(
                    ids: Array(batch), options: options, timeout: CommandSession.changeTimeout)
            }
            for (id, result) in zip(batch, reply.results) {
                // A registration that is already gone counts as removed.
                guard var failure = FontRecord(result).failure(about: id), failure.exit != .notFound else {
                    removed.append(id)
                    continue
                }
                failure.message += " " + localized("To try again, run 'typecase adopt --undo %1'.", run)
                outcome.failures.append(failure)
            }
        }
        return removed
    }
}
