extension FontManager {
    /// Registers the `launch-fonts` of an application's manifest for this process.
    ///
    /// Fonts that are already registered and disabled stay disabled.
    ///
    /// - Parameter id: The id of the application.
    /// - Returns: The result for each font, in the order of the manifest; empty if no manifest is installed.
    /// - Throws: ``FontManagerError`` if the manifest cannot be read; `CancellationError`.
    package func registerLaunchFonts(of id: String) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await LaunchFonts(of: id, processScope: processScope, files: files).register()
    }
}
