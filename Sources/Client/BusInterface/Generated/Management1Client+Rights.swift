// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about rights.
extension Management1Client {
    /// Lists the user's decisions on the rights of providers.
    ///
    /// Decisions of the machine's policy take precedence and are not listed. On the command line: `typecase grants
    /// list`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only decisions on this provider.
    ///
    /// Grant:
    ///
    /// - `provider` (s): the id of the provider, which need not have registered anything.
    /// - `right` (s): `install-fonts`, `install-undeclared-fonts`, `use-installed-fonts`, `request-fonts`,
    ///   `set-alternate-icons` or `set-undeclared-icons`.
    /// - `font` (s): the SHA-256 of the only font that the decision applies to, as 64 hexadecimal digits, or a value
    ///   that stands for a package; absent if the decision applies to all fonts.
    /// - `package` (s): the distribution package that `font` stands for; absent for a font.
    /// - `decision` (s): `allow` or `deny`.
    /// - `time` (t): when the user decided, in seconds since 1970.
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which decisions to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per provider and right, sorted by provider.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listGrants(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListGrants", [filter.busValue], timeout: timeout)
        return try reply.value(0, "grants")
    }

    /// Grants or denies a provider a right.
    ///
    /// The decision replaces earlier decisions on this right, including those on individual fonts. It takes effect with
    /// the provider's next call. Fonts that the provider has already registered stay registered. On the command line:
    /// `typecase grants set`.
    ///
    /// Options:
    ///
    /// - `font` (s): the SHA-256 of the only font that the decision applies to, as 64 hexadecimal digits: a font to use
    ///   or to register.
    ///
    /// Errors: ExceededResourceLimit if there are already decisions on 1,000 providers, or if the provider is already
    /// allowed to use 1,000 individual fonts; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - right: The right, one of those in Rights of `org.typecase.FontManager1`.
    ///   - decision: The user's decision: `allow` or `deny`.
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

    /// Removes the user's decisions on the rights of a provider, as if the user had never been asked.
    ///
    /// Changes of these rights by an update, which ListProviders reports, count as acknowledged. On the command line:
    /// `typecase grants revoke`.
    ///
    /// Options:
    ///
    /// - `font` (s): the SHA-256 of a font, to remove only the decision on this font; if it is left out, all decisions
    ///   on the rights are removed.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - right: The right; empty for all.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many decisions were removed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func revokeGrant(
        provider: String, right: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call(
            "RevokeGrant", [provider.busValue, right.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "revoked")
    }

    /// Registers an agent that can ask the user whether to grant a program a right.
    ///
    /// The registration lasts until UnregisterConsentAgent is called, or until the caller leaves the bus. Until then,
    /// the service does not exit by itself. If the service exits anyway, for example for an upgrade, the name
    /// `org.typecase.Management1` gets a new owner, and the agent has to register again with this owner. If an agent
    /// registers again, it becomes the agent that is asked first. On the command line: `typecase consent`.
    ///
    /// Errors: ExceededResourceLimit if there are already 16 agents.
    ///
    /// - Parameters:
    ///   - agent: An object of the caller with the interface `org.typecase.ConsentAgent1`.
    ///   - options: Options; there are none yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerConsentAgent(
        agent: ObjectPath, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("RegisterConsentAgent", [agent.busValue, options.busValue], timeout: timeout)
    }

    /// Unregisters an agent.
    ///
    /// If the agent has an open question, the question goes to the next agent. Unregistering an agent that is not
    /// registered is not an error.
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
