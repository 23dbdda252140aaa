internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Undoes runs of `adopt`, for `adopt --undo` and for `undo`.
struct AdoptionReturn: Sendable {
    /// The output to write to, and the bus to use.
    let environment: CommandEnvironment
    /// Whether to write JSON.
    let asJSON: Bool

    /// Moves the originals of a run back, removes the fonts that were registered for them, and reports the failures.
    ///
    /// - Parameters:
    ///   - run: The run's name.
    ///   - places: Where the user's fonts are.
    /// - Returns: The outcome.
    /// - Throws: The failure that ended it early; it can be tried again.
    func takeBack(_ run: String, in places: UserPlaces) async throws(CommandFailure) -> AdoptionUndo.Outcome {
        let manifest = try AdoptionStore.manifest(of: run, in: places.adopted)
        let store = try AdoptionStore(places.adopted)
        let progress = ProgressLine(localized("Putting fonts back"), of: manifest.items.count, on: environment.output)
        defer { progress.clear() }
        // This is short and useless if only half done, so an interruption waits for the rest.
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

    /// The last change in the history that a run made and that is still in effect; `nil` if it is not found.
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

    /// Whether a change in the history adopted files, which this program moves back rather than the service.
    static func isAdoption(_ change: FontRecord) -> Bool { change.text("action") == "adopt" }

    /// The message that the files of an adoption are no longer kept aside.
    static func isOver(_ change: UInt64) -> String {
        localized(
            """
            The files that change %1 adopted have since been moved back or are no longer kept aside. To list the runs \
            that can be undone, run 'typecase adopt --list'.
            """, change)
    }

    /// The runs that made a change in the history and can be undone.
    ///
    /// The runs are found by their registrations, because each installation makes a new one and the same file may be in
    /// several runs. A run that moved a copy of a registered font aside contains the registration of an earlier run,
    /// whose change does not belong to the later run.
    ///
    /// - Parameters:
    ///   - change: The change with all of its items, as the service reports it.
    ///   - places: Where the user's fonts are.
    /// - Returns: The names of the runs, the last one first; none if the change is not an adoption or was undone.
    static func runs(of change: FontRecord, in places: UserPlaces) -> [String] {
        guard isAdoption(change) else { return [] }
        let items = (change.value("items") ?? [[String: BusVariant]]()).map(FontRecord.init)
        let ids = Set(items.map { $0.text("id") })
        let digests = Set(items.map { $0.text("sha256") })
        return AdoptionStore.runs(in: places.adopted).reversed().filter { run in
            let manifest = try? AdoptionStore.manifest(of: run, in: places.adopted)
            return manifest?.items.contains { item in
                // The manifest of a run that was killed may lack the registrations of its last fonts.
                !item.wasRegistered && (item.id.map(ids.contains) ?? digests.contains(item.digest))
            } ?? false
        }
    }
}
