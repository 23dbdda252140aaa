internal import TestSupport

extension Benchmarks {
    /// After this, what ends by itself has ended: threads without work (10 s) and connections to workers (30 s).
    private static var restTime: Duration { .seconds(45) }
    private static var watchTime: Duration { .seconds(10) }

    /// Looks at daemons that have nothing to do.
    func measureIdleness(since start: ContinuousClock.Instant) async throws {
        report.head("Daemon at rest")
        let daemons = [empty, full].map { ProcessFacts(processID: $0.daemon.processID) }
        try await Task.sleep(until: start.advanced(by: Self.restTime))
        let before = try daemons.map { try $0.wakeUps() }
        try await Task.sleep(for: Self.watchTime)
        let after = try daemons.map { try $0.wakeUps() }
        let memory = try daemons.map { try $0.memory() }
        for (index, title) in ["N=0", "N=all"].enumerated() {
            let key = index == 0 ? "0" : "N"
            report.add(
                "memory-\(key)", "\(title): memory (PSS)", Samples(.megabytes, [memory[index].total]), aim: .atMost(20))
            report.add(
                "anonymous-\(key)", "\(title): of which anonymous", Samples(.megabytes, [memory[index].anonymous]),
                aim: .atMost(4))
            report.add(
                "wake-ups-\(key)", "\(title): wake-ups in 10 s", Samples(.count, [after[index] - before[index]]),
                aim: .atMost(0))
            report.add(
                "workers-\(key)", "\(title): workers that still run",
                Samples(.count, [Double(daemons[index].children().count)]))
        }
        report.add(
            "memory-growth", "N=all: memory more than at N=0", Samples(.megabytes, [memory[1].total - memory[0].total]),
            aim: .atMost(1))
    }
}
