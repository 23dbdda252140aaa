internal import CallerIdentity
internal import DBus
internal import EventLoop
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations

/// Identifies callers by their processes.
struct CallerIdentification: Sendable {
    private let configuration: DaemonConfiguration
    /// The threads that inspect callers' processes, whose file systems may be controlled by the callers.
    private let threads: BlockingThreads
    private let installations: InstallationSearch
    private let entitlements: Entitlements

    /// Creates the identification.
    ///
    /// - Parameters:
    ///   - configuration: The daemon's external configuration.
    ///   - threads: The threads that inspect processes.
    init(_ configuration: DaemonConfiguration, threads: BlockingThreads) {
        self.configuration = configuration
        self.threads = threads
        installations = InstallationSearch(environment: configuration.environment)
        entitlements = Entitlements(installations: installations)
    }

    /// Creates a directory of the callers of a bus.
    ///
    /// - Parameters:
    ///   - connection: The connection that asks the bus.
    ///   - log: The log of refusals.
    /// - Returns: The directory, which is empty at first.
    func directory(on connection: BusConnection, log: Logger) -> CallerDirectory {
        CallerDirectory(
            on: connection.loop, log: log, resolve: configuration.identify ?? resolution(on: connection),
            renew: renewal, waitUntilVanished: { try await connection.waitUntilNameVanishes($0) })
    }

    private var renewal: CallerDirectory.Renewal {
        guard configuration.identify == nil else { return { identity, _ in identity } }
        return { [threads, installations, entitlements] caller, isWhole in
            try await threads.run(deadline: CallerDirectory.resolutionDeadline) {
                var renewed = caller
                // This uses the earlier evidence that the caller was installed.
                entitlements.add(to: &renewed)
                if isWhole { renewed.installation = installations.evidence(of: caller) }
                return renewed
            }
        }
    }

    private func resolution(on connection: BusConnection) -> CallerDirectory.Resolution {
        let resolver = CallerResolver(applications: DesktopEntries(environment: configuration.environment))
        return { [threads, installations, entitlements] uniqueName in
            let credentials = try await connection.credentials(of: uniqueName)
            return try await threads.run(deadline: CallerDirectory.resolutionDeadline) {
                var caller = try resolver.resolve(
                    ConnectedProcess(
                        identifier: credentials.processID, descriptor: credentials.processDescriptor,
                        userID: credentials.userID, securityLabel: credentials.securityLabel,
                        wasConnectedAt: credentials.wasConnectedAt))
                caller.installation = installations.evidence(of: caller)
                entitlements.add(to: &caller)
                return caller
            }
        }
    }
}
