// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about rights.
package protocol Management1RightsService: Sendable {
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
    ///   - call: The call, with its sender.
    ///   - filter: Which decisions to list.
    /// - Returns: One dictionary per provider and right, sorted by provider.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

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
    ///   - call: The call, with its sender.
    ///   - provider: The id of the provider.
    ///   - right: The right, one of those in Rights of `org.typecase.FontManager1`.
    ///   - decision: The user's decision: `allow` or `deny`.
    ///   - options: Options.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws

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
    ///   - call: The call, with its sender.
    ///   - provider: The id of the provider.
    ///   - right: The right; empty for all.
    ///   - options: Options.
    /// - Returns: How many decisions were removed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32

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
    ///   - call: The call, with its sender.
    ///   - agent: An object of the caller with the interface `org.typecase.ConsentAgent1`.
    ///   - options: Options; there are none yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) async throws

    /// Unregisters an agent.
    ///
    /// If the agent has an open question, the question goes to the next agent. Unregistering an agent that is not
    /// registered is not an error.
    ///
    /// Errors: those of any method.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - agent: The object.
    ///   - options: Options; there are none yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func unregisterConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) async throws
}
