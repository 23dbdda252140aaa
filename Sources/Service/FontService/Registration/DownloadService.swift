package import FetchClient
package import FetchProtocol
package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import Policy
package import WorkerProtocol

/// Fetches fonts from the web for callers that have the right to download.
package struct DownloadService: Sendable {
    private let fetcher: FontFetcher
    private let rights: RightsService
    private let intake: FontIntake
    private let work: WorkInProgress
    /// The slots for files that are fetched at the same time: a server can take ten minutes for one file.
    private let slots = FairSlots(count: FontFetcher.filesAtOnce)

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - fetcher: The fetcher, which runs the downloads.
    ///   - rights: The service that checks the right to download.
    ///   - intake: The intake, which examines the fetched fonts.
    ///   - work: The record of running work; downloads are recorded there.
    package init(
        fetcher: FontFetcher, rights: RightsService, intake: FontIntake, work: WorkInProgress
    ) {
        self.fetcher = fetcher
        self.rights = rights
        self.intake = intake
        self.work = work
    }

    /// Creates the request for a font, after checking that the caller may download it.
    ///
    /// - Parameters:
    ///   - address: The address of a font.
    ///   - caller: The caller that requests the download.
    /// - Returns: The request to fetch it.
    /// - Throws: `invalidFilePath` if nothing can be fetched from the address; `missingEntitlement` also if the address
    ///   belongs to the local network.
    package func request(
        _ address: String, for caller: CallerIdentity
    ) throws(FontError)
        -> FetchRequest
    {
        let terms = try rights.downloadTerms(of: caller)
        do throws(FetchFailure) {
            return try FetchRequest(
                address, schemes: terms.schemes, allowsLocalNetwork: terms.allowsLocalNetwork)
        } catch {
            throw FontError(error)
        }
    }

    /// Creates the request for a resource of a manifest, after checking that its provider may download it.
    ///
    /// - Parameters:
    ///   - address: The address in the manifest.
    ///   - replacement: The address that the user has set instead, on any server; `nil` if there is none.
    ///   - size: The number of bytes that the manifest declares; `nil` if it declares none.
    ///   - caller: The caller that requests the download.
    /// - Returns: The request to fetch it.
    /// - Throws: As ``request(_:for:)``.
    func request(
        _ address: String, replacement: String?, size: Int?, for caller: CallerIdentity
    ) throws(FontError) -> FetchRequest {
        let terms = try rights.downloadTerms(of: caller)
        do throws(FetchFailure) {
            var request = try FetchRequest(
                replacement ?? address, schemes: replacement == nil ? terms.schemes : [.http, .https],
                allowsLocalNetwork: replacement != nil || terms.allowsLocalNetwork)
            if let size { request.limits.size = min(size, request.limits.size) }
            return request
        } catch {
            throw FontError(error)
        }
    }

    /// Runs all work for a caller that waits for a download, and keeps the process running meanwhile.
    package func serving<Value>(_ body: () async -> Value) async -> Value { await work.during(.downloads, body) }

    /// Fetches a font.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - digest: The SHA-256 that the font must have; `nil` for any.
    ///   - provider: The provider whose turn is used.
    ///   - onProgress: Receives the progress, a few times a second.
    /// - Returns: The bytes, which have not been examined yet.
    /// - Throws: An error if the font could not be fetched; `cancelledByUser` if the task was cancelled.
    package func fetch(
        _ request: FetchRequest, pinned digest: FontDigest?, for provider: ProviderIdentifier,
        onProgress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FontError) -> SealedMemory {
        let series = FetchSeries(request, for: provider)
        let result = await fetcher.expecting(series) {
            await slots.withSlot(of: provider) {
                await Result { () async throws(FontFetcher.Failure) in
                    try await fetcher.fetch(request, of: series, onProgress: onProgress)
                }
            }
        }
        let font: SealedMemory
        do throws(FontFetcher.Failure) { font = try result.get() } catch { throw FontError(error) }
        guard digest == nil || digest == font.digest else {
            throw FontError(
                .invalidFontData,
                "The file at \(request.address) is not the requested file: its SHA-256 is \(font.digest.hexadecimal), "
                    + "but \(digest?.hexadecimal ?? "") was expected.",
                obstacle: .otherBytes)
        }
        return font
    }

    /// Checks that a fetched font can be used by its recipient.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - provider: The provider whose turn is used.
    /// - Throws: An error if the font must not be used.
    package func examine(
        _ font: SealedMemory, for provider: ProviderIdentifier
    )
        async throws(FontError)
    {
        var failure: FontError?
        await intake.withCandidates(of: [font.descriptor], for: provider) { group in
            for case .failure(let error) in group.map(\.candidate) { failure = error }
        }
        if let failure { throw failure }
    }

    /// Tests what is denied to the process that fetches fonts.
    ///
    /// - Throws: An error if the process could not be asked.
    package func confinement() async throws(FontError) -> [SandboxAttempt] {
        do throws(FontFetcher.Failure) {
            return try await fetcher.selfTest()
        } catch {
            throw FontError(error)
        }
    }

    /// Cancels all downloads and rejects new ones.
    package func close() { fetcher.shutdown() }
}

extension FontError {
    /// Creates the error for the caller that requested the font.
    fileprivate init(_ failure: FontFetcher.Failure) {
        self =
            switch failure {
            case .fetch(let failure): FontError(failure)
            case .service(let failure): failure
            case .cancelled: FontError(.cancelledByUser, "The caller has cancelled the download.")
            }
    }
}
