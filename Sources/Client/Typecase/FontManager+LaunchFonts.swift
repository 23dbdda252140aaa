extension FontManager {
    /// Registers the fonts that the manifest of an application lists as `launch-fonts`, for this process.
    ///
    /// Those that are registered and disabled stay so.
    ///
    /// - Parameter id: The application.
    /// - Returns: What came of each, in the order of the manifest; none where no manifest is installed.
    /// - Throws: ``FontManagerError`` where the manifest cannot be read; `CancellationError`.
    package func registerLaunchFonts(of id: String) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await LaunchFonts(of: id, processScope: processScope, files: files).register()
    }
}
