internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

extension FontManagerHarness {
    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> ObjectPath {
        let place = try FontFilters.consentPlace(BusDictionary(options))
        let token = try FontFilters.handleToken(BusDictionary(options))
        let caller = try await callers.renewedIdentity(of: call.sender)
        return try await jobs.begin(for: call.sender, token: token) { _ in
            do throws(FontError) {
                return try await pick(for: call.sender, caller, at: place)
            } catch {
                return JobObjects.Outcome(state: .failed, result: error.itemDictionary())
            }
        }
    }

    /// Lets the user pick a font, and opens it regardless of the caller's rights, because the user decided so.
    private func pick(
        for sender: String, _ caller: CallerIdentity, at place: ConsentPlace
    ) async throws(FontError) -> JobObjects.Outcome {
        let picked = try await picker.pick(for: caller, at: place)
        let font = try await queries.open(
            picked.id, index: picked.index, for: sender, of: caller.provider, isSandboxed: caller.isSandboxed,
            audience: .grantees
        ) { _ in true }
        return JobObjects.Outcome(
            state: .done,
            result: [
                "face": BusVariant(FaceDictionary.make(font.face, isFull: false, for: caller)),
                "size": BusVariant(UInt64(clamping: font.size)),
            ], handedOver: ["font": BusVariant(font.memory)])
    }
}
