internal import ArgumentParser

/// Measures the programs of this package beside their peers and beside what the machine can do at best.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "TypecaseBenchmarks",
        abstract: "Measure Typecase beside its peers; Benchmarks/run prepares everything and calls this.")

    @Option(help: "The directory with typecased and typecase-inspect.") var programs: String
    @Option(help: "A directory with fonts that are registered beforehand; may be repeated.") var fonts: [String]
    @Option(help: "A directory with other fonts, which are registered one by one; may be repeated.")
    var singles: [String]
    @Option(help: "How many registrations of one font to measure in each home.") var rounds = 30
    @Option(help: "A file to write the results to as JSON.") var json: String?

    func run() async throws {
        let benchmarks = try await Benchmarks(
            programs: programs, fonts: fonts.flatMap(FontFiles.all), singles: singles.flatMap(FontFiles.all),
            rounds: rounds)
        let report = try await benchmarks.run()
        if let json { try report.writeJSON(to: json) }
    }
}
