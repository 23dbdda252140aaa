internal import FontModel
internal import Registry

/// Calls that have a name of their provider's: one that is made again, as its reply was lost, has no further effect.
///
/// What was registered is remembered font by font, in the commit that registers it, so that a call that was cut short is
/// completed by the same call made again. What was refused is tried again.
struct NamedCalls {
    /// What became of the fonts of calls, by their positions.
    private var fonts: [ProviderRequest: [Int: RequestedFont]]
    /// What the registry has to learn.
    private(set) var mutations: [RegistryMutation] = []

    /// Starts with what became of the fonts of calls when they were made before.
    init(_ fonts: [RequestedFont]) {
        self.fonts = fonts.reduce(into: [:]) { $0[$1.request, default: [:]][$1.position] = $1 }
    }

    /// What became of a font when its call was made before.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - options: What applies to all fonts of the call.
    ///   - requester: In whose name.
    ///   - isAtomic: Whether the call is to register all fonts or none.
    /// - Returns: What the caller was told then; `nil` where it is the first time, or the call has no name.
    /// - Throws: `RequestReused` where the name is that of another call.
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

    /// Remembers what became of a font, where its call has a name.
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
    /// What a call asks for besides its fonts' bytes, in a fixed form that has to stay as it is.
    fileprivate func wishes(isAtomic: Bool) -> String {
        [
            scope.rawValue, "\(isEnabled)", "\(allowsDowngrade)", "\(isAtomic)", "\(call?.count ?? 0)",
            sessionToken ?? "", userInfo.map { "=\($0)" } ?? "",
        ].joined(separator: "\n") + (visibility.map { "\n\($0.rawValue)" } ?? "")
            + (keepsRegistered ? "\nkeeping" : "")
    }
}

extension RequestedFont.Result {
    /// What is remembered of a registered font.
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
    /// A font as its provider was told of it before.
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
