internal import LinuxSystem

extension BusConnection {
    /// What the bus knows of the process behind a connection.
    ///
    /// - Parameter uniqueName: The connection, as `BusMethodCall.sender` names it.
    /// - Returns: The user, the process, and a descriptor of the process where the bus gives one.
    /// - Throws: `nameHasNoOwner` where it is gone.
    package func credentials(of uniqueName: String) async throws(BusError) -> BusCredentials {
        try BusNames.check(busName: uniqueName)
        let time = BootClock.now
        guard let result = try await callBus("GetConnectionCredentials", [.string(uniqueName)]).first else {
            throw .failed("The bus answered without credentials.")
        }
        let values = try [String: BusVariant](busValue: result)
        // Both are optional in D-Bus, but nobody can be trusted without them.
        guard let user = values["UnixUserID"], let process = values["ProcessID"] else {
            throw .failed("The bus does not know the process of '\(uniqueName)'.")
        }
        guard let processID = Int32(exactly: try process.converted(to: UInt32.self)), processID > 0 else {
            throw .failed("The bus knows no such process.")
        }
        return BusCredentials(
            userID: try user.converted(), processID: processID,
            processDescriptor: try values["ProcessFD"].map { (value) throws(BusError) in try value.converted() },
            securityLabel: try values["LinuxSecurityLabel"].map { (value) throws(BusError) in
                // A zero byte ends it.
                String(decoding: try value.converted(to: [UInt8].self).prefix { $0 != 0 }, as: UTF8.self)
            },
            // The bus tells of a connection before it answers any question about it.
            wasConnectedAt: min(time, arrivals?.time(of: uniqueName) ?? time))
    }

    /// Begins to note when connections appear on the bus, which their credentials tell from then on.
    ///
    /// Only where the bus tells processes by their numbers alone: one that hands out descriptors of them need not wake
    /// anybody for each program that comes. Nobody is woken for those that leave, nor for names that programs take and
    /// give back.
    ///
    /// - Throws: What the bus says against being asked, or `disconnected`.
    package func noteArrivalsWhereNeeded() async throws(BusError) {
        guard arrivals == nil, try await credentials(of: uniqueName).processDescriptor == nil else { return }
        arrivals = ConnectionArrivals()
        var arrival = Self.ownerRule(of: nil)
        arrival.firstArgumentNamespace = ConnectionArrivals.namespace
        arrival.secondArgument = ""
        _ = try await callBus("AddMatch", [.string(arrival.text)])
        guard let names = try await callBus("ListNames", []).first else { return }
        arrivals?.note(present: try [String](busValue: names), at: BootClock.now)
    }
}
