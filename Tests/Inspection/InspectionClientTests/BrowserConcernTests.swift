import FontModel
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// Fonts that only web browsers mind, with the real workers: FreeType, HarfBuzz and fontconfig, and the OpenType Sanitizer
/// where it is installed.
@Suite(.timeLimit(.minutes(10)))
struct BrowserConcernTests {
    /// Has fonts examined.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - asksSanitizer: Whether the sanitizer is asked, as it is where it is installed.
    /// - Returns: The verdicts, in the order of the fonts.
    /// - Throws: Why there is none.
    private func inspect(_ fonts: [[UInt8]], asksSanitizer: Bool = true) async throws -> [FontInspection] {
        var configuration = WorkerConfiguration.programs(
            in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"])
        configuration.asksForSecondOpinion = asksSanitizer
        let pool = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 4))
        var inspections: [FontInspection] = []
        for font in fonts { try await inspections.append(pool.inspect(SealedMemory(bytes: font), for: .user)) }
        await pool.shutdown()
        return inspections
    }

    @Test func `the libraries of the desktop take every kind, and find nothing wrong with it`() async throws {
        let samples = BrowserConcernSamples.all
        let inspections = try await inspect(samples.map(\.bytes), asksSanitizer: false)
        for (sample, inspection) in zip(samples, inspections) {
            #expect(inspection.refusal == nil, "\(sample.description): \(inspection.findings)")
            let heard = inspection.opinions.filter(\.isHeard).map(\.judge)
            #expect(heard == [.typecase, .freetype, .harfbuzz, .fontconfig], "\(sample.description)")
            let others = inspection.findings.filter { $0.concern == nil && !$0.rule.contains("hecksum") }
            // A text that is shaped to a glyph which does not exist is told of.
            let rules = ["'OS/2' table structure", "Table directory order", "Shaping"]
            #expect(others.allSatisfy { rules.contains($0.rule) }, "\(sample.description): \(others)")
        }
    }

    @Test func `what is changed in the odd tables of a kind is refused or taken, and brings no library down`()
        async throws
    {
        var random = SeededGenerator(seed: 10)
        var mutants: [(sample: String, bytes: [UInt8])] = []
        for sample in BrowserConcernSamples.all {
            let tables = sample.tags.compactMap { Self.range(of: $0, in: sample.bytes) }.filter { !$0.isEmpty }
            guard !tables.isEmpty else { continue }
            for _ in 0..<16 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let table = tables.randomElement(using: &random)
                    guard let place = table?.randomElement(using: &random) else { continue }
                    bytes[place] =
                        [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                        .randomElement(using: &random) ?? 0
                }
                mutants.append((sample.description, bytes))
            }
        }
        #expect(mutants.count > 100)
        var taken = 0
        for (mutant, inspection) in zip(mutants, try await inspect(mutants.map(\.bytes), asksSanitizer: false)) {
            if inspection.refusal == nil { taken += 1 }
            // A process that a library brought down has left no opinions.
            #expect(inspection.opinions.count == 4, "\(mutant.sample)")
        }
        #expect(taken > 20, "most would be refused before a library saw them")
    }

    /// The bytes of a table, as the directory of a font with one face has them.
    private static func range(of tag: String, in font: [UInt8]) -> Range<Int>? {
        func number(_ place: Int, _ count: Int) -> Int { font[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        for entry in stride(from: 12, to: 12 + 16 * number(4, 2), by: 16)
        where Array(font[entry..<entry + 4]) == Array(tag.utf8) {
            let start = number(entry + 8, 4)
            return start..<min(start + number(entry + 12, 4), font.count)
        }
        return nil
    }

    @Test(.enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
    func `the sanitizer rejects every kind, which changes no verdict and is not said twice`() async throws {
        let samples = BrowserConcernSamples.all
        let fonts = samples.map(\.bytes)
        let (with, without) = (try await inspect(fonts), try await inspect(fonts, asksSanitizer: false))
        for (sample, (with, without)) in zip(samples, zip(with, without)) {
            #expect(with.faces == without.faces, "\(sample.description)")
            #expect(with.browserConcern != nil && without.browserConcern != nil)
            let complaints = with.findings.filter { $0.rule == "OpenType Sanitizer" }
            #expect(complaints == [], "\(sample.description): our own reader has told of it")
            #expect(with.opinions.last?.judge == .ots && with.opinions.last?.isHeard == true)
        }
        // That it does reject them shows where nobody has told of it before.
        for sample in samples where sample.concern != .damagedGlyphDefinitions {
            let complaint = try await Sanitizer.complaint(about: sample.bytes)
            // A font of bitmaps may have an empty table of outlines, which is rejected first.
            let isEmptyTable = sample.concern == .bitmapsAlone && complaint == .emptyTable
            #expect(complaint == sample.concern || isEmptyTable, "\(sample.description)")
        }
    }

    @Test(.enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
    func `what only the sanitizer finds is a warning`() async throws {
        let inspection = try #require(try await inspect([BrowserConcernSamples.other.bytes]).first)
        #expect(inspection.refusal == nil)
        #expect(inspection.faces.count == 1)
        let finding = try #require(inspection.browserConcern)
        #expect(finding.rule == "OpenType Sanitizer" && finding.message.contains("CharStrings INDEX"))
    }
}

/// The program of the OpenType Sanitizer, run by itself.
private enum Sanitizer {
    /// What it has against a font; `nil` where it accepts it.
    static func complaint(about font: [UInt8]) async throws -> BrowserConcern? {
        let directory = try ScratchDirectory()
        let path = try directory.write(font, to: "font")
        let outcome = try await ChildProcess.run("/usr/bin/ots-sanitize", [path], environment: [:])
        guard !outcome.succeeded else { return nil }
        let line = outcome.standardError.split(separator: "\n").first { $0.hasPrefix("ERROR: ") }
        return BrowserConcern(complaint: String(line?.dropFirst("ERROR: ".count) ?? ""))
    }
}
