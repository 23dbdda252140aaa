package import FetchClient
package import FetchProtocol
package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import Policy
package import WorkerProtocol

/// Has fonts fetched from the web for those who may have it done.
package struct DownloadService: Sendable {
    private let fetcher: FontFetcher
    private let rights: RightsService
    private let intake: FontIntake
    private let work: WorkInProgress
    /// For each of the files that are fetched at a time: a server can take ten minutes for one.
    private let slots = FairSlots(count: FontFetcher.filesAtOnce)

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - fetcher: Who has them fetched.
    ///   - rights: Who knows who may.
    ///   - intake: Who examines what came.
    ///   - work: Where it is noted that something is being fetched.
    package init(
        fetcher: FontFetcher, rights: RightsService, intake: FontIntake, work: WorkInProgress
    ) {
        self.fetcher = fetcher
        self.rights = rights
        self.intake = intake
        self.work = work
    }

    /// Makes sure, before anything is fetched, that a caller may have it fetched.
    ///
    /// - Parameters:
    ///   - address: The address of a font.
    ///   - caller: Who wants it.
    /// - Returns: What to fetch.
    /// - Throws: `invalidFilePath` for what is no address to fetch from, `missingEntitlement` also for one of the local
    ///   network.
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

    /// Makes sure, before it is fetched, that a provider may have a resource of its manifest fetched.
    ///
    /// - Parameters:
    ///   - address: The address in the manifest.
    ///   - replacement: The address that the user has put in its place, on any server; `nil` for none.
    ///   - size: The bytes that the manifest declares; `nil` where it does not say.
    ///   - caller: Who wants it.
    /// - Returns: What to fetch.
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

    /// Does all that somebody waits for who wants a font of the web, and keeps the process there meanwhile.
    package func serving<Value>(_ body: () async -> Value) async -> Value { await work.during(.downloads, body) }

    /// Fetches a font.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - digest: The SHA-256 that it must have; `nil` for any.
    ///   - provider: Whose turn it counts as.
    ///   - onProgress: Takes how far it has come, a few times a second.
    /// - Returns: The bytes, which nobody has examined yet.
    /// - Throws: Why there are none; `cancelledByUser` where the task is cancelled.
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
                "The file at \(request.address) is not the one that was asked for: its SHA-256 is "
                    + "\(font.digest.hexadecimal), and \(digest?.hexadecimal ?? "") was expected.",
                obstacle: .otherBytes)
        }
        return font
    }

    /// Makes sure that a font that was fetched can be used by whoever gets it.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - provider: Whose turn it counts as.
    /// - Throws: Why nobody is to have it.
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

    /// What the process that fetches fonts finds denied to it.
    ///
    /// - Throws: Why it could not be asked.
    package func confinement() async throws(FontError) -> [SandboxAttempt] {
        do throws(FontFetcher.Failure) {
            return try await fetcher.selfTest()
        } catch {
            throw FontError(error)
        }
    }

    /// Breaks off what is being fetched, and fetches nothing any more.
    package func close() { fetcher.shutdown() }
}

extension FontError {
    /// What it means to whoever wanted the font.
    fileprivate init(_ failure: FontFetcher.Failure) {
        self =
            switch failure {
            case .fetch(let failure): FontError(failure)
            case .service(let failure): failure
            case .cancelled: FontError(.cancelledByUser, "The caller has given it up.")
            }
    }
}
