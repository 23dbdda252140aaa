internal import ArgumentParser
internal import DBus

/// Has the service manager of this session start the daemon for a call after it has left, in turns with a service that
/// does nothing; Benchmarks/activation prepares the session and calls this.
struct ManagedActivation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "managed-activation", abstract: "Measure how long the service manager of this session takes.",
        shouldDisplay: false)

    @Option(help: "A directory with fonts that are registered beforehand; may be repeated.") var fonts: [String]
    @Flag(help: "Only measure: exit with success where an aim was missed as well.") var measureOnly = false

    private static let rounds = 15
    /// The most fonts of one batch.
    private static let fontsPerBatch = 5_000
    /// How long the manager may take to see that a process has ended: a call meanwhile waits for that.
    private static let settlingTime = Duration.milliseconds(200)

    func run() async throws {
        let session = try await ActivatingBus(.session)
        let paths = fonts.flatMap(FontFiles.all)
        var names: [String] = []
        for start in stride(from: 0, to: paths.count, by: Self.fontsPerBatch) {
            let part = Array(paths[start..<min(start + Self.fontsPerBatch, paths.count)])
            let batch = try await session.provider.registerBatch(part, isByUser: true)
            names += batch.registered.sorted { $0.key < $1.key }.map(\.value.postscriptName)
        }
        guard !names.isEmpty else { throw BenchmarkFailure("No font was registered.") }
        try await session.waitForEnd(of: session.daemon())

        var report = Report()
        report.head("Back after the idle exit by systemd, N=\(names.count)")
        var (matching, pinging, running) = (Samples(.milliseconds), Samples(.milliseconds), Samples(.milliseconds))
        var nothing = Samples(.milliseconds)
        // The first start reads what it has never read.
        for round in 0..<2 * Self.rounds + 1 {
            try await Task.sleep(for: Self.settlingTime)
            let isMatching = round.isMultiple(of: 2)
            let name = names[round * 7919 % names.count]
            let first = try await isMatching ? session.provider.match(name) : session.provider.ping()
            let second = try await isMatching ? session.provider.match(name) : session.provider.ping()
            try await session.waitForEnd(of: session.daemon())
            try await Task.sleep(for: Self.settlingTime)
            let control = try await session.startEmptyService()
            guard round > 0 else { continue }
            if isMatching { matching.append(first) } else { pinging.append(first) }
            if isMatching { running.append(second) }
            nothing.append(control)
        }
        report.add(
            "managed-ping", "call to first reply, Peer.Ping", pinging,
            against: ("a service that does nothing", nothing), pinging.median - nothing.median, unit: "ms more")
        report.add(
            "managed-match", "call to first reply, Match", matching, against: ("of a daemon that runs", running),
            matching.median, unit: "ms", aim: .atMost(50))
        let isGood = report.summarize()
        await session.provider.close()
        guard isGood || measureOnly else { throw MeasureCommand.missedAim }
    }
}
