internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    // MARK: Unregistering

    /// Removes registrations of the application by their ids.
    ///
    /// - Parameter ids: The ids of the registrations, of any scope.
    /// - Returns: An error for each failure; empty if all registrations are removed.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func unregisterFonts(ids: [String]) async throws -> [FontManagerError] {
        try await own.unregister(ids)
    }

    /// Removes registrations of the application by files that contain the same bytes.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, which are read now. A font in process scope is also found by the path that it
    ///     was registered with, even if the file has been replaced or deleted since.
    ///   - scope: The scope of the registrations. Registrations in other scopes are not found.
    /// - Returns: An error for each failure; empty if all registrations are removed.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func unregisterFonts(at paths: [String], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await own.unregister(filesAt: paths, scope: scope)
    }

    /// Removes registrations of the application by descriptors of their fonts.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the fonts. A descriptor with a path identifies a file.
    ///   - scope: The scope of the registrations. Registrations in other scopes are not found.
    /// - Returns: An error for each failure; empty if all registrations are removed.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func unregisterFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session
    ) async throws -> [FontManagerError] {
        try await own.unregister(descriptors, scope: scope)
    }

    // MARK: Enabling

    /// Enables registrations of the application by their ids, so that programs find the fonts.
    ///
    /// - Parameter ids: The ids of the registrations, of any scope.
    /// - Returns: An error for each failure; empty if all fonts are enabled.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func enableFonts(ids: [String]) async throws -> [FontManagerError] { try await own.setEnabled(true, ids) }

    /// Enables registrations of the application by descriptors of their fonts, in any scope.
    ///
    /// If the service is unavailable, registrations in process scope are enabled, provided that each descriptor matches
    /// at least one of them.
    ///
    /// - Parameter descriptors: Descriptors of the fonts. Each descriptor selects all of the application's fonts that
    ///   match it.
    /// - Returns: An error for each failure; empty if all fonts are enabled.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func enableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await own.setEnabled(true, descriptors)
    }

    /// Disables registrations of the application by their ids.
    ///
    /// The fonts stay registered, but programs do not find them.
    ///
    /// - Parameter ids: The ids of the registrations, of any scope.
    /// - Returns: An error for each failure; empty if all fonts are disabled.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func disableFonts(ids: [String]) async throws -> [FontManagerError] {
        try await own.setEnabled(false, ids)
    }

    /// Disables registrations of the application by descriptors of their fonts, in any scope.
    ///
    /// If the service is unavailable, registrations in process scope are disabled, provided that each descriptor
    /// matches at least one of them.
    ///
    /// - Parameter descriptors: Descriptors of the fonts. Each descriptor selects all of the application's fonts that
    ///   match it.
    /// - Returns: An error for each failure; empty if all fonts are disabled.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    @discardableResult
    public func disableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await own.setEnabled(false, descriptors)
    }
}
