internal import BusInterface
package import DBus

/// What the font service and the service manager report about themselves.
package struct DoctorServiceFacts: Sendable {
    /// The state that the service reports; `nil` if the service cannot be reached.
    package var status: FontRecord?
    /// Why the service cannot be reached.
    package var failure: CommandFailure?
    /// The variables with which the service manager starts services; `nil` if there is no manager.
    package var managerVariables: [String: String]?
    /// The systemd units of Typecase that have failed.
    package var failedUnits: [String] = []
    /// The families of the system that the user hides.
    package var hiddenFamilies: [String] = []
    /// The enabled fonts that fontconfig's configuration keeps from programs, without the fonts that the user hides.
    package var rejectedFonts: [String] = []

    private static let manager = "org.freedesktop.systemd1"

    /// Creates empty facts.
    package init() {}

    /// Asks the font service and the service manager.
    ///
    /// - Parameters:
    ///   - address: The bus.
    ///   - variables: The environment of this process.
    ///   - looksForFonts: Whether fontconfig is asked which fonts programs find.
    /// - Returns: The facts, including a failure to reach the service.
    package static func gather(
        on address: BusAddress, _ variables: [String: String], looksForFonts: Bool = true
    ) async -> DoctorServiceFacts {
        do throws(CommandFailure) {
            return try await CommandSession.run(on: address) { session throws(CommandFailure) in
                var facts = DoctorServiceFacts()
                // The manager is asked first: asking the service starts it, and may thereby repair a failed unit.
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

    /// The `$XDG_DATA_HOME` with which the service manager starts services.
    ///
    /// - Parameter places: The directories of the user's fonts, according to the environment of this process.
    /// - Returns: The directory; `nil` if there is no manager.
    package func dataHome(besides places: UserPlaces) -> String? {
        // A manager that does not report the home uses the one in the user database.
        managerVariables.flatMap { try? UserPlaces(["HOME": places.home].merging($0) { $1 }).dataHome }
    }

    /// Finds the enabled fonts that programs do not find.
    ///
    /// Failures are ignored here, because other checks report them.
    private mutating func lookForFonts(over session: CommandSession, _ variables: [String: String]) async {
        let enabled = try? await session.fontList(["enabled": BusVariant(true)])
        // Like every program that starts, fontconfig's program writes caches, so it runs only when it is needed.
        guard let enabled, !enabled.isEmpty, let visibility = await FontconfigVisibility.ask(over: session, variables)
        else {
            return
        }
        rejectedFonts =
            enabled
            .filter { visibility.warning(about: $0) != nil && visibility.hiddenFamily(of: $0) == nil }
            .map(\.title)
    }

    /// Asks the service manager, if there is one.
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
