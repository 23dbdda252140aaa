internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

extension FontManager {
    /// Registers a font from the web.
    ///
    /// The service has it fetched by a process that can do nothing else, and examines it before anybody uses it. In
    /// process scope the file is kept in the user's cache, and not fetched again as long as it is there; name its
    /// SHA-256 where another file may come to lie at the address. A sandboxed application needs a network of its own.
    ///
    /// Where the task is cancelled the font is given up, unless somebody else in the process waits for the same one.
    ///
    /// - Parameters:
    ///   - url: The address, such as `https://example.org/Foundry.ttf`.
    ///   - sha256: The SHA-256 of the file as 64 hexadecimal digits; other bytes are refused.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether programs find the font at once; otherwise it waits for ``enableFonts(ids:)``.
    ///   - options: How it is registered.
    ///   - onProgress: Takes how far the font has come, some times a second: one call after the other, on a thread
    ///     where it may block. The last says that all of it is here, and may still run
    ///     when the font is there; a font of the cache tells nothing.
    /// - Returns: The font.
    /// - Throws: ``FontManagerError``: `downloadFailed`, `fileNotFound`, `invalidFilePath`, `invalidFontData` where it
    ///   is not the one of `sha256`, and those of ``registerFont(data:scope:enabled:options:)``; `CancellationError`.
    @discardableResult
    public func registerFont(
        from url: String, sha256: String? = nil, scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(),
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws -> RegisteredFont {
        if scope == .process {
            let path = try await downloads.path(of: .init(url: url, sha256: sha256), onProgress: onProgress)
            return try await registerFont(at: path, scope: .process, enabled: enabled, options: options)
        }
        var entries = registration(scope, enabled, options).busOptions
        if let sha256 { entries["sha256"] = BusVariant(sha256) }
        let progress = ProgressTeller(on: handlers, onProgress)
        let job = DownloadJob(
            service: service, url: url, scope: scope, isEnabled: enabled, options: entries, onProgress: progress.tell)
        return try await progress.run { RegisteredFont(try await job.run(), scope: scope) }
    }
}
