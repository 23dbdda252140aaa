internal import FontLibrary
internal import FontModel
internal import Registry

extension LibraryPublisher {
    /// Carries out a large request whose items stand for themselves, part by part: between two of them it is the turn
    /// of whoever has come meanwhile.
    nonisolated func carryOutInParts(_ request: LibraryRequest) async -> Answer {
        let order = await orderByDirectory(of: request)
        var outcomes: [ItemOutcome?] = Array(repeating: nil, count: order.count)
        var generation: UInt64 = 0
        for start in stride(from: 0, to: order.count, by: Self.itemsPerRound) {
            let positions = order[start..<min(start + Self.itemsPerRound, order.count)]
            let answer = await submit(request.part(positions))
            for (position, outcome) in zip(positions, answer.outcomes) { outcomes[position] = outcome }
            generation = answer.generation
        }
        return Answer(outcomes: outcomes.map { $0 ?? .failure(.unanswered) }, generation: generation)
    }

    /// The positions of a request's items such that what lies in one directory comes together: each round scans the
    /// directories anew that it changes.
    ///
    /// What lies in none stays in the order of the request, in which the first of a name may have it.
    private nonisolated func orderByDirectory(of request: LibraryRequest) async -> [Int] {
        let positions = Array(0..<request.itemCount)
        let ids = request.ids
        guard !ids.isEmpty else { return positions }
        var directories: [FontIdentifier: Int] = [:]
        do throws(FontError) {
            let known = try await planner(knowing: [], ids)
            for entry in known.entries.values {
                guard case .published(let name)? = entry.initial?.place, let shard = Shard(name: name) else { continue }
                for registration in entry.initialRegistrations { directories[registration.id] = shard.number }
            }
        } catch {
            // The rounds will find out and say so.
            return positions
        }
        return positions.sorted { left, right in
            (directories[ids[left]] ?? Shard.maximumCount, left)
                < (directories[ids[right]] ?? Shard.maximumCount, right)
        }
    }
}

extension FontError {
    /// The answer for an item of many that has none.
    ///
    /// Whoever answers for items answers for all, but where one were forgotten it must not have its neighbour's answer.
    static let unanswered = FontError(.registrationFailed, "Nothing became known of this one. Ask again what there is.")
}
