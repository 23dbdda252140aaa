internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

/// Registers fonts that last no longer than the caller's connection.
struct LeaseHarness: Sendable {
    let callers: CallerDirectory
    let harness: RegistrationHarness
    let leases: LeaseService

    /// Registers fonts for a lease and answers per font.
    ///
    /// They take the place of nothing that is registered, as that would be gone after the lease.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - request: What is wanted of them; the scope has to be the session.
    ///   - term: What ends the lease besides the end of the connection.
    ///   - names: What the caller calls the fonts; empty where it does not.
    ///   - sender: The unique name of the caller.
    ///   - isWanted: Whether the caller still waits.
    /// - Returns: What became of each font, and the generation.
    /// - Throws: What is wrong with the request, and why there can be no lease.
    func register(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest, for term: LeaseTerm, names: [String],
        of sender: String, isWanted: @escaping @Sendable () -> Bool
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        try Self.check(request.scope, requestID: request.requestID)
        // Whoever has left cannot be identified.
        _ = try await callers.identity(of: sender)
        await leases.watch(sender) { [callers] in await callers.whenGone($0, $1) }
        let token = try await FontError.replying { () throws(FontError) in
            try await leases.begin(for: sender, term: term)
        }
        let answer: (results: [[String: BusVariant]], generation: UInt64)
        do throws(BusError) {
            var leased = request
            leased.keepsRegistered = true
            leased.lease = token
            answer = try await harness.register(fonts, leased, names: names, isWanted: isWanted)
        } catch {
            await leases.abandon(token, of: sender)
            throw error
        }
        let registered = answer.results.compactMap { result in
            (try? result["id"]?.converted(to: String.self)).flatMap { FontIdentifier(rawValue: $0) }
        }
        do throws(FontError) {
            try await leases.settle(token, with: registered, of: sender)
        } catch {
            await leases.abandon(token, of: sender)
            await releaseIfGone(sender)
            throw BusError(error)
        }
        await releaseIfGone(sender)
        return answer
    }

    /// Ends what a connection holds since it left the bus, which nothing else would end.
    private func releaseIfGone(_ sender: String) async {
        if !callers.isThere(sender) { await leases.release(sender) }
    }

    /// Makes sure that what a call asks for can be had for a lease.
    static func check(_ scope: RegistrationScope, requestID: String?) throws(BusError) {
        guard scope == .session else { throw .invalidArguments("lease: the scope has to be session") }
        // Made again after the end of its lease, the call would have no effect.
        guard requestID == nil else {
            throw .invalidArguments("options: a call with a lease has no request_id")
        }
    }

    /// Ends what a connection holds by a handle.
    func end(_ handle: String, of sender: String) async throws(BusError) {
        try FontFilters.checkLeaseHandle(handle, "handle")
        try await FontError.replying { () throws(FontError) in try await leases.end(handle, of: sender) }
    }
}
