internal import FontModel
internal import Registry
internal import Synchronization

extension LeaseService {
    /// The maximum number of leases that a connection's requests begin; later requests share the newest of them.
    static let maximumForRequests = 16

    /// Begins a lease for the fonts of a request, or finds one of the same connection to share.
    ///
    /// Each of the first requests gets its own lease, so that another program that joins one holds no more than it
    /// requested.
    ///
    /// - Parameter holder: The unique name of the connection.
    /// - Returns: The token for the registrations; ``fill(_:with:of:)`` must be called before the next call.
    /// - Throws: The same errors as ``begin(for:term:)``.
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
            // The holder may have left meanwhile.
            if state.leases[token] != nil { state.requested[holder, default: []].append(token) }
        }
        return token
    }

    /// Removes the fonts that an abandoned request made available.
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
    /// Removes fonts from leases of a connection, except those that a later request of the connection holds.
    ///
    /// A lease without any other font ends, unless the connection holds it by a handle.
    ///
    /// - Returns: The registrations that have ended as a result, and whether no lease is left.
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
