internal import BusInterface
internal import DBus
internal import FontService
internal import LinuxSystem
internal import Logging

/// How large the user wants text, and whom that is told.
struct ServedTextSizes: Sendable {
    let service: TextSizeService
    let monitor: TextScaleMonitor
    let publication: TextSizePublication
    let followers: TextSizeFollowers
    /// What sandboxes have of it, at the object that they reach.
    let portalInterface: ExportedInterface
    /// Notes of changes.
    let changes: AsyncStream<Void>

    /// Serves `org.typecase.DynamicType1`, whatever becomes of the home: without one the desktop's text size holds.
    init(
        _ configuration: DaemonConfiguration, _ callers: CallerDirectory, _ connections: DaemonConnections,
        threads: BlockingThreads, work: WorkInProgress, log: Logger
    ) async {
        let (changes, noteChange) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let publication = TextSizePublication(
            runtimeDirectory: BaseDirectories.directory(configuration.environment["XDG_RUNTIME_DIR"]),
            busAddress: (try? configuration.busAddress.resolved()) ?? "", log: log)
        let service = TextSizeService { service in
            publication.update(service)
            noteChange.yield()
        }
        let monitor = TextScaleMonitor(
            on: connections.manager, environment: configuration.environment, threads: threads, log: log
        ) { service.setDesktop($0) }
        let followers = TextSizeFollowers(
            on: connections, service: service, monitor: monitor, publication: publication, work: work, log: log)
        func interface(_ way: TextSizeFollowers.Way) -> ExportedInterface {
            dynamicType1Interface(DynamicTypeHarness(callers: callers, followers: followers, way: way))
        }
        await connections.manager.export(
            ExportedObject(
                interfaces: [interface(.service)], admit: callers.admitAnyone, handlesConcurrently: true),
            at: DynamicType1Names.path)
        (self.service, self.monitor, self.publication, self.followers) = (service, monitor, publication, followers)
        portalInterface = interface(.portal)
        self.changes = changes
    }

    /// Tells followers of changes for as long as there can be any.
    func announceChanges() async {
        await PassingTask.forEach(changes) { [followers] _ in await followers.announce() }
    }

    /// Tells nobody of text sizes any more.
    func end() async {
        publication.end()
        await monitor.stop()
        await followers.removeAll()
    }
}
