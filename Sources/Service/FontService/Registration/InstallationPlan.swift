package import FontModel
package import LinuxSystem
package import Registry

/// What installing one font would do.
package struct InstallationPlan: Sendable {
    /// A name that programs would find the font by.
    package struct Name: Sendable {
        /// The name.
        package var name: String
        /// The face that programs get for it now; `nil` where none has it.
        package var now: FaceRecord?
    }

    /// What became of the font, as installing it would answer.
    package var outcome: ItemOutcome
    /// The fonts that would leave for it.
    package var replaced: [HistoryItem] = []
    /// The names that would stand for another face than now.
    package var names: [Name] = []
}

extension LibraryPublisher {
    /// Plans a round of one request, with the planner that carries rounds out; nothing changes.
    ///
    /// - Parameter request: The request.
    /// - Returns: What would become of each item, in order, and what the history would have of it.
    /// - Throws: Why nothing can be planned.
    func plan(
        _ request: LibraryRequest
    ) async throws(FontError) -> (outcomes: [ItemOutcome], history: [HistoryItem]) {
        if let refusal = await context.lastingRefusal() { throw refusal }
        if let obstacle = await state.obstacle { throw obstacle }
        // In a turn, as rounds keep counts that a plan reads.
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
    /// Plans what registering fonts in one call would do; nothing changes.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - request: What is wanted of them.
    /// - Returns: A plan for each font, in order.
    /// - Throws: Why nothing can be told, or registered.
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

    /// The names that stand for another face now, or for none, and would stand for one of a font's.
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
    /// Whether one of the names that are planned is this face's.
    fileprivate func isCalled(_ name: String) -> Bool {
        [postscriptName, fullName, typographicFamily ?? family].contains(name)
    }
}
