internal import Glibc
internal import SystemPackage
internal import TestSupport

/// Checks fonts and counts the verdicts.
struct Measurement {
    let gate: Gate
    let peers: Peers
    let listsDisagreements: Bool

    /// The fonts that may be damaged: larger ones would take most of the time.
    private static let largestOriginal = 2 << 20

    /// Counts the verdicts on real fonts.
    ///
    /// - Returns: The fonts that all accept.
    func measure(_ files: [String]) async throws -> [String] {
        var tally = Tally(title: "fonts")
        var accepted: [String] = []
        for path in files {
            let bytes = FontFolder.bytes(path)
            let opinions = try await opinions(bytes, at: path)
            tally.add(opinions)
            if let line = opinions.disagreement, listsDisagreements { print("\(path): \(line)") }
            if opinions.gate.refusal == nil, opinions.sanitizer != .refused, opinions.query != .refused,
                bytes.count <= Self.largestOriginal
            {
                accepted.append(path)
            }
        }
        tally.report()
        return accepted
    }

    /// Has fonts judged one after the other, and then all at once, without the sanitizer and with it.
    ///
    /// - Parameter files: Sound fonts.
    /// - Throws: Why a font has no verdict.
    func measureCrowd(_ files: [String]) async throws {
        let fonts = files.map(FontFolder.bytes)
        guard fonts.count > 1 else { return }
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let single = try await time(fonts, atOnce: 1) { try await gate.judgeAlone($0) }
        let crowd = try await time(fonts, atOnce: Gate.fontsAtOnce) { try await gate.judgeAlone($0) }
        print(
            "\(fonts.count) fonts without the sanitizer, one after the other: \(single.milliseconds), at once: "
                + "\(crowd.milliseconds), \((crowd * cores / single * 100).rounded() / 100) times the share of each "
                + "of \(cores) cores")
        // One font keeps two cores busy already.
        let both = try await time(fonts, atOnce: 1) { try await gate.judge($0) }
        let bothAtOnce = try await time(fonts, atOnce: Gate.fontsAtOnce) { try await gate.judge($0) }
        print(
            "\(fonts.count) fonts with the sanitizer, one after the other: \(both.milliseconds), at once: "
                + bothAtOnce.milliseconds)
    }

    private func time(
        _ fonts: [[UInt8]], atOnce limit: Int, _ judge: @escaping @Sendable ([UInt8]) async throws -> Gate.Verdict
    ) async throws -> Duration {
        try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for (number, font) in fonts.enumerated() {
                    if number >= limit { try await tasks.next() }
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
    }

    private func opinions(_ bytes: [UInt8], at path: String) async throws -> Opinions {
        let (sanitizer, reason) = try await peers.sanitizerOpinion(path)
        return Opinions(
            alone: try await gate.judgeAlone(bytes), gate: try await gate.judge(bytes), sanitizer: sanitizer,
            sanitizerReason: reason, query: try await peers.queryOpinion(path))
    }
}
