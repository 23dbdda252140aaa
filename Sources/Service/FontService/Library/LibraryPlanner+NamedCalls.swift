internal import FontModel
internal import Registry

/// Calls that have a name of their provider's: one that is made again, as its reply was lost, has no further effect.
///
/// What was registered is remembered font by font, in the commit that registers it, so that a call that was cut short is
/// completed by the same call made again. What was refused is tried again.
extension LibraryPlanner {
    /// Registers a font, unless its call has done so before.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - options: What applies to all fonts of the call.
    ///   - requester: In whose name.
    ///   - isAtomic: Whether the call is to register all fonts or none.
    /// - Returns: What became of it: the same as before where it is not the first time.
    /// - Throws: Why it is refused; `RequestReused` where the name is that of another call.
    mutating func registerOnce(
        _ candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester, isAtomic: Bool
    ) throws(FontError) -> RegisteredFont {
        guard let call = options.call else { return try register(candidate, options, for: requester) }
        let request = ProviderRequest(provider: requester.provider.id, name: call.name)
        let fingerprint = RequestedFont.fingerprint(of: options.wishes(isAtomic: isAtomic))
        let known = calls[request] ?? [:]
        guard known.values.allSatisfy({ $0.fingerprint == fingerprint }) else {
            throw FontError(.requestReused, "Another call had the request_id '\(call.name)'. Give each its own.")
        }
        if let before = known[candidate.position] {
            guard before.digest == candidate.digest else {
                throw FontError(
                    .requestReused,
                    "The call of the request_id '\(call.name)' had another font here. Give each its own.")
            }
            return RegisteredFont(before.result, faces: candidate.faces)
        }
        let font = try register(candidate, options, for: requester)
        let record = RequestedFont(
            request: request, position: candidate.position, fingerprint: fingerprint, digest: candidate.digest,
            result: RequestedFont.Result(font))
        calls[request, default: [:]][candidate.position] = record
        requests.append(.recordRequest(record))
        return font
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
    fileprivate init(_ font: RegisteredFont) {
        self.init(
            id: font.id.rawValue, scope: font.scope?.rawValue ?? "", isEnabled: font.isEnabled,
            wasAlreadySo: font.wasAlreadySo, stateChange: font.stateChange?.rawValue,
            replaced: font.replaced.map(\.rawValue),
            warnings: font.warnings.map {
                .init(kind: $0.kind.rawValue, message: $0.message, owner: $0.owner ?? "", rule: $0.rule)
            })
    }
}

extension RegisteredFont {
    /// A font as its provider was told of it before.
    fileprivate init(_ result: RequestedFont.Result, faces: [FaceDescription]) {
        self.init(
            id: FontIdentifier(rawValue: result.id), faces: faces, scope: RegistrationScope(rawValue: result.scope),
            isEnabled: result.isEnabled, wasAlreadySo: result.wasAlreadySo,
            stateChange: result.stateChange.flatMap(RegisteredFont.StateChange.init),
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
