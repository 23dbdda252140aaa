internal import FontModel
internal import Registry
internal import Synchronization

extension LeaseService {
    /// The most leases that a connection's requests begin: later requests share the newest of them.
    static let maximumForRequests = 16

    /// Begins a lease for what a request brings into use, or finds one of the same connection that it can share.
    ///
    /// The first requests have a lease each, so that another program that joins one holds no more than it has asked for.
    ///
    /// - Parameter holder: The unique name of the connection.
    /// - Returns: The token that registrations are to have; ``fill(_:with:of:)`` has to follow before the next call.
    /// - Throws: As ``begin(for:term:)``.
    func beginForRequest(of holder: String) async throws(FontError) -> String {
        let shared = state.withLock { state -> String? in
            let tokens = (state.requested[holder] ?? []).filter { state.leases[$0]?.isHeld(by: holder) ?? false }
            state.requested[holder] = tokens.isEmpty ? nil : tokens
            guard tokens.count >= Self.maximumForRequests else { return nil }
            return tokens.last { state.leases[$0]?.holders == [holder] } ?? tokens.last
        }
        if let shared { return shared }
        let token = try await begin(for: holder)
        state.withLock { state in
            // It may have left meanwhile.
            if state.leases[token] != nil { state.requested[holder, default: []].append(token) }
        }
        return token
    }

    /// Takes back what a request that was given up has brought into use.
    ///
    /// - Parameters:
    ///   - fonts: The registrations, by the lease that they were registered for.
    ///   - holder: The unique name of the connection.
    func takeBack(_ fonts: [String: Set<FontIdentifier>], from holder: String) async {
        let (over, isLast) = state.withLock { $0.takeBack(fonts, from: holder) }
        if !over.isEmpty { await end(over.map(\.registration)) }
        await finish(over, isLast: isLast)
    }
}

extension LeaseService.State {
    /// Removes fonts from leases of a connection, but for those that a later request of it holds; a lease without any
    /// other font ends, unless the connection holds it by a handle.
    ///
    /// - Returns: What is over by that, and whether no lease is left.
    fileprivate mutating func takeBack(
        _ fonts: [String: Set<FontIdentifier>], from holder: String
    ) -> (over: [LeaseService.Ending], isLast: Bool) {
        var over: [LeaseService.Ending] = []
        var isLast = false
        for (token, ids) in fonts {
            guard let lease = leases[token] else { continue }
            let given = lease.fonts.filter {
                ids.contains($0.key) && !(lease.heldAgain[holder]?.contains($0.value) ?? false)
            }
            if given.count == lease.fonts.count {
                let (ended, isEmpty) = removeClaims(from: [token]) { claim, _ in claim == LeaseClaim(holder: holder) }
                over += ended
                isLast = isLast || isEmpty
            } else if Set(lease.claims.keys) == [LeaseClaim(holder: holder)] {
                for (id, digest) in given {
                    leases[token]?.fonts[id] = nil
                    over.append(.init(registration: SessionRegistration(id, sessionToken: token), digest: digest))
                    ending[digest, default: 0] += 1
                }
            }
        }
        return (over, isLast)
    }
}
