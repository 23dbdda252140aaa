internal import TestSupport

extension Benchmarks {
    /// How long until what ends by itself has ended.
    ///
    /// That is threads without work after 10 s, connections to workers after 30 s, what is kept in memory for the next
    /// query after 35 s. After 60 s a daemon looks once whether somebody would start it again, so that it can leave, which
    /// nobody would here.
    private static var restTime: Duration { .seconds(63) }
    private static var watchTime: Duration { .seconds(10) }
    /// How often to watch, where threads have gone meanwhile.
    private static var watches: Int { 3 }

    /// Looks at daemons that have nothing to do: after all that was asked of them, and started again, which is how a
    /// session has them once they were idle for a minute.
    func measureRest(since start: ContinuousClock.Instant) async throws {
        report.head("Daemon at rest, after it registered all fonts")
        try await measureIdleness([("N", "N=all", full)], since: start, suffix: "-after-batches")
        report.head("Daemon at rest, started with the fonts there")
        empty = try await empty.restarted(programs: programs)
        full = try await full.restarted(programs: programs)
        let memory = try await measureIdleness(
            [("0", "N=0", empty), ("N", "N=all", full)], since: .now, suffix: "")
        report.add(
            "memory-growth", "N=all: memory more than at N=0", Samples(.megabytes, [memory[1] - memory[0]]),
            // What is held of each font shrinks with their number; caches and the allocator's arenas hardly do.
            aim: aim(full: .atMost(1), quick: .atMost(0.7)))
    }

    /// Measures memory and wake-ups of daemons once they rest.
    ///
    /// - Returns: The memory of each in megabytes.
    @discardableResult
    private func measureIdleness(
        _ homes: [(key: String, title: String, home: ServedHome)], since start: ContinuousClock.Instant, suffix: String
    ) async throws -> [Double] {
        let daemons = homes.map { ProcessFacts(processID: $0.home.daemon.processID) }
        try await Task.sleep(until: start.advanced(by: Self.restTime))
        var before = daemons.map { $0.wakeUps() }
        var after = before
        for attempt in 1... {
            try await Task.sleep(for: Self.watchTime)
            after = daemons.map { $0.wakeUps() }
            guard zip(before, after).contains(where: { $0.keys != $1.keys }) else { break }
            // The last threads without work went meanwhile, and what they woke up for went with them.
            guard attempt < Self.watches else {
                throw BenchmarkFailure("Threads of an idle daemon come and go: \(before) \(after)")
            }
            before = after
        }
        let memory = try daemons.map { try $0.memory() }
        for (index, (key, title, _)) in homes.enumerated() {
            let wakeUps = after[index].values.reduce(0, +) - before[index].values.reduce(0, +)
            report.add(
                "memory-\(key)\(suffix)", "\(title): memory (PSS)", Samples(.megabytes, [memory[index].total]),
                aim: .atMost(20))
            report.add(
                "anonymous-\(key)\(suffix)", "\(title): of which anonymous",
                Samples(.megabytes, [memory[index].anonymous]), aim: .atMost(4))
            report.add(
                "wake-ups-\(key)\(suffix)", "\(title): wake-ups in 10 s",
                Samples(.count, [wakeUps]), aim: .atMost(0))
            report.add(
                "workers-\(key)\(suffix)", "\(title): workers that still run",
                Samples(.count, [Double(daemons[index].children().count)]))
        }
        return memory.map(\.total)
    }
}
