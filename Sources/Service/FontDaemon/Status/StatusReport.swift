internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import Glibc
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Registry
internal import WorkerProtocol

/// Collects the result of `Status`.
struct StatusReport: Sendable {
    let tree: FontTree
    let threads: BlockingThreads
    let queries: FontQueries
    let registrations: RegistrationService
    let keeper: LibraryKeeper
    let systemFaces: SystemFacesService
    let inspector: FontInspector
    let denyLists: DenyListService
    let denials: FontDenials
    let revalidator: Revalidator
    let rights: RightsService
    let consent: ConsentService
    let agents: ConsentAgents
    let collisions: SystemCollisions
    let downloads: DownloadService
    let providers: ProviderKeeper
    let resources: ResourceService
    /// Checks again whether fonts can be changed, if nothing reports the end of the obstacle.
    let lookAgain: @Sendable () -> Void

    /// The directory of published fonts; `nil` if the disk does not respond.
    func publishedDirectory() async -> String? { try? await threads.run { [tree] in tree.root } }

    /// The state of the service as the dictionary that `org.typecase.Management1` documents.
    func dictionary() async throws(FontError) -> [String: BusVariant] {
        lookAgain()
        let summary = try await queries.summary()
        let statistics = await inspector.statistics
        func all(_ count: KeyPath<WorkerStatistics.Counts, Int>) -> Int {
            InspectionMode.ofService.reduce(0) { $0 + statistics[$1][keyPath: count] }
        }
        // The file system decides which of two places is used.
        let (published, obstacles) =
            (try? await threads.run { [tree] in (tree.root, tree.locations.obstacles()) }) ?? (
                "", FontLocations.Obstacles()
            )
        var dictionary: [String: BusVariant] = [
            "daemon_version": BusVariant(TypecaseVersion.current),
            "process_id": BusVariant(UInt32(getpid())),
            "generation": BusVariant(try await queries.generation()),
            "providers": BusVariant(UInt32(clamping: summary.providers)),
            "fonts": BusVariant(UInt32(clamping: summary.registrations)),
            "enabled": BusVariant(UInt32(clamping: summary.enabled)),
            "quarantined": BusVariant(UInt32(clamping: summary.quarantined)),
            "found_fonts": BusVariant(UInt32(clamping: summary.found)),
            "size": BusVariant(UInt64(clamping: summary.bytes)),
            "published_directory": BusVariant(published),
            "store_directory": BusVariant(tree.locations.store),
            "registry_file": BusVariant(tree.locations.registry),
            "ready": BusVariant(await keeper.isReady && obstacles.all.isEmpty),
            "jobs": BusVariant(UInt64(clamping: all(\.jobs))),
            "crashes": BusVariant(UInt64(clamping: all(\.crashes))),
            "timeouts": BusVariant(UInt64(clamping: all(\.timeouts))),
        ]
        if let unreadable = queries.unreadable { dictionary["registry_failure"] = BusVariant(unreadable.message) }
        let refusal =
            await keeper.lastFailure?.message ?? obstacles.ofChanges.first.map { "\($0.message) \($0.remedy)" }
        dictionary["read_only"] = BusVariant(refusal != nil)
        if let refusal { dictionary["read_only_reason"] = BusVariant(refusal) }
        if !obstacles.all.isEmpty {
            dictionary["directory_failures"] = BusVariant(
                obstacles.all.map { obstacle in
                    [
                        "directory": BusVariant(obstacle.path), "message": BusVariant(obstacle.message),
                        "remedy": BusVariant(obstacle.remedy),
                    ]
                })
        }
        if let failure = await systemFaces.lastFailure {
            dictionary["system_fonts_failure"] = BusVariant(failure.message)
        }
        dictionary.merge(await removedFonts()) { $1 }
        if let space = await resources.space() {
            dictionary["free_space"] = BusVariant(UInt64(clamping: space.available))
            dictionary["fetched_size"] = BusVariant(UInt64(clamping: space.evictable))
        }
        if let space = await stateSpace() { dictionary["state_free_space"] = BusVariant(UInt64(clamping: space)) }
        dictionary["colliding_fonts"] = BusVariant(UInt32(clamping: collisions.count))
        dictionary["denied_fonts"] = BusVariant(UInt32(clamping: denials.count))
        let failures = await denyLists.failures
        if !failures.isEmpty { dictionary["deny_list_failures"] = BusVariant(failures) }
        let policyFailures = rights.policyFailures
        if !policyFailures.isEmpty { dictionary["policy_failures"] = BusVariant(policyFailures) }
        let deniedProviders = providers.deniedProviders
        if !deniedProviders.isEmpty { dictionary["denied_providers"] = BusVariant(deniedProviders.map(\.rawValue)) }
        let servers = await resources.mappings()
        if !servers.mappings.isEmpty {
            dictionary["resource_servers"] = BusVariant(servers.mappings.map { "\($0.from) => \($0.to)" })
        }
        if let failure = servers.failure { dictionary["resource_servers_failure"] = BusVariant(failure) }
        if let failure = rights.decisions.failure { dictionary["grants_failure"] = BusVariant(failure) }
        dictionary["consent_agents"] = BusVariant(UInt32(clamping: await agents.count))
        dictionary["questions"] = BusVariant(UInt32(clamping: await consent.questionCount))
        if let progress = await revalidator.progress {
            dictionary["revalidation_done"] = BusVariant(UInt64(clamping: progress.done))
            dictionary["revalidation_total"] = BusVariant(UInt64(clamping: progress.total))
        }
        dictionary.merge(await sandboxes()) { $1 }
        return dictionary
    }

