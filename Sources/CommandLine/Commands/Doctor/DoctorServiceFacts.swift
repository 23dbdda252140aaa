internal import BusInterface
package import DBus

/// What the font service and the service manager say of themselves.
package struct DoctorServiceFacts: Sendable {
    /// What the service tells of its state; `nil` where it cannot be reached.
    package var status: FontRecord?
    /// Why the service cannot be reached.
    package var failure: CommandFailure?
    /// The variables that the service manager starts services with; `nil` where there is no manager to ask.
    package var managerVariables: [String: String]?
    /// Our units that have failed.
    package var failedUnits: [String] = []
    /// The families of the system that the user hides.
    package var hiddenFamilies: [String] = []
    /// The enabled fonts that programs do not find by fontconfig's configuration, though the user hides none of them.
    package var rejectedFonts: [String] = []

    private static let manager = "org.freedesktop.systemd1"

    /// Creates facts of which nothing is known.
    package init() {}

    /// Asks.
    ///
    /// - Parameters:
    ///   - address: The bus.
    ///   - variables: The environment of this process.
    ///   - looksForFonts: Whether fontconfig is asked which fonts programs find.
    /// - Returns: What was learnt; what cannot be reached is part of it.
    package static func gather(
        on address: BusAddress, _ variables: [String: String], looksForFonts: Bool = true
    ) async -> DoctorServiceFacts {
        do throws(CommandFailure) {
            return try await CommandSession.run(on: address) { session throws(CommandFailure) in
                var facts = DoctorServiceFacts()
                // First the manager: asking the service starts it, and may so mend a unit that had failed.
                await facts.askManager(over: session.connection)
                do throws(BusError) {
                    facts.status = FontRecord(try await session.management.status())
                } catch {
                    facts.failure = CommandFailure(error)
                    return facts
                }
                let hidden = (try? await session.management.listHiddenFamilies(filter: [:])) ?? []
                facts.hiddenFamilies = hidden.map { FontRecord($0).text("family") }
                if looksForFonts { await facts.lookForFonts(over: session, variables) }
                return facts
            }
        } catch {
            var facts = DoctorServiceFacts()
            facts.failure = error
            return facts
        }
    }

    /// The `$XDG_DATA_HOME` that the service manager starts services with.
    ///
    /// - Parameter places: Where the user's fonts lie, by the environment of this process.
    /// - Returns: The directory; `nil` where there is no manager to ask.
    package func dataHome(besides places: UserPlaces) -> String? {
        // A manager that does not tell the home has that of the user database.
        managerVariables.flatMap { try? UserPlaces(["HOME": places.home].merging($0) { $1 }).dataHome }
    }

    /// Looks which enabled fonts programs do not find; what cannot be asked is found elsewhere.
    private mutating func lookForFonts(over session: CommandSession, _ variables: [String: String]) async {
        let enabled = try? await session.fontList(["enabled": BusVariant(true)])
        // As any program that starts, fontconfig's writes caches: without need nothing is to change.
        guard let enabled, !enabled.isEmpty, let visibility = await FontconfigVisibility.ask(over: session, variables)
        else {
            return
        }
        rejectedFonts =
            enabled
            .filter { visibility.warning(about: $0) != nil && visibility.hiddenFamily(of: $0) == nil }
            .map(\.title)
    }

    /// Asks the service manager, which need not be there.
    private mutating func askManager(over connection: BusConnection) async {
        let manager = BusProxy(
            connection: connection, busName: Self.manager, path: "/org/freedesktop/systemd1",
            interface: "\(Self.manager).Manager")
        guard
            let environment: [String] = try? await manager.property("Environment", timeout: BusProxy.standardTimeout)
        else { return }
        managerVariables = Dictionary(
            environment.compactMap { entry in
                entry.firstIndex(of: "=").map { (String(entry[..<$0]), String(entry[entry.index(after: $0)...])) }
            }, uniquingKeysWith: { $1 })
        let arguments = [["failed"].busValue, ["typecase*"].busValue]
        let reply = try? await connection.call(
            destination: Self.manager, path: "/org/freedesktop/systemd1", interface: "\(Self.manager).Manager",
            member: "ListUnitsByPatterns", arguments: arguments)
        guard case .array(_, let units)? = reply?.first else { return }
        failedUnits = units.compactMap { unit in
            guard case .structure(let fields) = unit, case .string(let name)? = fields.first else { return nil }
            return name
        }
    }
}
