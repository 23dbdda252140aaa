package import DBus
internal import LinuxSystem

extension Batch1Client {
    /// What ends the waiting for a reply to Commit.
    private enum End: Sendable {
        case answer(Result<(results: [[String: BusVariant]], generation: UInt64), BusError>)
        case silence(BusError)
        case cancelled
    }

    /// Registers the fonts of the batch and closes it, however long that takes: there is no telling for 20,000 fonts on a
    /// slow disk, behind the batches of others.
    ///
    /// The service answers questions while it works. So it is asked how far it is now and then, and only one that does
    /// not answer is not waited for any longer. Where it ends the bus says so at once.
    ///
    /// - Parameters:
    ///   - interval: How long to wait for the reply before each question.
    ///   - patience: How long to wait for the answer to a question.
    /// - Returns: The results and the generation, as ``commit(timeout:)`` does.
    /// - Throws: The error of the reply; `timedOut` where nobody answers any more, `noReply` where the service has gone;
    ///   `cancelled`; `disconnected`.
    package func commitToTheEnd(
        asking interval: Duration = MessageLimits.changeTimeout, patience: Duration = MessageLimits.changeTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask {
                do throws(BusError) {
                    return .answer(.success(try await commit(timeout: .seconds(Int64.max))))
                } catch {
                    return .answer(.failure(error))
                }
            }
            group.addTask { await waitForSilence(asking: interval, patience: patience) }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if case .cancelled = end { continue }
                return end
            }
            return .cancelled
        }
        switch end {
        case .answer(let answer): return try answer.get()
        case .silence(let error): throw error
        case .cancelled: throw .cancelled
        }
    }

    /// Asks again and again how far the batch is, until nobody answers.
    private func waitForSilence(asking interval: Duration, patience: Duration) async -> End {
        while true {
            do {
                try await AlarmClock.shared.sleep(for: interval)
            } catch {
                return .cancelled
            }
            do throws(BusError) {
                _ = try await progress(timeout: patience)
            } catch {
                if error.code == .cancelled { return .cancelled }
                // Any other error is an answer as well.
                if error.isUnreachable { return .silence(error) }
            }
        }
    }
}
