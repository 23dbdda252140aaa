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

    /// Registers fonts for a lease and returns a result per font.
    ///
    /// They replace nothing that is registered, because the replaced fonts would be missing after the lease.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - request: How to register them; the scope must be the session.
    ///   - term: What ends the lease besides the end of the connection.
    ///   - names: The caller's names for the fonts; empty if there are none.
    ///   - sender: The unique name of the caller.
    ///   - isWanted: Whether the caller still waits.
    /// - Returns: The result for each font, and the generation.
    /// - Throws: An error if the request is invalid or no lease can begin.
    func register(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest, for term: LeaseTerm, names: [String],
        of sender: String, isWanted: @escaping @Sendable () -> Bool
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        try Self.check(request.scope, requestID: request.requestID)
        // A caller that has left cannot be identified.
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

    /// Ends the leases of a connection that has left the bus, because nothing else would end them.
    private func releaseIfGone(_ sender: String) async {
        if !callers.isThere(sender) { await leases.release(sender) }
    }

    /// Ensures that a call's scope and options are allowed for a lease.
    static func check(_ scope: RegistrationScope, requestID: String?) throws(BusError) {
        guard scope == .session else { throw .invalidArguments("lease: the scope has to be session") }
        // If the call were repeated after the end of its lease, it would have no effect.
        guard requestID == nil else {
            throw .invalidArguments("options: a call with a lease has no request_id")
        }
    }

    /// Ends the leases of a connection with a given handle.
    func end(_ handle: String, of sender: String) async throws(BusError) {
        try FontFilters.checkLeaseHandle(handle, "handle")
        try await FontError.replying { () throws(FontError) in try await leases.end(handle, of: sender) }
    }
}
