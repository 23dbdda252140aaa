internal import BusInterface
internal import DBus
internal import FetchProtocol
internal import FontModel
internal import FontService
internal import LinuxSystem

extension FontManagerHarness {
    /// The scope for fonts of the caller's own process, which are not registered here.
    private static let processScope = "process"

    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let caller = try await callers.renewedIdentity(of: call.sender)
        let dictionary = BusDictionary(options)
        let token = try FontFilters.handleToken(dictionary)
        let digest = try FontFilters.digest(dictionary, "sha256")
        if scope != Self.processScope { _ = try FontFilters.scope(scope) }
        try FontFilters.refuseUnsupported(dictionary)
        let isUnexamined = try dictionary.boolean("unexamined") ?? false
        guard !isUnexamined || scope == Self.processScope && !caller.isSandboxed else {
            throw BusError.invalidArguments(
                "options: unexamined is for the scope process, and not for sandboxed programs")
        }
        let request = try downloads.request(url, for: caller)
        try await admission.checkInstallation(of: call)
        return try await jobs.begin(for: call.sender, token: token) { progress in
            await downloads.serving {
                do throws(BusError) {
                    guard scope != Self.processScope else {
                        return try await fetch(
                            request, pinned: digest, examining: !isUnexamined, for: call.sender, caller.provider,
                            progress)
                    }
                    return try await register(
                        request, pinned: digest, scope: scope, enabled: enabled, options: options, for: call, caller,
                        progress)
                } catch {
                    return JobObjects.Outcome(
                        state: .failed,
                        result: ["error": BusVariant(error.name), "message": BusVariant(error.message)])
                }
            }
        }
    }

    /// Downloads a font for the process that requested it.
    private func fetch(
        _ request: FetchRequest, pinned digest: FontDigest?, examining: Bool, for sender: String,
        _ provider: ProviderIdentifier, _ progress: JobProgress
    ) async throws(BusError) -> JobObjects.Outcome {
        try await FontError.replying { () async throws(FontError) in
            let font = try await downloads.fetch(request, pinned: digest, for: provider) {
                progress.note($0)
            }
            if examining { try await downloads.examine(font, for: provider) }
            return JobObjects.Outcome(
                state: .done,
                result: [
                    "sha256": BusVariant(font.digest.hexadecimal),
                    "size": BusVariant(UInt64(clamping: font.size)),
                ],
                // The font is in our memory while the caller has it open, or has not even received it from the bus.
                handedOver: ["font": BusVariant(try await queries.lend(font, to: sender, of: provider))])
        }
    }

    /// Downloads a font and registers it.
    private func register(
        _ request: FetchRequest, pinned digest: FontDigest?, scope: String, enabled: Bool,
        options: [String: BusVariant], for call: BusMethodCall, _ caller: CallerIdentity,
        _ progress: JobProgress
    ) async throws(BusError) -> JobObjects.Outcome {
        // If the caller may not register the font, it is not downloaded.
        let remote = RemoteFont(address: request.address, digest: digest)
        let requester = try await admission.provider(of: call, fetching: remote, options: options)
        let permission = try await admission.permission(of: call, options: options, from: .download, fetched: remote)
        let font = try await FontError.replying { () async throws(FontError) in
            try await downloads.fetch(request, pinned: digest, for: caller.provider) { progress.note($0) }
        }
        let registration = try FontFilters.registration(
            BusDictionary(options), scope: scope, enabled: enabled, by: requester, permission: permission)
        let answer = try await harness.register(
            [font.descriptor], registration, names: [],
            isWanted: { callers.isThere(call.sender) && !Task.isCancelled })
        let result = answer.results.first ?? [:]
        return JobObjects.Outcome(
            state: result["error"] == nil ? .done : .failed,
            result: result.merging(["generation": BusVariant(answer.generation)]) { first, _ in first })
    }
}
