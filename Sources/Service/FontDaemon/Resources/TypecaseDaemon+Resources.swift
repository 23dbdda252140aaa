internal import DBus
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// Downloads in advance, without being asked by a program, the resources that manifests want on the machine, and
    /// registers fonts that wait for them.
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
