internal import DBus
internal import EventLoop
internal import FontService
internal import LinuxSystem
internal import Logging

/// Installs packages through PackageKit, if it is on the system bus.
///
/// Each query and each installation has a connection of its own, which ends with it. Source: PackageKit 1.2,
/// `org.freedesktop.PackageKit.xml`, `org.freedesktop.PackageKit.Transaction.xml` and `pk-enum.h`.
struct PackageKit: PackageInstaller {
    static let busName = "org.freedesktop.PackageKit"
    private static let path: ObjectPath = "/org/freedesktop/PackageKit"

    /// How long PackageKit may take to describe a package, including its own start.
    private static let lookTime = Duration.seconds(30)
    /// The most packages in one request; more than that is not a request for fonts.
    private static let maximumPackages = 64

    /// The bits of a transaction's flags, from `PkTransactionFlagEnum`.
    private enum Flags {
        static let onlyTrusted: UInt64 = 1 << 1
        static let simulate: UInt64 = 1 << 2
    }

    /// The filter for the newest versions of packages of this architecture that are not installed, from `PkFilterEnum`.
    private static let filter: UInt64 = 1 << 3 | 1 << 16 | 1 << 18

    private let systemBus: BusAddress
    private let loop: EventLoop
    private let work: WorkInProgress
    private let log: Logger

    /// Creates the installer without making any calls.
    ///
    /// - Parameters:
    ///   - systemBus: The bus that PackageKit is on.
    ///   - loop: The event loop of the connections to it.
    ///   - work: The record of activity, which includes the installation of packages.
    ///   - log: The log of failures.
    init(on systemBus: BusAddress, loop: EventLoop, work: WorkInProgress, log: Logger) {
        self.systemBus = systemBus
        self.loop = loop
        self.work = work
        self.log = log
    }

    // MARK: Looking

    func installations(of packages: [String]) async -> [String: Result<PackageInstallation, RequestFailure>]? {
        guard let connection = try? await BusConnection.open(systemBus, on: loop) else { return nil }
        guard (try? await connection.isAvailable(Self.busName)) == true else {
            await connection.close()
            return nil
        }
        let wanted = Array(packages.prefix(Self.maximumPackages))
        let result: Result<[PackageInstallation], RequestFailure>
        do throws(RequestFailure) {
            result = .success(try await look(for: wanted, over: connection))
        } catch {
            log.warning("PackageKit does not tell what packages are", metadata: ["error": "\(error.message)"])
            result = .failure(RequestFailure(.packageAvailable, error.message))
        }
        await connection.close()
        switch result {
        case .success(let found):
            return Dictionary(found.map { ($0.name, .success($0)) }, uniquingKeysWith: { first, _ in first })
        case .failure(let failure):
            return Dictionary(uniqueKeysWithValues: wanted.map { ($0, .failure(failure)) })
        }
    }

    /// Determines the newest version of packages, what is installed with them, and the total size in bytes.
    private func look(
        for names: [String], over connection: BusConnection
    ) async throws(RequestFailure) -> [PackageInstallation] {
        var ids: [String: String] = [:]
        for id in try await run("Resolve", [Self.filter.busValue, names.busValue], over: connection).packages.map(\.id)
        {
            let name = Self.name(of: id)
            if names.contains(name) { ids[name] = ids[name] ?? id }
        }
        guard !ids.isEmpty else { return [] }
        let plan = try await run(
            "InstallPackages",
            [(Flags.onlyTrusted | Flags.simulate).busValue, ids.values.sorted().busValue], over: connection)
        if let victim = plan.packages.first(where: \.isRemoved) {
            throw RequestFailure(
                .packageAvailable,
                "Its installation would remove or downgrade the package \(Self.name(of: victim.id)), which the service does not do."
            )
        }
        // Some back ends do not list the requested package.
        let installed = Set(plan.packages.filter(\.isInstalled).map(\.id)).union(ids.values)
        let sizes = try await run("GetDetails", [installed.sorted().busValue], over: connection).sizes
        let others = installed.subtracting(ids.values).sorted()
        return ids.sorted { $0.key < $1.key }.enumerated().map { number, package in
            // Each package lists the additional packages that are installed with it, but their size is counted only
            // once.
            let counted = [package.value] + (number == 0 ? others : [])
            return PackageInstallation(
                name: package.key, id: package.value, packages: ([package.value] + others).map(Self.name),
                size: counted.reduce(0) { $0 + (sizes[$1] ?? 0) },
                // A back end that does not know the size reports 0.
                isSizeKnown: counted.allSatisfy { sizes[$0] ?? 0 > 0 })
        }
    }

    /// Runs a transaction that changes nothing.
    private func run(
        _ method: String, _ arguments: [BusValue], over connection: BusConnection
    ) async throws(RequestFailure) -> PackageKitTransaction.Report {
        let transaction = try await begin(over: connection)
        return try await transaction.run(method, arguments, atMost: Self.lookTime)
    }

    private func begin(over connection: BusConnection) async throws(RequestFailure) -> PackageKitTransaction {
        do throws(BusError) {
            let reply = try await connection.call(
                destination: Self.busName, path: Self.path, interface: Self.busName, member: "CreateTransaction",
                timeout: Self.lookTime)
            guard case .objectPath(let path)? = reply.first else {
                throw .failed("PackageKit made no transaction.")
            }
            return PackageKitTransaction(path: path, connection: connection)
        } catch {
            throw PackageKitTransaction.failure(error)
        }
    }

    /// The name of a package from its id, which has the form `name;version;architecture;repository`.
    private static func name(of id: String) -> String { String(id.prefix { $0 != ";" }) }

    // MARK: Installing

    func install(
        _ installations: [PackageInstallation], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure) {
        work.begin(.downloads)
        defer { work.end(.downloads) }
        let connection: BusConnection
        do throws(BusError) {
            connection = try await BusConnection.open(systemBus, on: loop)
        } catch {
            throw PackageKitTransaction.failure(error)
        }
        let failure: RequestFailure?
        do throws(RequestFailure) {
            let transaction = try await begin(over: connection)
            // The user has agreed to the installation; polkit checks whether they are allowed to install. If no polkit
            // agent runs, polkit refuses at once.
            try await transaction.hint(["interactive=true", "background=false"])
            _ = try await transaction.run(
                "InstallPackages", [Flags.onlyTrusted.busValue, installations.map(\.id).busValue],
                onProgress: onProgress)
            failure = nil
        } catch {
            log.notice("Packages were not installed", metadata: ["error": "\(error.message)"])
            failure = error
        }
        await connection.close()
        if let failure { throw failure }
    }
}
