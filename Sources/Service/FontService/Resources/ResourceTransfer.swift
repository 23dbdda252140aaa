internal import FetchClient
internal import FetchProtocol
internal import FontModel
internal import LinuxSystem

/// Has one file fetched from the server of its manifest, or from the one that the user puts in its place.
struct ResourceTransfer: Sendable {
    /// A request for a server.
    struct Request: Sendable {
        /// The request, with the user's secret where there is one for it.
        let fetch: FetchRequest
        /// Why there is no secret to show, and what to do; `nil` where there is, or the server wants none.
        let missingCredential: String?
    }

    /// The service that has files fetched.
    let downloads: DownloadService
    /// The user's file of servers in the place of others; `nil` where there is no place for it.
    let mappingsPath: String?
    /// Looks up what servers give files for.
    let credentials: ResourceCredential.Search
    /// Where blocking work runs.
    let threads: BlockingThreads

    /// The servers that the user has put in the place of others.
    func mappings() async -> ServerMappings {
        (try? await threads.run { [mappingsPath] in ServerMappings(path: mappingsPath) }) ?? ServerMappings(path: nil)
    }

    /// Makes sure that a file may be fetched in the name of a caller.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - address: Where its manifest says that it is.
    ///   - caller: In whose name it is fetched.
    /// - Throws: Why it may not.
    func checkRights(
        to resource: ProviderResource, at address: String, for caller: CallerIdentity
    ) async throws(FontError) {
        let replacement = await mappings().replacement(of: address)
        _ = try downloads.request(address, replacement: replacement, size: resource.size, for: caller)
    }

    /// Makes the request for a file.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - address: Where its manifest says that it is.
    ///   - caller: In whose name it is fetched.
    /// - Returns: The request.
    /// - Throws: Why the server cannot be asked.
    func request(
        for resource: ProviderResource, at address: String, for caller: CallerIdentity
    ) async throws(FontError) -> Request {
        let replacement = await mappings().replacement(of: address)
        var request = try downloads.request(address, replacement: replacement, size: resource.size, for: caller)
        // A server that the user put in its place is for development, and is shown no secrets.
        let missing = replacement == nil ? try await authorize(&request, for: resource) : nil
        return Request(fetch: request, missingCredential: missing)
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - resource: The file.
    ///   - onProgress: Takes how many bytes are here.
    /// - Returns: Its bytes, which are those of the manifest.
    /// - Throws: Why they cannot be had, with what to do where a secret is missing.
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

    /// Adds the user's secret to a request, where the manifest names one.
    ///
    /// - Returns: Why there is none to show, and what to do; `nil` where there is, or the server wants none.
    /// - Throws: Why the secret cannot be shown to a server.
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
