package import FontModel
package import LinuxSystem
package import Registry

/// The predicted effects of installing one font.
package struct InstallationPlan: Sendable {
    /// A name under which programs would find the font.
    package struct Name: Sendable {
        /// The name.
        package var name: String
        /// The face that programs get for the name now; `nil` if there is none.
        package var now: FaceRecord?
    }

    /// The outcome that installing the font would return.
    package var outcome: ItemOutcome
    /// The fonts that the new font would replace.
    package var replaced: [HistoryItem] = []
    /// The names that would refer to a different face than now.
    package var names: [Name] = []
}

extension LibraryPublisher {
    /// Plans a round of one request without carrying it out, with the planner that real rounds use.
    ///
    /// - Parameter request: The request.
    /// - Returns: The outcome that each item would have, in order, and the resulting entries of the history.
    /// - Throws: An error if nothing can be planned.
    func plan(
        _ request: LibraryRequest
    ) async throws(FontError) -> (outcomes: [ItemOutcome], history: [HistoryItem]) {
        if let refusal = await context.lastingRefusal() { throw refusal }
        if let obstacle = await state.obstacle { throw obstacle }
        // Planning runs in a turn, because rounds keep counts that a plan reads.
        let planned = await inTurn { () async -> Result<(outcomes: [[ItemOutcome]], plan: LibraryPlan), FontError> in
            await Result { () async throws(FontError) in
                try await self.executor.plan([request], beside: self.reservation)
            }
        }
        let (outcomes, plan) = try planned.get()
        let items = plan.history.flatMap { mutation -> [HistoryItem] in
            if case .history(_, let items) = mutation { items } else { [] }
        }
        return (outcomes.flatMap(\.self), items)
    }
}

extension RegistrationService {
    /// Plans the registration of fonts in one call without carrying it out.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - request: The requested registration.
    /// - Returns: A plan for each font, in order.
    /// - Throws: An error if nothing can be planned, or registered.
    package func plan(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest
    ) async throws(FontError) -> [InstallationPlan] {
        let (requester, permission) = (request.requester, request.permission)
        let options = try await options(for: request)
        try await prepare(isEnabling: request.isEnabled, mayMakeRoom: false)
        var plans: [InstallationPlan] = Array(
            repeating: InstallationPlan(outcome: .failure(.unanswered)), count: fonts.count)
        var accepted: [(position: Int, candidate: FontCandidate)] = []
        await intake.withCandidates(of: fonts, for: requester.provider.id) { group in
            for item in group {
                switch item.candidate {
                case .success(let candidate): accepted.append((item.position, candidate))
                case .failure(let error): plans[item.position].outcome = .failure(error)
                }
            }
        }
        let refusals = await permission.refusals(of: accepted.map { OfferedFont($0.candidate) }, asking: false).refusals
        accepted.removeAll { item in
            guard let error = refusals[item.candidate.digest] else { return false }
            plans[item.position].outcome = .failure(error)
            return true
        }
        guard !accepted.isEmpty else { return plans }
        accepted.sort { $0.position < $1.position }
        let (outcomes, history) = try await publisher.plan(
            LibraryRequest(.register(accepted.map(\.candidate), options), by: requester))
        let leaving = Dictionary(
            history.filter { $0.kind == .replaced }.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        for (item, outcome) in zip(accepted, outcomes) {
            plans[item.position].outcome = outcome
            guard case .success(let font) = outcome else { continue }
            plans[item.position].replaced = font.replaced.compactMap { leaving[$0.rawValue] }
            if font.isEnabled, !font.wasAlreadySo {
                plans[item.position].names = try await names(of: item.candidate, replacing: font.replaced)
            }
        }
        return plans
    }

    /// Returns the names that refer to another face now, or to none, and would refer to a face of a font.
    private func names(
        of candidate: FontCandidate, replacing replaced: [FontIdentifier]
    ) async throws(FontError) -> [InstallationPlan.Name] {
        var names: [String] = []
        for face in candidate.faces {
            for name in [face.postscriptName, face.fullName, face.typographicFamily ?? face.family]
            where !name.isEmpty && !names.contains(name) {
                names.append(name)
            }
        }
        let now = try await queries.match(
            names.map { FontDescriptor(name: $0) }, mandatory: [], details: false, audience: .everybody)
        return zip(names, now).compactMap { name, present in
            guard let present else { return InstallationPlan.Name(name: name, now: nil) }
            let isLeaving = replaced.contains(present.id)
            let isPlainer = candidate.faces.contains { $0.isCalled(name) && $0.plainness < present.face.plainness }
            return isLeaving || isPlainer ? InstallationPlan.Name(name: name, now: present) : nil
        }
    }
}

extension FaceDescription {
    /// Returns whether the face has a name that plans consider.
    fileprivate func isCalled(_ name: String) -> Bool {
        [postscriptName, fullName, typographicFamily ?? family].contains(name)
    }
}
