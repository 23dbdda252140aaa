internal import BusInterface
internal import DBus
internal import LinuxSystem

extension FontManager {
    // MARK: Identity

    /// The id of the application that this process belongs to, as the service knows it.
    ///
    /// The service tells it by the sandbox, by the unit of the session that the process runs in, or by the file of the
    /// program: not by what the process says.
    ///
    /// - Returns: The id, such as `org.example.Writer`; `nil` where the process belongs to no application.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func applicationID() async throws -> String? {
        // The name that every sandbox reaches does not tell; the sandbox itself does.
        if let sandboxed = try? await files.run({ try FlatpakSandbox.applicationID() }) { return sandboxed }
        let identity = try await service.call { (session, _) throws(BusError) in try await session.fonts.whoAmI() }
        return BusRecord(identity).value("app_id")
    }

    /// The id that was given, or that of the caller.
    func requiredApplicationID(_ given: String?) async throws -> String {
        if let given { return given }
        if let own = try await applicationID() { return own }
        throw FontManagerError(
            .insufficientInfo,
            """
            The service does not know which application this process belongs to. Name its id, or start the process \
            from its desktop entry.
            """)
    }
}
