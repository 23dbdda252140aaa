internal import ArgumentParser

/// Measures the programs of this package beside their peers and beside what the machine can do at best.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure Typecase beside its peers; Benchmarks/run prepares everything and calls this.")

    @Option(help: "The directory with typecased and typecase-inspect.") var programs: String
    @Option(help: "The directory with the programs of another build, to compare this one with.") var before: String?
    @Option(help: "The program of KDE's font service, to compare with.") var kdeService: String?
    @Option(help: "The directory with the libraries of its package.") var kdeLibraries: String?
    @Option(help: "A directory with fonts that are registered beforehand; may be repeated.") var fonts: [String]
    @Option(help: "The list of the fonts that are registered together: package=version, path and SHA-256 in each line.")
    var batch: String
    @Option(help: "A directory with other fonts, which are registered one by one; may be repeated.")
    var singles: [String]
    @Option(help: "How many registrations of one font to measure in each home.") var rounds = 30
    @Option(help: "How many fonts those are, which some aims depend on.") var size = Size.quick
    @Option(help: "What to measure besides the registration of all fonts; may be repeated. Everything by default.")
    var only: [Section] = []
    @Option(help: "A file to write the results to as JSON.") var json: String?
    @Flag(help: "Only measure: exit with success where an aim was missed as well.") var measureOnly = false

    /// The exit status where an aim was missed, which is none of a failure.
    static let missedAim = ExitCode(3)

    func run() async throws {
        let benchmarks = try await Benchmarks(
            programs: programs, before: before, kdeService: kdeService, kdeLibraries: kdeLibraries,
            fonts: fonts.flatMap(FontFiles.all), batch: try BatchFonts(listedIn: batch),
            singles: singles.flatMap(FontFiles.all),
            rounds: rounds, size: size, sections: Set(only.isEmpty ? Section.allCases : only))
        let report = try await benchmarks.run()
        let isGood = report.summarize()
        if let json { try report.writeJSON(to: json) }
        guard isGood || measureOnly else { throw Self.missedAim }
    }
}
