internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import Synchronization

extension FontInstallation {
    /// Installs many files as one change, with one update of the caches and one notice to running programs.
    ///
    /// If the task is cancelled in time, the batch is cancelled as well, and nothing of it is installed.
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
            progress.change(to: localized("Cancelling; press Ctrl-C again to quit"))
            cancellation.begin()
        }
        // A successful reply means that nothing is left behind.
        if await cancellation.isSuccessful() { return Outcome(missing: paths.count) }
        return try result.get()
    }

    /// Adds files to a batch and commits it, unless the task is cancelled first.
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

    /// Commits a batch, and shows the progress.
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

    /// Shows the progress of a batch until the task is cancelled; `nil` if there is no visible progress line.
    private func watch(_ path: ObjectPath) async -> Task<Void, Never>? {
        // The batch does not depend on the subscription.
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

    /// The record of a font in a batch: its faces, and the result of its registration.
    private static func record(of added: FontRecord, in results: [[String: BusVariant]]) -> FontRecord {
        let index: UInt32? = added.value("index")
        guard let index, Int(index) < results.count else { return FontRecord(unanswered) }
        return FontRecord(added.entries.filter { $0.key != "index" }.merging(results[Int(index)]) { $1 })
    }
}

/// Cancels a batch at any time, and records whether that was in time.
private final class BatchCancellation: Sendable {
    private let batch: Batch1Client
    private let attempt = Mutex<Task<Bool, Never>?>(nil)

    init(_ batch: Batch1Client) { self.batch = batch }

    /// Asks the service to cancel the batch.
    func begin() {
        attempt.withLock { attempt in
            attempt = Task { [batch] in
                do throws(BusError) {
                    try await batch.cancel(timeout: CommandSession.changeTimeout)
                    return true
                } catch {
                    // Usually it was too late, and the fonts are installed.
                    return false
                }
            }
        }
    }

    /// Whether the batch was cancelled; waits for the service's reply if cancellation was requested.
    func isSuccessful() async -> Bool { await attempt.withLock { $0 }?.value ?? false }
}
