internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

extension FontManager {
    /// Downloads a font from the web and registers it.
    ///
    /// The service downloads the font in a separate process that has no other capabilities, and checks the font before
    /// any program uses it. In process scope, the file is stored in the user's cache, and is not downloaded again while
    /// it is there. If the file at the address may change, pass its SHA-256. A sandboxed application needs network
    /// access of its own.
    ///
    /// If the task is cancelled, the download is cancelled too, unless another task in the process waits for the same
    /// font.
    ///
    /// - Parameters:
    ///   - url: The URL of the font file, such as `https://example.org/Foundry.ttf`.
    ///   - sha256: The SHA-256 of the file as 64 hexadecimal digits. A file with another SHA-256 is refused.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether the font is enabled immediately; otherwise it stays disabled until ``enableFonts(ids:)``.
    ///   - options: How the font is registered.
    ///   - onProgress: A closure that receives the progress of the download several times a second. The calls are made
    ///     one after the other, on a thread where the closure may block. The last call reports that the download is
    ///     complete; it may still be running when the method returns. If the font is in the cache, there are no calls.
    /// - Returns: The registered font.
    /// - Throws: ``FontManagerError``: `downloadFailed`, `fileNotFound`, `invalidFilePath`, `invalidFontData` if the
    ///   file does not match `sha256`, and the errors of ``registerFont(data:scope:enabled:options:)``;
    ///   `CancellationError`.
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
