internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

/// Fonts that the user has in use for as long as a program runs.
extension ManagementHarness {
    /// Registers fonts that last as long as the caller's connection.
    func installLeased(
        _ call: BusMethodCall, _ fonts: [OwnedFileDescriptor], _ options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        // Whoever has left cannot be identified.
        _ = try await callers.identity(of: call.sender)
        await leases.watch(call.sender) { [callers] in await callers.whenGone($0, $1) }
        let token = try await FontError.replying { () throws(FontError) in
            try await leases.begin(for: call.sender)
        }
        let answer: (results: [[String: BusVariant]], generation: UInt64)
        do throws(BusError) {
            answer = try await harness.register(
                fonts, scope: RegistrationScope.session.rawValue, enabled: true, options: options,
                keepsRegistered: true, lease: token, by: .user, isWanted: { callers.isThere(call.sender) })
        } catch {
            await leases.leave([token], call.sender)
            throw error
        }
        let fonts = answer.results.compactMap { result in
            (try? result["id"]?.converted(to: String.self)).flatMap { FontIdentifier(rawValue: $0) }
        }
        try await FontError.replying { () throws(FontError) in
            try await leases.settle(token, with: fonts, of: call.sender)
        }
        // A lease that is settled after its holder has left would never end.
        if !callers.isThere(call.sender) { await leases.release(call.sender) }
        return answer
    }
}
