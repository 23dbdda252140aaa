internal import ArgumentParser

/// Measures how many fonts the checks of Typecase refuse, beside OpenType Sanitizer and fontconfig.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ValidatorBenchmark",
        abstract: "Measure the checks of fonts on folders of fonts; Benchmarks/validate builds this and calls it.",
        discussion: """
            Nothing is installed. Each font goes through what fonts go through before they are registered, once \
            without OpenType Sanitizer and once with it; and through ots-sanitize and fc-query by themselves, where \
            they are installed. With --mutants, damaged copies of the fonts that all accept go the same way.
            """)

    @Argument(help: "Folders with fonts, searched with everything in them, or single fonts.") var paths: [String]
    @Option(help: "How many damaged copies to make.") var mutants = 0
    @Option(help: "Which damaged copies: the same number makes the same ones.") var seed: UInt64 = 1
    @Flag(help: "Judge fonts one at a time and at once only, up to a hundred of them.") var crowdOnly = false
    @Flag(help: "List the fonts that are refused, with the reasons.") var list = false
    @Flag(help: "The fonts are good: tell each that is refused, and fail where one is not among the exceptions.")
    var good = false
    @Option(help: "A file with good fonts that are refused rightly: name, rule and reason, divided by tabs.")
    var exceptions: String?

    func run() async throws {
        var files = FontFolder.files(paths)
        if good {
            // Packages have tens of thousands of other files, which no one takes for fonts.
            let count = files.count
            files = files.filter(FontFolder.isFont)
            print("files: \(count), of which \(files.count) begin as a font does")
        }
        let peers = try Peers()
        let gate = Gate()
        print("judges: \(try await gate.judges())")
        let measurement = try Measurement(
            gate: gate, peers: peers, listsDisagreements: list, areGood: good, exceptions: Exceptions(exceptions))
        let (accepted, unexplained) = crowdOnly ? (files, 0) : try await measurement.measure(files)
        // From all over the folders, as those of one family are alike.
        let crowd = stride(from: 0, to: accepted.count, by: max(1, accepted.count / 100)).map { accepted[$0] }
        try await measurement.measureCrowd(Array(crowd.prefix(100)))
        if mutants > 0 { try await measurement.measureMutants(of: accepted, count: mutants, seed: seed) }
        await gate.close()
        if unexplained > 0 { throw ExitCode.failure }
    }
}
