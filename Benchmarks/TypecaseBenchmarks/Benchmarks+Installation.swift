internal import LinuxSystem

extension Benchmarks {
    /// The files of one command, as a directory of a foundry's whole library has them.
    private static var installedCount: Int { 2_000 }

    /// Installs many files with one command into a home without fonts, beside the same files as one batch.
    func measureInstallation() async throws {
        let files = Array(fonts.prefix(Self.installedCount))
        report.head("\(files.count) files with one command")
        let other = try await ServedHome.start(programs: programs)
        let batch: (time: Duration, accepted: [String])
        do {
            let outcome = try await other.provider.registerBatch(files, isByUser: true)
            // What is refused, as a duplicate or worse, would have the command fail.
            batch = (outcome.time, outcome.registered.keys.sorted().map { files[$0] })
        } catch {
            await other.stop()
            throw error
        }
        await other.stop()
        let home = try await ServedHome.start(programs: programs)
        let command = Result {
            try TimedProgram.run(
                ["\(programs)/typecase", "install"] + batch.accepted, environment: home.environment)
        }
        await home.stop()
        let time = Samples(.milliseconds, [try command.get().milliseconds])
        let together = Samples(.milliseconds, [batch.time.milliseconds])
        report.add(
            "command-install", "typecase install with \(batch.accepted.count) files", time,
            against: ("one batch", together), time.median / together.median, aim: .atMost(1.2))
    }
}
