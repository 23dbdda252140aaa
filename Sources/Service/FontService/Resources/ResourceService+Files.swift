internal import FontLibrary
package import FontModel
package import LinuxSystem
internal import ProviderManifests
internal import SystemPackage

extension ResourceService {
    /// Opens files of a manifest for requests or registrations of fonts, downloading the missing ones.
    ///
    /// - Parameters:
    ///   - digests: The SHA-256 of each file, as declared in the manifest.
    ///   - caller: The provider of the manifest.
    ///   - onProgress: Receives the number of bytes downloaded so far.
    /// - Returns: The file for each digest, in order, or the reason why it is not available.
    package func files(
        _ digests: [FontDigest], of caller: CallerIdentity,
        onProgress: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }
    ) async -> [Result<OwnedFileDescriptor, FontError>] {
        for digest in digests { holds[digest, default: 0] += 1 }
        work.begin(.resources)
        defer {
            for digest in digests { letGo(of: digest) }
            work.end(.resources)
        }
        do throws(FontError) {
            let catalog = try await reading { [catalogs] in
                Result { () throws(FontError) in try catalogs.catalog(of: caller) }
            }.get()
            let known = Dictionary(catalog.resources.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
            let resources = Set(digests).compactMap { known[$0] }
            let present = try await reading { [localFiles] in localFiles.open(resources, below: catalog.directory) }
            let missing = resources.filter { present[$0.digest] == nil }
            let progress = ResourceProgress(of: missing) { done, _ in onProgress(done) }
            var failures: [FontDigest: FontError] = [:]
            await withTaskGroup(of: (FontDigest, FontError?).self) { group in
                for (index, resource) in missing.enumerated() {
                    group.addTask {
                        do throws(FontError) {
                            try await self.fetch(resource, of: catalog, for: caller, priority: LoadingPriority(1)) {
                                progress.note($0, of: index)
                            }
                            return (resource.digest, nil)
                        } catch {
                            return (
                                resource.digest,
                                FontError(error.code, "\(resource.file): \(error.message)", obstacle: error.obstacle)
                            )
                        }
                    }
                }
                for await (digest, failure) in group { failures[digest] = failure }
            }
            let fetched = try await reading { [localFiles] in localFiles.open(missing, below: catalog.directory) }
            return digests.map { digest in
                if let file = present[digest] ?? fetched[digest] { return .success(file) }
                return .failure(
                    failures[digest]
                        ?? FontError(.assetNotFound, "The manifest of \(caller.provider) declares no such file."))
            }
        } catch {
            return digests.map { _ in .failure(error) }
        }
    }

    /// Copies a file of a manifest, downloading it if it is missing.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 that the manifest declares.
    ///   - caller: The provider of the manifest.
    /// - Returns: The bytes.
    /// - Throws: `assetNotFound` if the manifest does not declare the file; otherwise the reason why it is not
    ///   available.
    package func obtain(_ digest: FontDigest, of caller: CallerIdentity) async throws(FontError) -> SealedMemory {
        let file = try await files([digest], of: caller)[0].get()
        return try await reading {
            Result { () throws(FontError) in try ResourceFiles.copy(file, of: "The file", digest) }
        }.get()
    }
}
