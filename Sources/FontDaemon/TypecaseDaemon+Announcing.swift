internal import BusInterface
internal import DBus
internal import FontService
internal import Logging
internal import Synchronization

extension TypecaseDaemon {
    /// Tells everybody of the latest change.
    ///
    /// Before the public name is there nothing is told, and after it is given up: the bus takes no notice of a signal
    /// whose sender does not own the name that a program waits for.
    func announceChanges() async {
        // The first font makes the directories.
        await watch?.watchNewTree()
        await statusLine?.noteChange()
        if ownsPublicName { await emitLatestChange() }
    }

    /// Tells of what calls changed that were answered after the public name was given up, by taking it once more.
    ///
    /// Nobody else can have it: the next daemon waits for its turn. The calls that come meanwhile are answered.
    func announceLateChanges() async {
        guard let connection = connections.first else { return }
        do throws(BusError) {
            // What is changed meanwhile is told of as well; a caller that never stops is left to the next daemon.
            for _ in 0..<3 where unannounced.withLock({ $0 != nil }) {
                try await connection.requestName(FontManager1Names.busName)
                await emitLatestChange()
                try await connection.releaseName(FontManager1Names.busName)
                await answerCalls(within: Self.failureTime)
            }
        } catch {
            log.debug("The last changes were not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Tells how far judging registered fonts anew is.
    func announce(_ progress: RevalidationProgress) async {
        guard ownsPublicName, connections.count == 3 else { return }
        do {
            try await connections[1].emitRevalidationProgress(
                done: UInt64(clamping: progress.done), total: UInt64(clamping: progress.total))
        } catch {
            log.debug("Progress was not announced", metadata: ["error": "\(error)"])
        }
    }

    private func emitLatestChange() async {
        let latest = unannounced.withLock { $0.take() }
        guard let latest, let connection = connections.first else { return }
        do {
            try await connection.emitFontsChanged(generation: latest)
            if connections.count == 3 { try await connections[2].emitChanged(generation: latest) }
        } catch {
            log.warning("A change was not announced", metadata: ["error": "\(error)"])
        }
    }
}
