internal import Glibc
internal import InspectionProtocol
internal import SystemPackage
internal import TestSupport

/// Checks fonts and counts the verdicts.
struct Measurement {
    let gate: Gate
    let peers: Peers
    let listsDisagreements: Bool
    /// Whether every font is said to be good, so that each that is refused is told, and counts.
    let areGood: Bool
    /// The good fonts that are refused all the same.
    let exceptions: Exceptions

    /// The fonts that may be damaged: larger ones would take most of the time.
    private static let largestOriginal = 2 << 20

    /// Counts the verdicts on real fonts.
    ///
    /// - Returns: The fonts that all accept, and how many good ones are refused for a reason that is not known.
    func measure(_ files: [String]) async throws -> (accepted: [String], unexplained: Int) {
        var tally = Tally(title: "fonts")
        var accepted: [String] = []
        for path in files {
            let bytes = FontFolder.bytes(path)
            let opinions = try await opinions(bytes, at: path)
            let exception = areGood && opinions.isFont ? exceptions.reason(path, opinions.gate.refusal) : nil
            tally.add(opinions, isExcepted: exception != nil)
            if let refusal = opinions.gate.refusal, areGood, opinions.isFont {
                let known = exception.map { "known to be refused rightly: \($0)" } ?? "not known to be refused rightly"
                print("\(path): refused for \(refusal.rule): \(refusal.message) The sanitizer: \(opinions.sanitizer), ")
                print("    \(known)")
            } else if let line = opinions.disagreement, listsDisagreements {
                print("\(path): \(line)")
            }
            if opinions.gate.refusal == nil, opinions.sanitizer != .refused, opinions.query != .refused,
                bytes.count <= Self.largestOriginal
            {
                accepted.append(path)
            }
        }
        tally.report()
        if areGood { print("falsely refused: \(tally.unexplained)") }
        print(await gate.failures())
        return (accepted, areGood ? tally.unexplained : 0)
    }

    /// Has fonts judged one at a time, and then all at once, without the sanitizer and with it.
    ///
    /// - Parameter files: Sound fonts.
    /// - Throws: Why a font has no verdict.
    func measureCrowd(_ files: [String]) async throws {
        let fonts = files.map(FontFolder.bytes)
        guard fonts.count > 1 else { return }
        try await measureCrowd(fonts, withSanitizer: false) { try await gate.judgeAlone($0) }
        try await measureCrowd(fonts, withSanitizer: true) { try await gate.judge($0) }
    }

    /// Compares what fonts cost that come one by one with what they cost that come at once.
    ///
    /// Of many that come at once each core should do its share of what they cost one by one: of the processor time of all
    /// processes, or of the time to the verdict on a machine with nothing else to do, right after another font or after
    /// the workers had time to get ready. The latter says less: with the sanitizer a single font keeps two cores busy,
    /// which cannot do more of many, and getting ready goes on while nobody waits.
    private func measureCrowd(
        _ fonts: [[UInt8]], withSanitizer: Bool, _ judge: @escaping @Sendable ([UInt8]) async throws -> Gate.Verdict
    ) async throws {
        let title = withSanitizer ? "with the sanitizer" : "without the sanitizer"
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        var inTurn = Duration.zero
        for font in fonts { inTurn += try await judge(font).time }
        var rested = Duration.zero
        for font in fonts {
            try await Task.sleep(for: Self.rest)
            rested += try await judge(font).time
        }
        var times: [Duration] = []
        for _ in 0..<Self.crowds {
            try await Task.sleep(for: Self.rest)
            times.append(try await time(fonts, judge))
        }
        let together = times.sorted()[times.count / 2]
        print(
            "\(fonts.count) fonts \(title): \(together.milliseconds) at once (of \(Self.crowds) times "
                + "\(times.map(\.milliseconds).joined(separator: ", "))), which is")
        func share(of alone: Duration) -> Double { (together * cores / alone * 100).rounded() / 100 }
        let spent = try await gate.processorTime(of: fonts, withSanitizer: withSanitizer)
        print(
            "  \(share(of: spent)) times the share of each of \(cores) cores in \(spent.milliseconds) of processor time"
        )
        print("  \(share(of: inTurn)) times that in \(inTurn.milliseconds) to the verdicts one by one")
        print("  \(share(of: rested)) times that in \(rested.milliseconds) one by one with a rest before each")
    }

    /// How long the workers have to get ready.
    private static let rest = Duration.milliseconds(20)
    /// How often all fonts come at once.
    private static let crowds = 3

    private func time(
        _ fonts: [[UInt8]], _ judge: @escaping @Sendable ([UInt8]) async throws -> Gate.Verdict
    ) async throws -> Duration {
        try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for (number, font) in fonts.enumerated() {
                    if number >= Gate.fontsAtOnce { try await tasks.next() }
                    tasks.addTask { _ = try await judge(font) }
                }
                try await tasks.waitForAll()
            }
        }
    }

    /// Counts the verdicts on damaged copies.
    func measureMutants(of files: [String], count: Int, seed: UInt64) async throws {
        guard !files.isEmpty else { return }
        var random = SeededGenerator(seed: seed)
        var tally = Tally(title: "mutants")
        let scratch = try ScratchDirectory(name: "typecase-mutants")
        for number in 0..<count {
            let original = files[Int.random(in: files.indices, using: &random)]
            var mutant = Mutant(FontFolder.bytes(original))
            mutant.damage(&random)
            let path = try scratch.write(mutant.bytes, to: "mutant")
            let opinions = try await opinions(mutant.bytes, at: path)
            tally.add(opinions)
            if let line = opinions.disagreement, listsDisagreements {
                print("mutant \(number) of \(original), \(mutant.description): \(line)")
            }
        }
        tally.report()
        print(await gate.failures())
    }

    private func opinions(_ bytes: [UInt8], at path: String) async throws -> Opinions {
        let (sanitizer, reason) = try await peers.sanitizerOpinion(path)
        return Opinions(
            alone: try await gate.judgeAlone(bytes), gate: try await gate.judge(bytes), sanitizer: sanitizer,
            sanitizerReason: reason, query: try await peers.queryOpinion(path))
    }
}
