// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about rights.
extension Management1Client {
    /// Tells what the user said of the rights of providers.
    ///
    /// What the policy of the machine decides, which comes first, is not among it. On the command line: `typecase
    /// grants list`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only those of this provider.
    ///
    /// Grant:
    ///
    /// - `provider` (s): the id of the provider, which need not have registered anything.
    /// - `right` (s): `install-fonts`, `install-undeclared-fonts`, `use-installed-fonts`, `request-fonts`,
    ///   `set-alternate-icons` or `set-undeclared-icons`.
    /// - `font` (s): the SHA-256 of the font that alone it is about, as 64 hexadecimal digits, or what stands for a
    ///   package; absent where it is about all.
    /// - `package` (s): the package of the distribution that `font` stands for; absent for a font.
    /// - `decision` (s): `allow` or `deny`.
    /// - `time` (t): when the user said so, in seconds since 1970.
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per provider and right, in the order of the providers.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listGrants(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListGrants", [filter.busValue], timeout: timeout)
        return try reply.value(0, "grants")
    }

    /// Allows or denies a provider a right, in place of what was said before, of single fonts as well.
    ///
    /// It holds from the provider's next call on, and what it has registered stays. On the command line: `typecase
    /// grants set`.
    ///
    /// Options:
    ///
    /// - `font` (s): the SHA-256 of the font that alone it is about, as 64 hexadecimal digits: one to use or to
    ///   register.
    ///
    /// Errors: ExceededResourceLimit where something is said of 1,000 providers, or the provider is allowed to use
    /// 1,000 single fonts; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - right: The right, one of those of Rights of `org.typecase.FontManager1`.
    ///   - decision: What the user says: `allow` or `deny`.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setGrant(
        provider: String, right: String, decision: String, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call(
            "SetGrant", [provider.busValue, right.busValue, decision.busValue, options.busValue], timeout: timeout)
    }

    /// Forgets what the user said of rights of a provider, as if they had never been asked.
    ///
    /// On the command line: `typecase grants revoke`.
    ///
    /// Options:
    ///
    /// - `font` (s): the SHA-256 of the one font that the decision to forget is about; all decisions on the rights
    ///   where it is left out.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - right: The right; empty for all.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many decisions are forgotten.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func revokeGrant(
        provider: String, right: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call(
            "RevokeGrant", [provider.busValue, right.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "revoked")
    }

    /// Makes the caller somebody who can ask the user whether a program may have a right.
    ///
    /// It lasts until it is taken back, or until the caller leaves the bus; the service does not end meanwhile by
    /// itself. Where the service does, as for an upgrade, the name `org.typecase.Management1` gets another owner, with
    /// which the agent registers anew. Registered again, an agent is the one that is asked first. On the command line:
    /// `typecase consent`.
    ///
    /// Errors: ExceededResourceLimit where there are 16 agents.
    ///
    /// - Parameters:
    ///   - agent: An object of the caller's with the interface `org.typecase.ConsentAgent1`.
    ///   - options: Options; there are none yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerConsentAgent(
        agent: ObjectPath, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("RegisterConsentAgent", [agent.busValue, options.busValue], timeout: timeout)
    }

    /// Takes RegisterConsentAgent back.
    ///
    /// A question that the agent was asked goes to the next one. One that is not registered is none, which is no error.
    ///
    /// Errors: those of any method.
    ///
    /// - Parameters:
    ///   - agent: The object.
    ///   - options: Options; there are none yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unregisterConsentAgent(
        agent: ObjectPath, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("UnregisterConsentAgent", [agent.busValue, options.busValue], timeout: timeout)
    }
}
