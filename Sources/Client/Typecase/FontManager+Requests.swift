internal import BusInterface
internal import DBus
internal import FontModel

extension FontManager {
    // MARK: Requests

    /// Gets the application the fonts that it needs, or tells for each why it cannot have it.
    ///
    ///     let result = try await FontManager.shared.requestFonts([FontRequest(named: "Source Serif"), FontRequest(languages: ["th"])])
    ///     for failure in result.unresolved { print(failure.index, failure.reason.rawValue, failure.message) }
    ///
    /// What is resolved stays for as long as the process is connected to the service, which is until it ends. Where the
    /// user has to be asked, it is one question for all requests.
    ///
    /// - Parameters:
    ///   - requests: What the application needs, at most 1,000.
    ///   - options: Where the user is asked.
    ///   - onProgress: Takes how many bytes are there of how many, where fonts are brought into use: one call after the
    ///     other, on a thread where it may block. The last may still run when the result is there.
    /// - Returns: What came of each request.
    /// - Throws: ``FontManagerError`` where the service cannot be reached or does not know this call; `CancellationError`,
    ///   which takes back what was brought into use for it.
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

    /// Registers fonts that come with the application, by their names in the manifest that the service finds of it.
    ///
    /// The service reads the files itself; ``registerFonts(withAssetNames:of:scope:enabled:)`` has the process read them,
    /// for a program that the service does not take for the application.
    ///
    /// - Parameters:
    ///   - names: The names of the `fonts` of the manifest: PostScript names of single faces, families of collections
    ///     and of variable fonts. A name stands for all fonts that have it.
    ///   - scope: How far the registrations reach and how long they last. In ``FontScope/process`` this process reads the
    ///     files, and the service only tells which application it is.
    ///   - enabled: Whether programs find the fonts at once.
    /// - Returns: The fonts of each name, in order; `assetNotFound` where the manifest gives the name to no font, or the
    ///   file is missing; `corrupt` where the file has another SHA-256 than it declares.
    /// - Throws: ``FontManagerError``: `assetNotFound` where no manifest is installed, and where the call failed as a whole;
    ///   `CancellationError`.
    public func registerFonts(
        withAssetNames names: [String], scope: FontScope = .session, enabled: Bool = true
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        if scope == .process {
            // What the process alone has is nothing that a service could register.
            let id = try await requiredApplicationID(nil)
            return try await registerFonts(withAssetNames: names, of: id, scope: .process, enabled: enabled)
        }
        return try await own.register(assets: names, scope, enabled, [:])
    }

    /// Registers fonts that come with the application, by their names in its manifest, for as long as a lease.
    ///
    /// The service reads the files itself, as with ``registerFonts(withAssetNames:scope:enabled:)``.
    ///
    /// - Parameters:
    ///   - names: The names of the `fonts` of the manifest.
    ///   - lease: How long the fonts are registered.
    ///   - enabled: Whether programs find the fonts at once.
    /// - Returns: The fonts of each name, in order.
    /// - Throws: As ``registerFonts(withAssetNames:scope:enabled:)``.
    public func registerFonts(
        withAssetNames names: [String], for lease: FontLease, enabled: Bool = true
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        try await own.register(assets: names, .session, enabled, lease.entries)
    }
}
