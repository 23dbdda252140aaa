internal import BusInterface
internal import DBus
internal import FontModel

extension FontManager {
    // MARK: Requests

    /// Makes the fonts available that the application needs.
    ///
    ///     let result = try await FontManager.shared.requestFonts([FontRequest(named: "Source Serif"), FontRequest(languages: ["th"])])
    ///     for failure in result.unresolved { print(failure.index, failure.reason.rawValue, failure.message) }
    ///
    /// Resolved fonts stay available as long as the process is connected to the service, which is until the process
    /// ends. If the user must be asked, there is one question for all requests.
    ///
    /// - Parameters:
    ///   - requests: The fonts that the application needs, at most 1,000 requests.
    ///   - options: Where the question to the user is shown.
    ///   - onProgress: A closure that receives the numbers of completed and total bytes while fonts are made available.
    ///     The calls are made one after the other, on a thread where the closure may block. The last call may still be
    ///     running when the method returns.
    /// - Returns: The result for each request, with the reason for each font that is not available.
    /// - Throws: ``FontManagerError`` if the service cannot be reached or does not support this call;
    ///   `CancellationError`. If the task is cancelled, the fonts that this call made available are released.
    public func requestFonts(
        _ requests: [FontRequest], options: RightsRequestOptions = RightsRequestOptions(),
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws -> FontRequestResult {
        let entries = options.entries
        let dictionaries = requests.map(\.dictionary)
        let progress = ProgressTeller(on: handlers, onProgress)
        let result = try await progress.run {
            try await service.change(isRepeatable: false) { [entries] (session, _) throws(BusError) in
                try await session.runJob(entries, onProgress: progress.tell) { options throws(BusError) in
                    _ = try await session.fonts.requestFonts(requests: dictionaries, options: options)
                }
            }
        }
        if let error = result.error(about: nil) { throw error }
        return FontRequestResult(result)
    }

    /// Registers fonts that come with the application, by their names in its manifest.
    ///
    /// The service finds the manifest and reads the files. If the service does not recognize the program as part of the
    /// application, use ``registerFonts(withAssetNames:of:scope:enabled:)``: there, this process reads the files.
    ///
    /// - Parameters:
    ///   - names: Names from the `fonts` of the manifest: PostScript names of single faces, families of collections and
    ///     of variable fonts. A name stands for all fonts that have it.
    ///   - scope: How far the registrations reach and how long they last. In ``FontScope/process``, this process reads
    ///     the files, and the service only reports which application the process belongs to.
    ///   - enabled: Whether the fonts are enabled immediately.
    /// - Returns: The fonts for each name, in order. The error is `assetNotFound` if no font in the manifest has the
    ///   name, or if the file is missing; it is `corrupt` if the SHA-256 of the file differs from the one in the
    ///   manifest.
    /// - Throws: ``FontManagerError``: `assetNotFound` if no manifest is installed, or the error of the call if the
    ///   whole call failed; `CancellationError`.
    public func registerFonts(
        withAssetNames names: [String], scope: FontScope = .session, enabled: Bool = true
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        if scope == .process {
            // The service cannot register fonts in process scope.
            let id = try await requiredApplicationID(nil)
            return try await registerFonts(withAssetNames: names, of: id, scope: .process, enabled: enabled)
        }
        return try await own.register(assets: names, scope, enabled, [:])
    }

    /// Registers fonts that come with the application, by their names in its manifest, for the duration of a lease.
    ///
    /// The service reads the files, as with ``registerFonts(withAssetNames:scope:enabled:)``.
    ///
    /// - Parameters:
    ///   - names: Names from the `fonts` of the manifest.
    ///   - lease: The lease, which determines how long the fonts stay registered.
    ///   - enabled: Whether the fonts are enabled immediately.
    /// - Returns: The fonts for each name, in order.
    /// - Throws: The same errors as ``registerFonts(withAssetNames:scope:enabled:)``.
    public func registerFonts(
        withAssetNames names: [String], for lease: FontLease, enabled: Bool = true
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        try await own.register(assets: names, .session, enabled, lease.entries)
    }
}
