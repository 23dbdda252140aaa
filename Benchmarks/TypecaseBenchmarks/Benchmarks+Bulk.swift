internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import TestSupport

extension Benchmarks {
    /// The most fonts of one batch.
    private static var fontsPerBatch: Int { 5_000 }
    /// How often everything is done with the batch.
    private static var batchRounds: Int { 5 }

    /// Registers all fonts in the full home, and copies those that were accepted to the flat directory.
    func measureBulk() async throws -> [String] {
        report.head("Many fonts at once")
        var accepted: [(path: String, name: String)] = []
        var committing = Duration.zero
        let (singles, other) = (singles, full.other)
        // Ahead of it all, so that nothing of a batch can be in the way.
        let alone = try await Self.register(singles, with: other, rounds: rounds)
        var (adding, during) = (Samples(.milliseconds), Samples(.milliseconds))
        var time = Duration.zero
        for start in stride(from: 0, to: fonts.count, by: Self.fontsPerBatch) {
            let part = Array(fonts[start..<min(start + Self.fontsPerBatch, fonts.count)])
            let stage = Stage()
            async let others = Self.register(singles, with: other, during: stage)
            let batch = try await full.provider.registerBatch(part, isByUser: true) {
                stage.isCommitting.store(true, ordering: .relaxed)
            }
            stage.isOver.store(true, ordering: .relaxed)
            for (value, isCommitting) in try await others {
                if isCommitting { during.append(value) } else { adding.append(value) }
            }
            time += batch.time
            committing += batch.committing
            for (place, font) in batch.registered { accepted.append((part[place], font.postscriptName)) }
        }
        registered = accepted.map(\.path)
        let peerTime = try flat.fill(registered)
        report.facts.append(("fonts", Double(accepted.count)))
        report.facts.append(("refused", Double(fonts.count - accepted.count)))
        let refused = fonts.count - accepted.count
        report.note("\(accepted.count) fonts registered; \(refused) refused, as duplicates or worse")
        let count = Double(max(1, accepted.count))
        let ours = Samples(.milliseconds, [time.milliseconds / count])
        let peer = Samples(.milliseconds, [peerTime.milliseconds / count])
        report.add(
            "bulk", "each of \(accepted.count) fonts in batches", ours,
            against: ("copy all, fc-cache once", peer), ours.median / peer.median)
        report.add("bulk-commit", "of which Commit, all fonts", Samples(.milliseconds, [committing.milliseconds]))
        report.add(
            "bulk-single-adding", "one font of another provider while they are added", adding,
            against: ("alone", alone), adding.median / alone.median, aim: .atMost(3))
        report.add(
            "bulk-single", "one font of another provider during Commit", during,
            against: ("alone", alone), during.median / alone.median, aim: .atMost(3))
        report.add(
            "bulk-single-worst", "the slowest of both",
            Samples(.milliseconds, [max(adding.maximum, during.maximum)]),
            against: ("the batches", Samples(.milliseconds, [time.milliseconds])),
            max(adding.maximum, during.maximum) / time.milliseconds, aim: .atMost(0.05))
        return accepted.map(\.name)
    }

    /// How far a batch is.
    private final class Stage: Sendable {
        let isCommitting = Atomic(false)
        let isOver = Atomic(false)
    }

    /// Registers and removes fonts one after the other, with nothing beside it.
    private static func register(_ fonts: [String], with provider: Provider, rounds: Int) async throws -> Samples {
        var times = Samples(.milliseconds)
        // The first starts the workers.
        for round in 0...rounds {
            guard let (registered, time) = try await provider.register(fonts[round % fonts.count]) else { continue }
            _ = try await provider.unregister(registered.id)
            if round > 0 { times.append(time) }
        }
        return times
    }

    /// How long to wait between two fonts while those of a batch are added, whose time is measured as well.
    private static var singleInterval: Duration { .milliseconds(100) }

    /// Registers and removes fonts of another provider while those of a batch are added, and over and over while it is
    /// committed.
    ///
    /// - Returns: The times of those that were registered before the batch was over, and whether it was being committed.
    private static func register(
        _ fonts: [String], with provider: Provider, during stage: Stage
    ) async throws -> [(time: Duration, isCommitting: Bool)] {
        var times: [(time: Duration, isCommitting: Bool)] = []
        var next = 0
        while !stage.isOver.load(ordering: .relaxed) {
            let isCommitting = stage.isCommitting.load(ordering: .relaxed)
            if !isCommitting { try await Task.sleep(for: singleInterval) }
            let font = fonts[next % fonts.count]
            next += 1
            guard let (registered, time) = try await provider.register(font) else { continue }
            let isStillThere = !stage.isOver.load(ordering: .relaxed)
            // One that began before the commit may have had to wait for that.
            if isStillThere { times.append((time, stage.isCommitting.load(ordering: .relaxed))) }
            _ = try await provider.unregister(registered.id)
        }
        return times
    }

    /// Checks that each font of the batch is accepted beside all others: without one it would be another batch.
    func checkBatch() async throws {
        let outcome = try await full.provider.registerBatch(batch, isByUser: false)
        _ = try await full.provider.unregister(outcome.registered.values.map(\.id))
        if let refused = batch.indices.first(where: { outcome.registered[$0] == nil }) {
            throw BenchmarkFailure("\(batch[refused]) was refused, but is in the list of the batch.")
        }
        try await settle()
    }

