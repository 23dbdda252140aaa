internal import TestSupport

extension Benchmarks {
    private static var activationRounds: Int { 15 }

    /// Has the bus start the daemon for a call after it has left, in turns with a service that does nothing and with calls
    /// to a daemon that runs.
    ///
    /// Last of all: it takes the home with all fonts from its daemon.
    func measureActivation(_ names: [String]) async throws {
        report.head("Back after the idle exit, N=all")
        await full.endDaemon()
        let activated = try await ActivatedHome(home: full.home, programs: programs)
        var pinging = Samples(.milliseconds)
        var matching = Samples(.milliseconds)
        var running = Samples(.milliseconds)
        var nothing = Samples(.milliseconds)
        var left = Samples(.count)
        var connected = Samples(.count)
        // The first start reads what it has never read.
        for round in 0..<2 * Self.activationRounds + 1 {
            let isMatching = round.isMultiple(of: 2)
            let name = names[round * 7919 % names.count]
            let first = try await isMatching ? activated.provider.match(name) : activated.provider.ping()
            let second = try await isMatching ? activated.provider.match(name) : activated.provider.ping()
            try await activated.session.waitForEnd(of: activated.session.daemon())
            // What ends with the daemon ends a moment after it, where it does.
            try await pause()
            let control = try await activated.session.startEmptyService()
            guard round > 0 else { continue }
            if isMatching { matching.append(first) } else { pinging.append(first) }
            if isMatching { running.append(second) }
            nothing.append(control)
            left.append(Double(activated.processes().count))
            connected.append(Double(try await activated.otherConnections()))
        }
        report.add(
            "activation-ping", "call to first reply, Peer.Ping", pinging,
            against: ("a service that does nothing", nothing),
            pinging.median - nothing.median, unit: "ms more")
        report.add(
            "activation-match", "call to first reply, Match", matching, against: ("of a daemon that runs", running),
            matching.median, unit: "ms", aim: .atMost(50))
        report.add("idle-processes", "processes left after the idle exit", left.worst, aim: .atMost(0))
        report.add("idle-connections", "connections left on the bus", connected.worst, aim: .atMost(0))
        await activated.stop()
    }
}
