internal import DBus
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// Fetches what manifests want on the machine without anybody's asking, and registers fonts that wait for it.
    func fetchUnaskedResources(_ services: DaemonServices) async {
        guard serving?.services.home.registry === services.home.registry else { return }
        let prefetch =
            serving?.prefetch
            ?? ResourcePrefetch(
                resources: ResourceManagement(resources: services.resources), work: work,
                network: NetworkCosts(at: configuration.systemBusAddress, on: loop),
                load: MachineLoad(path: configuration.pressurePath),
                onFonts: { await services.providers.reconcileOrLog() })
        serving?.prefetch = prefetch
        await prefetch.run()
    }
}
