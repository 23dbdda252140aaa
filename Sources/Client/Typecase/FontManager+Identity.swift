internal import BusInterface
internal import DBus
internal import LinuxSystem

extension FontManager {
    // MARK: Identity

    /// The id of the application that this process belongs to, as the service identifies it.
    ///
    /// The service identifies the application by the sandbox, by the unit of the session in which the process runs, or
    /// by the executable file of the program. It does not rely on information from the process itself.
    ///
    /// - Returns: The id, such as `org.example.Writer`; `nil` if the process belongs to no application.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func applicationID() async throws -> String? {
        // The bus name that every sandbox can reach does not report the id, but the sandbox itself does.
        if let sandboxed = try? await files.run({ try FlatpakSandbox.applicationID() }) { return sandboxed }
        let identity = try await service.call { (session, _) throws(BusError) in try await session.fonts.whoAmI() }
        return BusRecord(identity).value("app_id")
    }

    /// The given id, or the id of the caller's application if none is given.
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
