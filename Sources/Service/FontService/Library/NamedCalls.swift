internal import FontModel
internal import Registry

/// Named calls, which their providers may repeat without any further effect, for example after a lost reply.
///
/// Each registered font is recorded in the commit that registers it. If a call is interrupted, repeating it completes
/// it. Refused fonts are tried again.
struct NamedCalls {
    /// The outcomes of the fonts of calls, by their positions.
    private var fonts: [ProviderRequest: [Int: RequestedFont]]
    /// The registry's changes.
    private(set) var mutations: [RegistryMutation] = []

    /// Creates the calls from the earlier outcomes of their fonts.
    init(_ fonts: [RequestedFont]) {
        self.fonts = fonts.reduce(into: [:]) { $0[$1.request, default: [:]][$1.position] = $1 }
    }

    /// Returns the outcome of a font from an earlier attempt of its call.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - options: The options that apply to all fonts of the call.
    ///   - requester: The requester on whose behalf the call is made.
    ///   - isAtomic: Whether the call registers either all fonts or none.
    /// - Returns: The earlier result; `nil` if this is the first attempt or the call has no name.
    /// - Throws: `RequestReused` if the name belongs to a different call.
    func earlierResult(
        of candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester, isAtomic: Bool
    ) throws(FontError) -> RegistrationResult? {
        guard let call = options.call else { return nil }
        let fingerprint = RequestedFont.fingerprint(of: options.wishes(isAtomic: isAtomic))
        let known = fonts[ProviderRequest(provider: requester.provider.id, name: call.name)] ?? [:]
        guard known.values.allSatisfy({ $0.fingerprint == fingerprint }) else {
            throw FontError(.requestReused, "Another call had the request_id '\(call.name)'. Give each its own.")
        }
        guard let before = known[candidate.position] else { return nil }
        guard before.digest == candidate.digest else {
            throw FontError(
                .requestReused, "The call of the request_id '\(call.name)' had another font here. Give each its own.")
        }
        return RegistrationResult(before.result, faces: candidate.faces)
    }

    /// Records the outcome of a font if its call has a name.
    mutating func record(
        _ font: RegistrationResult, of candidate: FontCandidate, _ options: RegistrationOptions,
        for requester: Requester,
        isAtomic: Bool
    ) {
        guard let call = options.call else { return }
        let request = ProviderRequest(provider: requester.provider.id, name: call.name)
        let record = RequestedFont(
            request: request, position: candidate.position,
            fingerprint: RequestedFont.fingerprint(of: options.wishes(isAtomic: isAtomic)), digest: candidate.digest,
            result: RequestedFont.Result(font))
        fonts[request, default: [:]][candidate.position] = record
        mutations.append(.recordRequest(record))
    }
}

extension RegistrationOptions {
    /// The options of a call as text, in a fixed form that must not change.
    fileprivate func wishes(isAtomic: Bool) -> String {
        [
            scope.rawValue, "\(isEnabled)", "\(allowsDowngrade)", "\(isAtomic)", "\(call?.count ?? 0)",
            sessionToken ?? "", userInfo.map { "=\($0)" } ?? "",
        ].joined(separator: "\n") + (visibility.map { "\n\($0.rawValue)" } ?? "")
            + (keepsRegistered ? "\nkeeping" : "")
    }
}

extension RequestedFont.Result {
    /// Creates the recorded result of a registered font.
    fileprivate init(_ font: RegistrationResult) {
        self.init(
            id: font.id.rawValue, scope: font.scope?.rawValue ?? "", isEnabled: font.isEnabled,
            wasAlreadySo: font.wasAlreadySo, stateChange: font.stateChange?.rawValue,
            replaced: font.replaced.map(\.rawValue),
            warnings: font.warnings.map {
                .init(kind: $0.kind.rawValue, message: $0.message, owner: $0.owner ?? "", rule: $0.rule)
            })
    }
}

extension RegistrationResult {
    /// Creates the result that was reported to the provider before.
    fileprivate init(_ result: RequestedFont.Result, faces: [FaceDescription]) {
        self.init(
            id: FontIdentifier(rawValue: result.id), faces: faces, scope: RegistrationScope(rawValue: result.scope),
            isEnabled: result.isEnabled, wasAlreadySo: result.wasAlreadySo,
            stateChange: result.stateChange.flatMap(RegistrationResult.StateChange.init),
            replaced: result.replaced.map(FontIdentifier.init(rawValue:)),
            warnings: result.warnings.compactMap { warning in
                RegistrationWarning.Kind(rawValue: warning.kind).map {
                    RegistrationWarning(
                        kind: $0, message: warning.message, owner: warning.owner.isEmpty ? nil : warning.owner,
                        rule: warning.rule)
                }
            })
    }
}
