internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import Synchronization

extension FontInstallation {
    /// Installs many files as one change: one update of the caches, one notice to running programs.
    ///
    /// Where the task is cancelled in time, the batch is, and nothing of it is installed.
    func installTogether(_ paths: [String]) async throws(CommandFailure) -> Outcome {
        let path = try await calling { () async throws(BusError) in
            try await session.management.beginBatch(
                scope: scope.rawValue, enabled: enabled, options: options(for: paths))
        }
        let batch = Batch1Client(session.connection, busName: Management1Names.busName, path: path)
        let cancellation = BatchCancellation(batch)
        let result = await withTaskCancellationHandler {
            do throws(CommandFailure) {
                return Result<Outcome, CommandFailure>.success(try await fill(batch, at: path, with: paths))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            progress.change(to: localized("Cancelling; once more leaves"))
            cancellation.begin()
        }
        // Its reply says that nothing is left behind.
        if await cancellation.isSuccessful() { return Outcome(missing: paths.count) }
        return try result.get()
    }

    /// Adds files to a batch and commits it, unless the task is cancelled before.
    private func fill(
        _ batch: Batch1Client, at path: ObjectPath, with paths: [String]
    ) async throws(CommandFailure) -> Outcome {
        var outcome = await send(paths) { files throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await batch.addFonts(
                    fonts: files.map(\.file), options: Self.names(of: files), timeout: CommandSession.changeTimeout)
            }.map(FontRecord.init)
        }
        if Task.isCancelled { return Outcome(missing: paths.count) }
        if !outcome.fonts.isEmpty {
            let results = try await commit(batch, at: path)
            outcome.fonts = outcome.fonts.map { font in
                guard case .done(let path, let added) = font else { return font }
                return Self.font(Self.record(of: added, in: results), of: path)
            }
        }
        return outcome
    }

    /// Commits a batch, and shows how far that is.
    private func commit(
        _ batch: Batch1Client, at path: ObjectPath
    ) async throws(CommandFailure) -> [[String: BusVariant]] {
        let watching = await watch(path)
        defer { watching?.cancel() }
        return try await finishing { () async throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await batch.commitToTheEnd()
            }.results
        }
    }

    /// Shows the progress of a batch until the task is cancelled; `nil` where nobody can see it.
    private func watch(_ path: ObjectPath) async -> Task<Void, Never>? {
        // Without a subscription the work is done as well.
        guard progress.isVisible,
            let changes = try? await session.connection.propertyChanges(
                of: Batch1Names.interface, at: path, from: Management1Names.busName)
        else { return nil }
        return Task { [progress] in
            for await change in changes {
                if let fraction = FontRecord(change).value("Progress") as Double? {
                    progress.advance(to: fraction, of: localized("Installing fonts"))
                }
            }
        }
    }

    /// What became of a font that a batch was offered: its faces, and what its registration came to.
    private static func record(of added: FontRecord, in results: [[String: BusVariant]]) -> FontRecord {
        let index: UInt32? = added.value("index")
        guard let index, Int(index) < results.count else { return FontRecord(unanswered) }
        return FontRecord(added.entries.filter { $0.key != "index" }.merging(results[Int(index)]) { $1 })
    }
}

/// Cancels a batch at any moment, and knows whether that was in time.
private final class BatchCancellation: Sendable {
    private let batch: Batch1Client
    private let attempt = Mutex<Task<Bool, Never>?>(nil)

    init(_ batch: Batch1Client) { self.batch = batch }

    /// Asks the service to give the batch up.
    func begin() {
        attempt.withLock { attempt in
            attempt = Task { [batch] in
                do throws(BusError) {
                    try await batch.cancel(timeout: CommandSession.changeTimeout)
                    return true
                } catch {
                    // Too late, mostly: then the fonts are installed.
                    return false
                }
            }
        }
    }

    /// Whether the batch was given up; waits for the answer where somebody asked for that.
    func isSuccessful() async -> Bool { await attempt.withLock { $0 }?.value ?? false }
}
