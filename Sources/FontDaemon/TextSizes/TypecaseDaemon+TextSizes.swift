internal import BusInterface
internal import DBus
internal import FontService

extension TypecaseDaemon {
    /// Serves `org.typecase.DynamicType1`, whatever becomes of the home: without one the desktop's text size holds.
    func serveTextSizes(
        _ callers: CallerDirectory, _ publicConnection: BusConnection, _ managementConnection: BusConnection
    ) async {
        let (changes, noteChange) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let service = TextSizeService { noteChange.yield() }
        let monitor = TextScaleMonitor(
            on: publicConnection, environment: configuration.environment, threads: threads, log: log
        ) { service.setDesktop($0) }
        let followers = TextSizeFollowers(
            on: publicConnection, management: managementConnection, service: service, monitor: monitor, work: work,
            log: log)
        (textSizes, textScales, self.followers) = (service, monitor, followers)
        tasks.append(Task { for await _ in changes { await followers.announce() } })
        await publicConnection.export(
            ExportedObject(
                interfaces: [dynamicType1Interface(DynamicTypeHarness(callers: callers, followers: followers))],
                admit: callers.admitAnyone, handlesConcurrently: true),
            at: DynamicType1Names.path)
    }

    /// Tells nobody of text sizes any more.
    func endTextSizes() async {
        await textScales?.stop()
        await followers?.removeAll()
    }
}
