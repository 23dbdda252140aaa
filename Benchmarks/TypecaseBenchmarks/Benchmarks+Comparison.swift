internal import TestSupport

extension Benchmarks {
    /// How often both builds take turns.
    private static var comparisonRounds: Int { 20 }
    /// How many first rounds do not count.
    private static var comparisonWarmUp: Int { 3 }
    /// How many calls to Match are one measurement: one alone is shorter than the noise.
    private static var matchesPerRound: Int { 200 }

    /// Registers fonts and matches names in turns with the programs of another build, each in a home with the same fonts.
    ///
    /// What counts is the median of the ratios of each round, in which both have met the same load of the machine.
    func measureComparison() async throws {
        report.head("This build beside another one")
        guard let before else { return report.note("Not measured: --before names the directory of its programs.") }
        var homes: [ServedHome] = []
        let result: Result<Void, any Error>
        do {
            // Where the second one cannot be started, the first one is stopped all the same.
            for directory in [programs, before] { homes.append(try await ServedHome.start(programs: directory)) }
            result = .success(try await measureComparison(homes[0], homes[1]))
        } catch {
            result = .failure(error)
        }
        for home in homes { await home.stop() }
        try result.get()
    }

    private func measureComparison(_ ours: ServedHome, _ others: ServedHome) async throws {
        var names: [String] = []
        for home in [ours, others] {
            let registered = try await home.provider.registerBatch(fonts, isByUser: false).registered
            names = registered.keys.sorted().compactMap { registered[$0]?.postscriptName }
        }
        try await settle()
        var registering = (ours: Samples(.milliseconds), others: Samples(.milliseconds), ratios: Samples(.count))
        var matching = registering
        for round in 0..<Self.comparisonRounds + Self.comparisonWarmUp {
            let font = singles[round % singles.count]
            let wanted = (0..<Self.matchesPerRound).map { names[(round * 7919 + $0 * 31) % names.count] }
            var times: [(registering: Duration, matching: Duration)?] = [nil, nil]
            // Who is first changes, as the second finds the file in the memory.
            for turn in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                times[turn] = try await measure(font, wanted, in: turn == 0 ? ours : others)
            }
            guard round >= Self.comparisonWarmUp, let own = times[0], let other = times[1] else { continue }
            registering.ours.append(own.registering)
            registering.others.append(other.registering)
            registering.ratios.append(own.registering / other.registering)
            matching.ours.append(own.matching)
            matching.others.append(other.matching)
            matching.ratios.append(own.matching / other.matching)
        }
        report.add(
            "compare-register", "registration of one font", registering.ours,
            against: ("the other build", registering.others), registering.ratios.median, aim: .atMost(1.03))
        report.add(
            "compare-match", "\(Self.matchesPerRound) calls to Match", matching.ours,
            against: ("the other build", matching.others), matching.ratios.median, aim: .atMost(1.03))
    }

    /// Registers a font, removes it and matches names; `nil` for a font that is refused beside the others.
    private func measure(
        _ font: String, _ names: [String], in home: ServedHome
    ) async throws -> (registering: Duration, matching: Duration)? {
        try await pause()
        guard let (registered, registering) = try await home.provider.register(font) else { return nil }
        try await pause()
        _ = try await home.provider.unregister(registered.id)
        try await pause()
        var matching = Duration.zero
        for name in names { matching += try await home.provider.match(name) }
        return (registering, matching)
    }
}
