package import FontModel
internal import Registry

extension RegistrationService {
    /// The outcome of a registration that a descriptor names.
    package struct NamedOutcome: Sendable {
        /// The registration.
        package var id: FontIdentifier
        /// The outcome.
        package var outcome: ItemOutcome

        /// Creates an outcome.
        package init(id: FontIdentifier, outcome: ItemOutcome) {
            self.id = id
            self.outcome = outcome
        }
    }

    /// The answer to a call about descriptors.
    package struct DescriptorAnswer: Sendable {
        /// The outcomes of each descriptor's registrations, or the error if it names none, in the order of the
        /// descriptors.
        package var outcomes: [Result<[NamedOutcome], FontError>]
        /// The generation after the call.
        package var generation: UInt64
    }

    /// The maximum number of registrations that the descriptors of one call may name together.
    ///
    /// A registration counts as often as it is named. The limit is half of the maximum number of a user's fonts, so
    /// that half of a reply has as much room for each registration as the reply to Commit.
    package static let registrationsPerCall = FontLimits.fontsOfUser / 2

    /// Registers again the requester's fonts that descriptors name: enables them, or changes their scope.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors, each of which names fonts; all its other attributes must match. Fonts
    ///     registered under the same PostScript name must be distinguished by the tag that they were registered with.
    ///   - scope: How long the registrations last from now on.
    ///   - isEnabled: Whether programs are to find the fonts; `false` leaves enabled fonts unchanged.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome of each descriptor, in order: `InsufficientInfo` if it names no font or several fonts of
    ///   one name, `AssetNotFound` if its font would have to be fetched first.
    /// - Throws: An error if no font can be registered now.
    package func register(
        _ descriptors: [FontDescriptor], scope: RegistrationScope, isEnabled: Bool, by requester: Requester
    ) async throws(FontError) -> DescriptorAnswer {
        let options = RegistrationOptions(
            scope: scope, isEnabled: isEnabled, sessionToken: try await sessionToken(for: scope))
        if isEnabled {
            // A font must not be enabled if a system font has taken its name meanwhile.
            await systemFaces.ready()
            try await checkSystemFaces()
        }
        let missing = FontError(
            .assetNotFound, "The caller has registered no font or asset with this name.")
        return try await answer(descriptors, in: nil, missing: missing, by: requester) {
            .change($0, .registerAgain(options))
        }
    }

    /// Removes the requester's fonts that descriptors name.
    ///
    /// - Parameters:
    ///   - descriptors: As in ``register(_:scope:isEnabled:by:)``.
    ///   - scope: The scope of the registrations.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome of each descriptor, in order: `InsufficientInfo` if it names no font or several fonts of
    ///   one name, `NotRegistered` if nothing is registered under it in this scope.
    /// - Throws: An error if the registry could not be read.
    package func unregister(
        _ descriptors: [FontDescriptor], scope: RegistrationScope, by requester: Requester
    ) async throws(FontError) -> DescriptorAnswer {
        let missing = FontError(.notRegistered, "The caller has registered no such font in the scope '\(scope)'.")
        return try await answer(descriptors, in: scope, missing: missing, by: requester) { .unregister($0) }
    }

    private func answer(
        _ descriptors: [FontDescriptor], in scope: RegistrationScope?, missing: FontError, by requester: Requester,
        _ action: ([FontIdentifier]) -> LibraryRequest.Action
    ) async throws(FontError) -> DescriptorAnswer {
        await keeper.recoverIfNeeded()
        let named = try await queries.registrations(
            named: descriptors, of: requester.provider.id, limit: Self.registrationsPerCall)
        let chosen = zip(descriptors, named).map { descriptor, named in
            Self.choose(descriptor, named.filter { scope == nil || $0.scope == scope }, missing: missing)
        }
        // Two descriptors may name the same font; its outcome is then the answer to both.
        var known: Set<FontIdentifier> = []
        let ids = chosen.flatMap { (try? $0.get()) ?? [] }.filter { known.insert($0).inserted }
        guard !ids.isEmpty else {
            return DescriptorAnswer(
                outcomes: chosen.map { $0.map { _ in [] } }, generation: try await queries.generation())
        }
        let answer = await publisher.submit(LibraryRequest(action(ids), by: requester))
        // A registration that was removed since the lookup is treated as if it had been removed before.
        let results = answer.outcomes.map { $0.mapError { $0.code == .notRegistered ? missing : $0 } }
        let outcomes = Dictionary(zip(ids, results), uniquingKeysWith: { first, _ in first })
        return DescriptorAnswer(
            outcomes: chosen.map { chosen in
                chosen.map { ids in
                    ids.compactMap { id in outcomes[id].map { NamedOutcome(id: id, outcome: $0) } }
                }
            }, generation: answer.generation)
    }

    /// Returns the registrations that a descriptor names, if it is unambiguous.
    private static func choose(
        _ descriptor: FontDescriptor, _ named: [NamedRegistration], missing: FontError
    ) -> Result<[FontIdentifier], FontError> {
        let names = [descriptor.name, descriptor.postscriptName, descriptor.family, descriptor.displayName]
        guard descriptor.isNamed, names.allSatisfy({ $0?.fontNameKey.isEmpty != true }) else {
            return .failure(FontError(.insufficientInfo, "The descriptor does not say what the font is called."))
        }
        guard !named.isEmpty else { return .failure(missing) }
        // A family or a full name may match many fonts, each of which is meant; a PostScript name must match a single
        // font.
        let asked = [descriptor.name, descriptor.postscriptName].compactMap { $0?.fontNameKey }
        func key(_ face: FaceIdentity) -> String {
            let name = face.postscriptName.fontNameKey
            return asked.contains(name) ? name : "\(face.decisionKey ?? name)/\(face.family.fontNameKey)"
        }
        var owners: [String: FontIdentifier] = [:]
        for registration in named {
            for face in registration.faces where !face.postscriptName.fontNameKey.isEmpty {
                let name = key(face)
                let owner = owners.updateValue(registration.id, forKey: name) ?? registration.id
                if owner == registration.id { continue }
                return .failure(ambiguous(face, named.filter { $0.faces.contains { key($0) == name } }))
            }
        }
        return .success(named.map(\.id))
    }

    /// The maximum number of candidates that an error lists.
    private static let toldCandidates = 16

    private static func ambiguous(_ face: FaceIdentity, _ named: [NamedRegistration]) -> FontError {
        let candidates = named.prefix(toldCandidates).map { registration in
            let styles = registration.faces.filter { $0.postscriptName.fontNameKey == face.postscriptName.fontNameKey }
            return "\(registration.id) (\(styles.map(\.styleText).joined(separator: ", ")))"
        }
        let more = named.count > toldCandidates ? " and \(named.count - toldCandidates) more" : ""
        return FontError(
            .insufficientInfo,
            "Several fonts of the caller are called '\(face.postscriptName)': "
                + candidates.joined(separator: ", ") + more
                + ". Weight, width, slant, variable or their user_info tells them apart.")
    }
}

extension FaceIdentity {
    /// The style as text, such as "italic, weight 400, width 100".
    fileprivate var styleText: String {
        let numbers = "weight \(Int(style.defaultWeight.rounded())), width \(Int(style.defaultWidth.rounded()))"
        return "\(family) \(style.slant.rawValue), \(numbers)\(isVariable ? ", variable" : "")"
    }
}
