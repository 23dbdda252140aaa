public import Foundation
public import Typecase

extension FontManager {
    /// Registers font files by their URLs, as ``/Typecase/FontManager/registerFonts(at:scope:enabled:options:)`` does by
    /// their paths.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files; one that is not a `file` URL is refused.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered.
    /// - Returns: What came of each file, in order.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    public func registerFonts(
        at urls: [URL], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await registerFonts(at: urls.map(\.fontPath), scope: scope, enabled: enabled, options: options)
    }

    /// Registers a font file by its URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether programs find the font at once.
    ///   - options: How it is registered.
    /// - Returns: The font.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @discardableResult
    public func registerFont(
        at url: URL, scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> RegisteredFont {
        try await registerFont(at: url.fontPath, scope: scope, enabled: enabled, options: options)
    }

    /// Removes registrations of the application by the URLs of files with the same bytes.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(at urls: [URL], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await unregisterFonts(at: urls.map(\.fontPath), scope: scope)
    }
}

extension URL {
    /// The path of a file; any other URL stays as it is, and is refused with its text.
    fileprivate var fontPath: String { isFileURL ? path : absoluteString }
}
