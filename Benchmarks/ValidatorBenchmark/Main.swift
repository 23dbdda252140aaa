internal import ArgumentParser

/// Measures how many fonts the checks of Typecase refuse, beside OpenType Sanitizer and fontconfig.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ValidatorBenchmark",
        abstract: "Measure the checks of fonts on folders of fonts; Benchmarks/validate builds this and calls it.",
        discussion: """
            Nothing is installed. Each font is checked by Typecase's own checks alone, in this process; and by \
            ots-sanitize and fc-query where they are installed. With --mutants, damaged copies of the fonts that all \
            three accept are checked as well.
            """)

    @Argument(help: "Folders with fonts, searched with everything in them, or single fonts.") var paths: [String]
    @Option(help: "How many damaged copies to make.") var mutants = 0
    @Option(help: "Which damaged copies: the same number makes the same ones.") var seed: UInt64 = 1
    @Flag(help: "List the fonts on which the three disagree, with the reasons.") var list = false

    func run() async throws {
        let files = FontFolder.files(paths)
        let peers = try Peers()
        let measurement = Measurement(peers: peers, listsDisagreements: list)
        let accepted = try await measurement.measure(files)
        if mutants > 0 { try await measurement.measureMutants(of: accepted, count: mutants, seed: seed) }
    }
}
