internal import BusInterface
internal import DBus
internal import FontService
internal import LinuxSystem
internal import Logging

/// The user's text size, and the programs that follow it.
struct ServedTextSizes: Sendable {
    let service: TextSizeService
    let monitor: TextScaleMonitor
    let publication: TextSizePublication
    let followers: TextSizeFollowers
    /// The interface for sandboxes, at the object that they can reach.
    let portalInterface: ExportedInterface
    /// The notices of changes.
    let changes: AsyncStream<Void>

    /// Creates the services of `org.typecase.DynamicType1`, independent of the home.
    ///
    /// Without a home, the desktop's text size applies.
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

    /// Notifies followers of changes until the end of the stream.
    func announceChanges() async {
        await PassingTask.forEach(changes) { [followers] _ in await followers.announce() }
    }

    /// Stops publishing and announcing text sizes.
    func end() async {
        publication.end()
        await monitor.stop()
        await followers.removeAll()
    }
}
