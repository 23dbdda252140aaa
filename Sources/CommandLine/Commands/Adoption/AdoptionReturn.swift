internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Takes runs of `adopt` back, for `adopt --undo` and for `undo`.
struct AdoptionReturn: Sendable {
    /// Where to write, and which bus to use.
    let environment: CommandEnvironment
    /// Whether to write JSON.
    let asJSON: Bool

    /// Puts the originals of a run back, removes what was registered for them, and reports the failures.
    ///
    /// - Parameters:
    ///   - run: The run's name.
    ///   - places: Where the user's fonts lie.
    /// - Returns: What came of it.
    /// - Throws: What ended it before it was done; it can be tried again.
    func takeBack(_ run: String, in places: UserPlaces) async throws(CommandFailure) -> AdoptionUndo.Outcome {
        let manifest = try AdoptionStore.manifest(of: run, in: places.adopted)
        let store = try AdoptionStore(places.adopted)
        let progress = ProgressLine(localized("Putting fonts back"), of: manifest.items.count, on: environment.output)
        defer { progress.clear() }
        // Short, and half of it is no use to anybody: an interruption waits for the rest.
        let outcome = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await finishing { () async throws(CommandFailure) in
                let outcome = try await AdoptionUndo(
                    session: session, store: store, run: run, progress: progress,
                    change: await Self.change(of: manifest, over: session)
                ).perform()
                await CacheWarming(workers: .besideThisProgram()).warm(
                    directoriesOf: outcome.restored, warning: environment.output)
                return outcome
            } onCancel: {
                progress.change(to: ProgressLine.finishing)
            }
        }
        progress.clear()
        AdoptionReport(environment, asJSON: asJSON).failures(outcome.failures)
        return outcome
    }

    /// The last change of the history that a run made and that is in effect; `nil` where it is not found.
    private static func change(of manifest: AdoptionManifest, over session: CommandSession) async -> UInt64? {
        let ids = Set(manifest.items.filter { !$0.wasRegistered }.compactMap(\.id))
        let filter = ["cause": BusVariant("user"), "limit": BusVariant(UInt32(1000))]
        let changes = (try? await session.management.listHistory(filter: filter).changes) ?? []
        return changes.map(FontRecord.init).first { change in
            let items = (change.value("items") ?? [[String: BusVariant]]()).map(FontRecord.init)
            return isAdoption(change) && change["undone_by"] == nil
                && items.contains { ids.contains($0.text("id")) }
        }?.value("id")
    }

    /// Whether a change of the history took over files, which this program puts back rather than the service.
    static func isAdoption(_ change: FontRecord) -> Bool { change.text("action") == "adopt" }

    /// Says that the files of an adoption are not aside any more.
    static func isOver(_ change: UInt64) -> String {
        localized(
            """
            Change %1 adopted files of yours, which are back where they were, or not aside any more. 'typecase adopt \
            --list' lists the runs that can be taken back.
            """, change)
    }

    /// The runs that made a change of the history and can be taken back.
    ///
    /// Registrations tell them, which each installation makes anew: the same file may be in several runs. A run that put a
    /// copy of a registered font aside has the registration of an earlier run, whose change is not its own.
    ///
    /// - Parameters:
    ///   - change: The change with all of its items, as the service tells it.
    ///   - places: Where the user's fonts lie.
    /// - Returns: The runs' names, the last one first; none where the change is no adoption, and where it was taken back.
    static func runs(of change: FontRecord, in places: UserPlaces) -> [String] {
        guard isAdoption(change) else { return [] }
        let items = (change.value("items") ?? [[String: BusVariant]]()).map(FontRecord.init)
        let ids = Set(items.map { $0.text("id") })
        let digests = Set(items.map { $0.text("sha256") })
        return AdoptionStore.runs(in: places.adopted).reversed().filter { run in
            let manifest = try? AdoptionStore.manifest(of: run, in: places.adopted)
            return manifest?.items.contains { item in
                // A run that was killed may not know what was registered for its last fonts.
                !item.wasRegistered && (item.id.map(ids.contains) ?? digests.contains(item.digest))
            } ?? false
        }
    }
}
