internal import FontModel
internal import InspectionProtocol
internal import SFNT
internal import SystemPackage
internal import TestSupport

/// Checks fonts and counts the verdicts.
struct Measurement {
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
            if opinions.refusal == nil, opinions.sanitizer != .refused, opinions.query != .refused,
                bytes.count <= Self.largestOriginal
            {
                accepted.append(path)
            }
        }
        tally.report()
        return accepted
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
        let clock = ContinuousClock()
        let start = clock.now
        let inspection = FontReader.inspect(bytes.span.bytes)
        let time = clock.now - start
        let (sanitizer, reason) = try await peers.sanitizerOpinion(path)
        return Opinions(
            refusal: inspection.refusal, isFont: inspection.refusal?.kind != .unrecognizedFormat, time: time,
            sanitizer: sanitizer, sanitizerReason: reason, query: try await peers.queryOpinion(path))
    }
}
