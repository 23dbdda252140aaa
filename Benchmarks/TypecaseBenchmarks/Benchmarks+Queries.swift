extension Benchmarks {
    private static var queryRounds: Int { 500 }

    /// Asks for faces by their PostScript names, in turns with a ping of the same daemon.
    func measureQueries(_ names: [String]) async throws {
        report.head("Queries")
        var matching = Samples(.microseconds)
        var pinging = Samples(.microseconds)
        for round in 0..<Self.queryRounds {
            let ping = try await full.provider.ping()
            // Names all over the registry, so that no cache has just what is asked for.
            let match = try await full.provider.match(names[round * 7919 % names.count])
            guard round >= Self.queryRounds / 10 else { continue }
            pinging.append(ping)
            matching.append(match)
        }
        report.add(
            "match", "Match by PostScript name, N=all", matching, against: ("Peer.Ping", pinging),
            matching.median / pinging.median, aim: .atMost(2))
    }
}
