internal import DBus
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// Work that resources are not fetched beside unless somebody asks for them.
    private static let busyKinds: Set<WorkInProgress.Kind> = [
        .recovery, .publication, .systemFonts, .batches, .revalidation, .downloads,
    ]
    /// How long after other work it is looked again whether nothing is to be done.
    private static let idlePause = Duration.seconds(5)

    /// Fetches what manifests want on the machine without anybody's asking, and registers fonts that wait for it.
    func fetchUnaskedResources(_ services: DaemonServices) async {
        let work = work
        // What begins later has the network for itself only as far as the priorities go, which are lowest here.
        while !work.kinds.isDisjoint(with: Self.busyKinds) {
            guard (try? await AlarmClock.shared.sleep(for: Self.idlePause)) != nil else { return }
        }
        let hasFonts = await services.resources.fetchUnasked(
            isIdle: { work.kinds.isDisjoint(with: Self.busyKinds) }, isMetered: { await self.isNetworkMetered() })
        if hasFonts { await services.providers.reconcileOrLog() }
    }

    /// Whether NetworkManager says that the network costs by the byte; `false` where it does not run.
    ///
    /// Source: NMMetered of the D-Bus interface of NetworkManager: 1 is yes, 3 is probably.
    private func isNetworkMetered() async -> Bool {
        guard let connection = try? await BusConnection.open(configuration.systemBusAddress, on: loop) else {
            return false
        }
        let name = "org.freedesktop.NetworkManager"
        let reply = try? await connection.call(
            destination: name, path: "/org/freedesktop/NetworkManager", interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: [name.busValue, "Metered".busValue], timeout: .seconds(5))
        await connection.close()
        guard case .variant(let value)? = reply?.first, case .uint32(let metered) = value else { return false }
        return metered == 1 || metered == 3
    }
}
