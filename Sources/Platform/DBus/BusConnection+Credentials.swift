internal import LinuxSystem

extension BusConnection {
    /// The credentials of the process behind a connection, as reported by the bus.
    ///
    /// - Parameter uniqueName: The unique name of the connection, as in `BusMethodCall.sender`.
    /// - Returns: The user, the process, and a descriptor of the process if the bus provides one.
    /// - Throws: `nameHasNoOwner` if the connection no longer exists.
    package func credentials(of uniqueName: String) async throws(BusError) -> BusCredentials {
        try BusNames.check(busName: uniqueName)
        let time = BootClock.now
        guard let result = try await callBus("GetConnectionCredentials", [.string(uniqueName)]).first else {
            throw .failed("The bus answered without credentials.")
        }
        let values = try [String: BusVariant](busValue: result)
        // D-Bus makes both optional, but a caller without them cannot be trusted.
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
                // A zero byte ends the label.
                String(decoding: try value.converted(to: [UInt8].self).prefix { $0 != 0 }, as: UTF8.self)
            },
            // The bus announces a connection before it answers any question about it.
            wasConnectedAt: min(time, arrivals?.time(of: uniqueName) ?? time))
    }

    /// Starts to record when connections appear on the bus, and uses these times in their credentials.
    ///
    /// This is only done if the bus identifies processes by number alone. If the bus provides process descriptors, this
    /// process need not wake up for each program that connects. It never wakes up for connections that leave, or for
    /// well-known names that programs request and release.
    ///
    /// - Throws: The bus's error if it refuses the request, or `disconnected`.
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
