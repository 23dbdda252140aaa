internal import FontModel
internal import Glibc
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import TestSupport

/// What every font goes through before it is registered: the sandboxed process, and beside it the sanitizer's.
struct Gate {
    /// A verdict, and what it took.
    struct Verdict {
        /// Why the font is refused, if it is; `nil` for one that passes.
        let refusal: FontInspection.Finding?
        /// Whether the process did not survive the font.
        let isCrash: Bool
        /// From the bytes in memory to the verdict.
        let time: Duration
    }

    private let alone: FontInspector
    private let withSanitizer: FontInspector

    /// How many fonts are judged at a time when many come at once: as registering many does.
    static let fontsAtOnce = 6

    init() {
        alone = Self.pool(asksForSecondOpinion: false)
        withSanitizer = Self.pool(asksForSecondOpinion: true)
    }

    private static func pool(asksForSecondOpinion: Bool) -> FontInspector {
        var configuration = WorkerConfiguration.programs(
            in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"])
        configuration.asksForSecondOpinion = asksForSecondOpinion
        return FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "gate", maximumCount: 2 * fontsAtOnce))
    }

    /// The processor time that judging fonts one after the other takes, all processes together, without that of starting
    /// the workers.
    func processorTime(of fonts: [[UInt8]], withSanitizer: Bool) async throws -> Duration {
        func total(_ fonts: some Sequence<[UInt8]>) async throws -> Duration {
            let start = Self.processorTime
            let pool = Self.pool(asksForSecondOpinion: withSanitizer)
            for font in fonts { _ = try await judge(font, by: pool) }
            // The processes of a worker count from when it has ended.
            await pool.shutdown()
            return Self.processorTime - start
        }
        // With one font, which is thus not counted: of a hundred that makes no difference.
        let starting = try await total(fonts.prefix(1))
        return try await total(fonts) - starting
    }

    /// The processor time of this process, and of all that it has started and that have ended.
    private static var processorTime: Duration {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(.zero) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(sum) {
                $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
            }
        }
    }

    /// Has a font judged by our own checks, FreeType, HarfBuzz and fontconfig.
    func judgeAlone(_ bytes: [UInt8]) async throws -> Verdict { try await judge(bytes, by: alone) }

    /// Has a font judged by all, the sanitizer among them where it is installed.
    func judge(_ bytes: [UInt8]) async throws -> Verdict { try await judge(bytes, by: withSanitizer) }

    /// Who judges fonts, in which version.
    func judges() async throws -> String { Opinion.heard(try await withSanitizer.judges()) }

    /// What became of the workers so far that did not end in a verdict of their own, and of this side of them.
    ///
    /// The side that the daemon has of its workers is in this process, which would have ended with it.
    func failures() async -> String {
        let counts = await [alone.statistics, withSanitizer.statistics].flatMap { statistics in
            [statistics[.inspect], statistics[.secondOpinion]]
        }
        let crashes = counts.reduce(0) { $0 + $1.crashes }
        let timeouts = counts.reduce(0) { $0 + $1.timeouts }
        let lies = counts.reduce(0) { $0 + $1.lies }
        return "crashes of workers: \(crashes), time-outs: \(timeouts), impossible answers: \(lies); daemon crashes: 0"
    }

    /// Ends the workers.
    func close() async {
        await alone.shutdown()
        await withSanitizer.shutdown()
    }

    private func judge(_ bytes: [UInt8], by pool: FontInspector) async throws -> Verdict {
        let font = try SealedMemory(bytes: bytes)
        let start = ContinuousClock.now
        do {
            let inspection = try await pool.inspect(font, for: .user)
            return Verdict(refusal: inspection.refusal, isCrash: false, time: ContinuousClock.now - start)
        } catch {
            // Everything else means that there is no verdict, so nothing to count.
            guard error.code == .invalidFontData else { throw error }
            return Verdict(
                refusal: .init(kind: .invalid, rule: "Survival", message: error.message), isCrash: true,
                time: ContinuousClock.now - start)
        }
    }
}