    /// The bytes that can still be written to the disk of the registry; `nil` if the fonts are on the same disk, or if
    /// this is not known.
    private func stateSpace() async -> Int? {
        try? await threads.run { [tree] () -> Int? in
            let locations = tree.locations
            guard let state = try? FileStatus(path: locations.stateDirectory, followsLinks: true),
                let data = try? FileStatus(path: locations.dataDirectory, followsLinks: true),
                state.device != data.device, let opened = try? OwnedFileDescriptor.reading(locations.stateDirectory)
            else { return nil }
            return (try? FileSystem.space(of: opened))?.available
        }
    }

    /// The removed fonts that can be restored.
    private func removedFonts() async -> [String: BusVariant] {
        guard let fonts = try? await registrations.removedFonts.listInPlace() else { return [:] }
        return [
            "removed_fonts": BusVariant(UInt32(clamping: fonts.count)),
            "removed_size": BusVariant(UInt64(clamping: fonts.reduce(0) { $0 + $1.size })),
            "deleted_fonts": BusVariant(UInt32(clamping: fonts.count { $0.reason == .deleted })),
            "deleted_with_directory": BusVariant(UInt32(clamping: fonts.count(where: \.lostDirectory))),
        ]
    }

    /// The restrictions that each sandboxed process measured, including the process that downloads fonts.
    private func sandboxes() async -> [String: BusVariant] {
        var denied: [String: BusVariant] = [:]
        var failures: [String: BusVariant] = [:]
        var judges: [String: BusVariant] = [:]
        var unheard: [String: BusVariant] = [:]
        var landlock = 0
        // Each of them may have to be started first.
        async let fetching = Result { () async throws(FontError) in try await downloads.confinement() }
        typealias Answer = (mode: InspectionMode, report: Result<SandboxReport, FontError>)
        let reports = await withTaskGroup(of: Answer.self) { group in
            for mode in InspectionMode.ofService {
                group.addTask { [inspector] in
                    (mode, await Result { () async throws(FontError) in try await inspector.selfTest(mode) })
                }
            }
            var reports: [InspectionMode: Result<SandboxReport, FontError>] = [:]
            for await answer in group { reports[answer.mode] = answer.report }
            return reports
        }
        for (mode, result) in reports.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            do throws(FontError) {
                let report = try result.get()
                let attempts = report.attempts.map { ($0.action, BusVariant($0.isDenied)) }
                denied[mode.rawValue] = BusVariant(Dictionary(attempts) { first, _ in first })
                // The other modes use libraries too, but do not validate fonts with them.
                guard mode == .inspect || mode == .secondOpinion else { continue }
                for opinion in report.opinions {
                    let name = opinion.judge.rawValue
                    if opinion.isHeard { judges[name] = BusVariant(opinion.version) }
                    unheard[name] = opinion.silence.map { BusVariant($0) }
                }
                landlock = report.landlockVersion
            } catch {
                failures[mode.rawValue] = BusVariant(error.message)
            }
        }
        do throws(FontError) {
            let attempts = try await fetching.get().map { ($0.action, BusVariant($0.isDenied)) }
            denied["fetch"] = BusVariant(Dictionary(attempts) { first, _ in first })
        } catch {
            failures["fetch"] = BusVariant(error.message)
        }
        var dictionary = [
            "denied": BusVariant(denied), "landlock": BusVariant(UInt32(clamping: landlock)),
            "judges": BusVariant(judges),
        ]
        if !unheard.isEmpty { dictionary["judges_unheard"] = BusVariant(unheard) }
        if !failures.isEmpty { dictionary["sandbox_failure"] = BusVariant(failures) }
        return dictionary
    }
}
