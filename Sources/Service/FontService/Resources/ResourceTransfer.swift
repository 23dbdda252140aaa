internal import FetchClient
internal import FetchProtocol
internal import FontModel
internal import LinuxSystem

/// Downloads a file from the server in its manifest, or from the server with which the user replaced it.
struct ResourceTransfer: Sendable {
    /// A request for a server.
    struct Request: Sendable {
        /// The request, with the user's secret if there is one for it.
        let fetch: FetchRequest
        /// Why no secret can be sent, and what to do about it.
        ///
        /// It is `nil` if a secret is sent, or if the server requires none.
        let missingCredential: String?
    }

    /// The service that downloads files.
    let downloads: DownloadService
    /// The user's file with replacements for servers; `nil` if there is no location for it.
    let mappingsPath: String?
    /// Looks up the credentials that servers require.
    let credentials: ResourceCredential.Search
    /// The thread pool for blocking work.
    let threads: BlockingThreads

    /// The servers that the user has replaced with others.
    func mappings() async -> ServerMappings {
        (try? await threads.run { [mappingsPath] in ServerMappings(path: mappingsPath) }) ?? ServerMappings(path: nil)
    }

    /// Checks that a file may be downloaded on behalf of a caller.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - address: The file's address in its manifest.
    ///   - caller: The caller on whose behalf the file is downloaded.
    /// - Throws: The reason why it may not be downloaded.
    func checkRights(
        to resource: ProviderResource, at address: String, for caller: CallerIdentity
    ) async throws(FontError) {
        let replacement = await mappings().replacement(of: address)
        _ = try downloads.request(address, replacement: replacement, size: resource.size, for: caller)
    }

    /// Creates the request for a file.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - address: The file's address in its manifest.
    ///   - caller: The caller on whose behalf the file is downloaded.
    /// - Returns: The request.
    /// - Throws: The reason why no request can be sent to the server.
    func request(
        for resource: ProviderResource, at address: String, for caller: CallerIdentity
    ) async throws(FontError) -> Request {
        let replacement = await mappings().replacement(of: address)
        var request = try downloads.request(address, replacement: replacement, size: resource.size, for: caller)
        // A server that replaces another is for development, and is never sent secrets.
        let missing = replacement == nil ? try await authorize(&request, for: resource) : nil
        return Request(fetch: request, missingCredential: missing)
    }

    /// Downloads a file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - resource: The file.
    ///   - onProgress: Receives the number of bytes downloaded so far.
    /// - Returns: The bytes, which match the SHA-256 in the manifest.
    /// - Throws: The reason why they are not available; if a secret is missing, what to do about it.
    func fetch(
        _ request: Request, of resource: ProviderResource, _ onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FontError) -> SealedMemory {
        do throws(FontError) {
            return try await downloads.serving {
                await Result { () async throws(FontError) in
                    try await downloads.fetch(request.fetch, pinned: resource.digest, for: resource.provider) {
                        onProgress($0.done)
                    }
                }
            }.get()
        } catch {
            guard error.obstacle == .refusal, let missing = request.missingCredential else { throw error }
            throw FontError(error.code, "\(error.message) \(missing)", obstacle: .refusal)
        }
    }

    /// Adds the user's secret to a request if the manifest names one.
    ///
    /// - Returns: Why no secret can be sent, and what to do about it; `nil` if a secret is sent, or if the server
    ///   requires none.
    /// - Throws: The reason why the secret cannot be sent to the server.
    private func authorize(
        _ request: inout FetchRequest, for resource: ProviderResource
    ) async throws(FontError) -> String? {
        guard let name = resource.credential else { return nil }
        let credential = ResourceCredential(
            provider: resource.provider, name: name, server: request.address.server)
        switch await credentials(credential) {
        case .none(let reason): return reason
        case .authorization(let text):
            do throws(FetchFailure) { try request.authorize(text) } catch { throw FontError(error) }
            return nil
        }
    }
}
