internal import FontModel
internal import InspectionPool
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

    private let alone: InspectionPool
    private let withSanitizer: InspectionPool

    /// How many fonts are judged at a time when many come at once: as registering many does.
    static let fontsAtOnce = 6

    init() {
        func pool(asksForSecondOpinion: Bool) -> InspectionPool {
            var configuration = InspectionPoolConfiguration.executable(
                BuildProducts.executable("typecase-inspect"), environment: ["PATH": "/usr/bin:/bin"])
            configuration.asksForSecondOpinion = asksForSecondOpinion
            return InspectionPool(
                configuration: configuration,
                threads: BlockingThreads(name: "gate", maximumCount: 2 * Self.fontsAtOnce))
        }
        alone = pool(asksForSecondOpinion: false)
        withSanitizer = pool(asksForSecondOpinion: true)
    }

    /// Has a font judged by our own checks, FreeType, HarfBuzz and fontconfig.
    func judgeAlone(_ bytes: [UInt8]) async throws -> Verdict { try await judge(bytes, by: alone) }

    /// Has a font judged by all, the sanitizer among them where it is installed.
    func judge(_ bytes: [UInt8]) async throws -> Verdict { try await judge(bytes, by: withSanitizer) }

    /// Who judges fonts, in which version.
    func judges() async throws -> String { Opinion.heard(try await withSanitizer.judges()) }

    /// Ends the workers.
    func close() async {
        await alone.shutdown()
        await withSanitizer.shutdown()
    }

    private func judge(_ bytes: [UInt8], by pool: InspectionPool) async throws -> Verdict {
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
