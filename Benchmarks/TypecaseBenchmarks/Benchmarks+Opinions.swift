internal import Glibc
internal import TestSupport

extension Benchmarks {
    /// How often each font is examined and registered.
    private static var opinionRounds: Int { 3 }

    /// Examines and registers fonts with and without the sanitizer: not everybody has it.
    func measureOpinions() async throws {
        try await measureChecks()
        full = try await full.restarted(
            programs: programs, environment: ["TYPECASE_SECOND_OPINION": "never"])
        report.head("Without the second opinion, N=all")
        try await measureSinglesAlone()
        try await measureBatchAlone()
    }

    /// Examines the fonts of the batch one by one and together, which nothing but the processors should bound.
    private func measureChecks() async throws {
        report.head("The worker's checks of \(batch.count) fonts")
        let cores = Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let floor = try BatchFloor(of: batch)
        for (key, title, asks) in [("own", "our own alone", false), ("all", "with the sanitizer", true)] {
            let checks = try FontChecks(of: batch, asksForSecondOpinion: asks, programs: programs, in: untouched)
            var single = Samples(.milliseconds)
            var together = Samples(.milliseconds)
            var sums = Samples(.milliseconds)
            var sanitizing = Samples(.milliseconds)
            for round in 0...Self.opinionRounds {
                var sum = Duration.zero
                for time in try await checks.oneByOne() {
                    sum += time
                    if round > 0 { single.append(time) }
                }
                let time = try await checks.together()
                let sanitizer = try floor.sanitize()
                guard round > 0 else { continue }
                if let sanitizer { sanitizing.append(sanitizer) }
                together.append(time)
                sums.append(sum.milliseconds / cores)
            }
            await checks.end()
            report.add(
                "checks-single-\(key)", "\(title): one font right after another", single, aim: .atMost(asks ? 10 : 3))
            report.add(
                "checks-together-\(key)", "\(title): all together", together,
                against: ("the sum of them by the cores", sums), together.median / sums.median,
                // With the sanitizer one font keeps two cores busy already.
                aim: asks ? nil : .atMost(1.5))
            guard !sanitizing.values.isEmpty else { continue }
            report.add(
                "checks-sanitizer-\(key)", "\(title): all together", together,
                against: ("ots-sanitize on all cores", sanitizing), together.median / sanitizing.median,
                aim: .atMost(asks ? 1.8 : 0.8))
        }
    }

    private func measureSinglesAlone() async throws {
        var ours = Samples(.milliseconds)
        var peer = Samples(.milliseconds)
        for (round, font) in singles.prefix(rounds + 3).enumerated() {
            try await pause()
            guard let (registered, time) = try await full.provider.register(font) else { continue }
            try await pause()
            _ = try await full.provider.unregister(registered.id)
            if round >= 3 { ours.append(time) }
        }
        for font in singles.prefix(Self.opinionRounds) {
            peer.append(try flat.add(font))
            _ = try flat.remove()
        }
        report.add(
            "alone-single", "one font, peer/ours", ours, against: ("cp, fc-cache", peer), peer.median / ours.median,
            // The peer scans all fonts: 0.44 times as many.
            aim: aim(full: .atLeast(50), quick: .atLeast(20)))
    }

    private func measureBatchAlone() async throws {
        var ours = Samples(.milliseconds)
        var peer = Samples(.milliseconds)
        for round in 0...Self.opinionRounds {
            let outcome = try await full.provider.registerBatch(batch, isByUser: false)
            try await settle()
            _ = try await full.provider.unregister(outcome.registered.values.map(\.id))
            try await settle()
            let copying = try flat.add(batch)
            _ = try flat.remove(batch)
            guard round > 0 else { continue }
            ours.append(outcome.time)
            peer.append(copying)
        }
        report.add(
            "alone-batch", "one batch of \(batch.count), peer/ours", ours, against: ("cp, fc-cache", peer),
            peer.median / ours.median,
            // The peer copies as many fonts as in a full run, and scans 0.44 times as many.
            aim: aim(full: .atLeast(2), quick: .atLeast(0.9)))
    }
}
