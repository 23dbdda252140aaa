internal import TestSupport

extension Benchmarks {
    /// How often both builds take turns.
    private static var comparisonRounds: Int { 20 }
    /// How many first rounds do not count.
    private static var comparisonWarmUp: Int { 3 }
    /// How many calls to Match are one measurement: one alone is shorter than the noise.
    private static var matchesPerRound: Int { 200 }

    /// How often the workers of both builds take turns, and how many first rounds do not count.
    private static var checkRounds: Int { 10 }
    private static var checkWarmUp: Int { 2 }

    /// Registers fonts, matches names and checks fonts in turns with the programs of another build, each in a home with
    /// the same fonts.
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
        try await compareChecks(with: before)
    }

    /// Has the workers of both builds check the fonts of the batch in turns.
    private func compareChecks(with before: String) async throws {
        let kinds = [("own", "our own checks alone", false), ("all", "the checks with the sanitizer", true)]
        for (key, title, asks) in kinds {
            let ours = try FontChecks(of: batch, asksForSecondOpinion: asks, programs: programs, in: untouched)
            let others = try FontChecks(of: batch, asksForSecondOpinion: asks, programs: before, in: untouched)
            let result: Result<Void, any Error>
            do {
                result = .success(try await compareChecks(ours, others, key, title))
            } catch {
                result = .failure(error)
            }
            await ours.end()
            await others.end()
            try result.get()
        }
    }

    /// Checks fonts with the workers of both builds, which have to speak the same protocol.
    private func compareChecks(
        _ ours: FontChecks, _ others: FontChecks, _ key: String, _ title: String
    ) async throws {
        var single = (ours: Samples(.milliseconds), others: Samples(.milliseconds), ratios: Samples(.count))
        var together = single
        for round in 0..<Self.checkRounds + Self.checkWarmUp {
            var times: [(single: Duration, together: Duration)] = [(.zero, .zero), (.zero, .zero)]
            for turn in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                let checks = turn == 0 ? ours : others
                times[turn].single = try await checks.oneByOne().reduce(.zero, +)
                times[turn].together = try await checks.together()
            }
            guard round >= Self.checkWarmUp else { continue }
            single.ours.append(times[0].single)
            single.others.append(times[1].single)
            single.ratios.append(times[0].single / times[1].single)
            together.ours.append(times[0].together)
            together.others.append(times[1].together)
            together.ratios.append(times[0].together / times[1].together)
        }
        report.add(
            "compare-checks-single-\(key)", "\(title), one font after another", single.ours,
            against: ("the other build", single.others), single.ratios.median, aim: .atMost(1.03))
        report.add(
            "compare-checks-together-\(key)", "\(title), all together", together.ours,
            against: ("the other build", together.others), together.ratios.median, aim: .atMost(1.03))
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