    /// Tells the memory of the workers that have examined fonts just now, apart from the daemon's.
    private func reportWorkers() throws {
        let workers = ProcessFacts(processID: full.daemon.processID).descendants().compactMap { try? $0.memory() }
        guard !workers.isEmpty else { throw BenchmarkFailure("No worker is left to be looked at.") }
        report.add(
            "workers-memory", "\(workers.count) workers then: memory (PSS)",
            Samples(.megabytes, [workers.reduce(0) { $0 + $1.total }]))
        report.add(
            "workers-anonymous", "of which anonymous", Samples(.megabytes, [workers.reduce(0) { $0 + $1.anonymous }]))
    }

    /// Tells what is possible, so that a reader can tell what a missed aim is due to.
    private func addFloors(_ floors: [BatchFloor.Parts], against copying: Samples) {
        func add(_ key: String, _ title: String, _ times: [Duration]) {
            guard !times.isEmpty else { return }
            let floor = Samples(.milliseconds, times.map(\.milliseconds))
            report.add(
                "batch-floor-\(key)", "floor: \(title), peer/floor", floor, against: ("cp, fc-cache", copying),
                copying.median / floor.median)
        }
        add("disk", "written, synced, scanned", floors.map { $0.writing + $0.scanning })
        add("scan", "of which fontconfig's scan", floors.map(\.scanning))
        add("sanitizer", "ots-sanitize on all cores", floors.compactMap(\.sanitizing))
    }

    /// Registers and removes fonts together in the full home, beside the same in the flat directory.
    func measureBatches() async throws {
        let bytes = batch.reduce(0) { $0 + ((try? Files.status(of: $1).stamp.size) ?? 0) }
        report.head("\(batch.count) fonts together, \(bytes >> 20) MB, N=all")
        var together = Samples(.milliseconds)
        var committing = Samples(.milliseconds)
        var removing = Samples(.milliseconds)
        var settingAside = Samples(.milliseconds)
        var inFlight = Samples(.milliseconds)
        var copying = Samples(.milliseconds)
        var deleting = Samples(.milliseconds)
        var checking = Samples(.milliseconds)
        let checks = try FontChecks(of: batch, programs: programs, in: untouched)
        let floor = try BatchFloor(of: batch)
        var floors: [BatchFloor.Parts] = []
        for round in 0...Self.batchRounds {
            let outcome = try await full.provider.registerBatch(batch, isByUser: false)
            guard outcome.registered.count == batch.count else {
                throw BenchmarkFailure("\(batch.count - outcome.registered.count) fonts of the batch were refused.")
            }
            try await settle()
            let checkTime = try await checks.together()
            let departure = try await full.provider.setAsideAndRestore()
            try await settle()
            let removal = try await full.provider.unregister(outcome.registered.values.map(\.id))
            try await settle()
            let singles = try await full.provider.registerTogether(batch)
            try await settle()
            _ = try await full.provider.unregister(singles.ids)
            try await settle()
            let copies = try flat.add(batch)
            let deletion = try flat.remove(batch)
            let parts = try floor.measure()
            // The first round warms everybody up.
            guard round > 0 else { continue }
            together.append(outcome.time)
            committing.append(outcome.committing)
            checking.append(checkTime)
            removing.append(removal)
            settingAside.append(departure)
            inFlight.append(singles.time)
            copying.append(copies)
            deleting.append(deletion)
            floors.append(parts)
        }
        await checks.end()
        report.add(
            "batch-peer", "one batch, peer/ours", together, against: ("cp, fc-cache", copying),
            copying.median / together.median)
        // A batch cannot be faster than the checks and what any copy has to do, one after the other.
        let disk = Samples(.milliseconds, floors.map { ($0.writing + $0.scanning).milliseconds })
        let least = Samples(.milliseconds, [checking.median + disk.median])
        report.add(
            "batch", "one batch", together, against: ("the checks and the floor", least),
            together.median / least.median, aim: .atMost(1.15))
        report.add("batch-commit", "of which Commit", committing)
        report.add(
            "batch-checks", "the checks of these fonts alone", checking,
            against: ("the batch", together), checking.median / together.median)
        // At least something: where nearly all is checks, the one may come out as long as the other.
        let rest = Samples(.milliseconds, [max(1, together.median - checking.median)])
        report.add(
            "batch-others", "all but the checks, peer/ours", rest, against: ("cp, fc-cache", copying),
            copying.median / rest.median)
        addFloors(floors, against: copying)
        try reportWorkers()
        report.add(
            "batch-singles", "as many calls of one font in flight together", inFlight,
            against: ("one batch", together), inFlight.median / together.median, aim: .atMost(3))
        report.add(
            "batch-removal", "removal, peer/ours", removing, against: ("rm, fc-cache", deleting),
            deleting.median / removing.median, aim: removalAim)
        report.add(
            "batch-departure", "the provider leaves (kept for 30 days)", settingAside,
            against: ("rm, fc-cache", deleting), deleting.median / settingAside.median, aim: removalAim)
    }

    /// The peer scans all fonts that are left: 0.44 times as many.
    private var removalAim: Report.Aim { aim(full: .atLeast(20), quick: .atLeast(8)) }
}
