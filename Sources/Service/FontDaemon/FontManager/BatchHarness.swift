internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

/// Serves `org.typecase.Batch1` for one batch.
struct BatchHarness: Batch1Service {
    let batch: FontBatch
    private let checkInstallation: @Sendable (BusMethodCall) async throws(BusError) -> Void
    private let isThere: @Sendable (String) -> Bool

    /// Creates the harness of a batch.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - checkInstallation: Ensures that its owner is still installed, and applies the owner's current manifest.
    ///   - isThere: Whether a caller is still on the bus.
    init(
        batch: FontBatch, checkInstallation: @escaping @Sendable (BusMethodCall) async throws(BusError) -> Void,
        isThere: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.batch = batch
        self.isThere = isThere
        self.checkInstallation = checkInstallation
    }

    var count: UInt32 {
        get async { UInt32(clamping: await batch.count) }
    }

    var progress: Double {
        get async { await batch.progress }
    }

    func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let texts = try FontFilters.names(BusDictionary(options), count: fonts.count)
        try await checkInstallation(call)
        let offers = try await StuckReads.$caller.withValue(.init { [isThere] in isThere(call.sender) }) {
            try await batch.add(fonts, names: texts) { call.letNextBegin() }
        }
        return offers.enumerated().map { position, offer in
            let name = texts.isEmpty ? "" : texts[position]
            var result: [String: BusVariant] =
                switch offer.outcome {
                case .success(let faces):
                    ["faces": BusVariant(faces.map { FaceDictionary.make($0, isFull: false) })]
                case .failure(let error): error.itemDictionary(name: name)
                }
            result["index"] = BusVariant(UInt32(clamping: offer.index))
            return result
        }
    }

    func commit(_ call: BusMethodCall) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        do throws(BusError) {
            // A batch may stay open after its owner is uninstalled or the manifest no longer declares its fonts.
            try await checkInstallation(call)
        } catch {
            // If Commit fails for any reason, the whole batch is discarded.
            do throws(FontError) { try await batch.cancel() } catch { throw BusError(error) }
            throw error
        }
        let answer = try await batch.commit { call.letNextBegin() }
        let results = answer.outcomes.enumerated().map { index, outcome in
            RegistrationHarness.brief(outcome, name: answer.names[index] ?? "")
        }
        return (CommitReply.fitted(results), answer.generation)
    }

    func cancel(_ call: BusMethodCall) async throws {
        try await batch.cancel { call.letNextBegin() }
    }
}
