internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    // MARK: Unregistering

    /// Removes registrations of the application.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(ids: [String]) async throws -> [FontManagerError] {
        try await own.unregister(ids)
    }

    /// Removes registrations of the application by files with the same bytes.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, as they are now. A font of this process is found by the path that it was
    ///     registered with too, where the file has been replaced or deleted since.
    ///   - scope: The scope that the registrations have; in another one they are not found.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(at paths: [String], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await own.unregister(filesAt: paths, scope: scope)
    }

    /// Removes registrations of the application by what their fonts are called.
    ///
    /// - Parameters:
    ///   - descriptors: What the fonts are called; one with a path stands for the file.
    ///   - scope: The scope that the registrations have; in another one they are not found.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session
    ) async throws -> [FontManagerError] {
        try await own.unregister(descriptors, scope: scope)
    }

    // MARK: Enabling

    /// Enables registrations of the application, so that programs find the fonts.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are enabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func enableFonts(ids: [String]) async throws -> [FontManagerError] { try await own.setEnabled(true, ids) }

    /// Enables registrations of the application by what their fonts are called, in whatever scope they are.
    ///
    /// Without a service those of the process are enabled, where each descriptor stands for one of them.
    ///
    /// - Parameter descriptors: What the fonts are called: each stands for all of the application's that are so.
    /// - Returns: What failed; empty where all are enabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func enableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await own.setEnabled(true, descriptors)
    }

    /// Disables registrations of the application: the fonts stay registered, and no program finds them.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are disabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func disableFonts(ids: [String]) async throws -> [FontManagerError] {
        try await own.setEnabled(false, ids)
    }

    /// Disables registrations of the application by what their fonts are called, in whatever scope they are.
    ///
    /// Without a service those of the process are disabled, where each descriptor stands for one of them.
    ///
    /// - Parameter descriptors: What the fonts are called: each stands for all of the application's that are so.
    /// - Returns: What failed; empty where all are disabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func disableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await own.setEnabled(false, descriptors)
    }
}
