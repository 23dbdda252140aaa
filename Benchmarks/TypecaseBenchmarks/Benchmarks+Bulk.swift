extension Benchmarks {
    /// What one call registers; the bus takes no more descriptors in one message.
    private static var fontsPerCall: Int { 16 }
    /// How many calls wait for their replies at a time.
    private static var callsInFlight: Int { 4 }

    /// Registers all fonts in the full home, and copies those that were accepted to the flat directory.
    func measureBulk() async throws -> [String] {
        report.head("Many fonts at once")
        let calls = stride(from: 0, to: fonts.count, by: Self.fontsPerCall).map {
            Array(fonts[$0..<min($0 + Self.fontsPerCall, fonts.count)])
        }
        let provider = full.provider
        var accepted: [(path: String, name: String)] = []
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: [(String, String)].self) { group in
            for (number, call) in calls.enumerated() {
                if number >= Self.callsInFlight, let done = try await group.next() { accepted += done }
                group.addTask {
                    let fonts = try await provider.install(call)
                    return zip(call, fonts).compactMap { path, font in font.map { (path, $0.postscriptName) } }
                }
            }
            for try await done in group { accepted += done }
        }
        let time = start.duration(to: .now)
        let peerTime = try flat.fill(accepted.map(\.path))
        report.facts.append(("fonts", Double(accepted.count)))
        report.facts.append(("refused", Double(fonts.count - accepted.count)))
        let refused = fonts.count - accepted.count
        report.note("\(accepted.count) fonts registered; \(refused) refused, as duplicates or worse")
        let count = Double(max(1, accepted.count))
        let ours = Samples(.milliseconds, [time.milliseconds / count])
        let peer = Samples(.milliseconds, [peerTime.milliseconds / count])
        report.add(
            "bulk", "each of \(accepted.count) fonts, 16 to a call, 4 calls in flight", ours,
            against: ("copy all, fc-cache once", peer), ours.median / peer.median)
        return accepted.map(\.name)
    }
}
