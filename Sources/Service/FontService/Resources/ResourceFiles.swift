internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import ProviderManifests

/// The files of resources on the machine: those that were downloaded, and those that came with their providers.
///
/// All methods block.
struct ResourceFiles: Sendable {
    /// The store of downloaded files.
    let store: AssetStore

    /// The resources that are missing on the machine; the others are marked as used now.
    ///
    /// - Parameters:
    ///   - resources: Resources of one provider.
    ///   - directory: The provider's directory of assets.
    /// - Returns: The resources in their order.
    func absent(among resources: [ProviderResource], below directory: String) -> [ProviderResource] {
        let assets = try? ConfinedDirectory(path: directory)
        return resources.filter { resource in
            if let entry = resource.entries.first(where: store.contains) {
                store.touch(entry)
                return false
            }
            return (try? assets?.file(resource.file.parts)) == nil
        }
    }

    /// Opens the files that are on the machine.
    ///
    /// Damaged files of the store are removed and count as missing.
    ///
    /// - Parameters:
    ///   - resources: Resources of one provider.
    ///   - directory: The provider's directory of assets.
    /// - Returns: The files by their digests; files from the directory of assets may contain other bytes.
    func open(
        _ resources: [ProviderResource], below directory: String
    ) -> [FontDigest: OwnedFileDescriptor] {
        let assets = try? ConfinedDirectory(path: directory)
        var files: [FontDigest: OwnedFileDescriptor] = [:]
        for resource in resources {
            for entry in resource.entries where files[resource.digest] == nil {
                guard let file = store.open(entry) else { continue }
                if (try? FileDigest.of(file)) == resource.digest {
                    store.touch(entry)
                    files[resource.digest] = file
                } else {
                    try? store.remove(entry)
                }
            }
            if files[resource.digest] == nil {
                files[resource.digest] = try? assets?.file(resource.file.parts)
            }
        }
        return files
    }

    /// Copies a file that is on the machine.
    ///
    /// - Parameters:
    ///   - resource: The file.
    ///   - directory: The provider's directory of assets.
    /// - Returns: The bytes.
    /// - Throws: `assetNotFound` if it is missing, `corrupt` if its bytes differ from those that the manifest declares.
    func bytes(of resource: ProviderResource, below directory: String) throws(FontError) -> SealedMemory {
        let entry = resource.entries.first(where: store.contains)
        guard
            let file = entry.flatMap(store.open)
                ?? (try? ConfinedDirectory(path: directory).file(resource.file.parts))
        else {
            throw FontError(.assetNotFound, "\(resource.file) is not on the machine any more.")
        }
        do throws(FontError) {
            return try Self.copy(file, of: resource.file.text, resource.digest)
        } catch {
            // A damaged file is removed, so that it is downloaded again.
            if error.code == .corrupt, let entry { try? store.remove(entry) }
            throw error
        }
    }

    /// Copies a file after checking that its bytes match the manifest.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: The name of the file in messages.
    ///   - digest: The SHA-256 that the manifest declares.
    /// - Returns: The bytes.
    /// - Throws: `corrupt` if the bytes differ.
    static func copy(
        _ file: OwnedFileDescriptor, of name: String, _ digest: FontDigest
    ) throws(FontError) -> SealedMemory {
        let memory: SealedMemory
        do throws(SealedMemory.Failure) {
            memory = try SealedMemory(copying: file, limit: FontLimits.fileSizeOfPrograms)
        } catch {
            switch error {
            case .tooLarge(let limit): throw FontError(.exceededResourceLimit, "\(name) has more than \(limit) bytes.")
            case .system(let errno): throw FontError(errno, while: "read \(name)")
            }
        }
        guard memory.digest == digest else {
            throw FontError(
                .corrupt,
                "\(name) has the SHA-256 \(memory.digest.hexadecimal), and its manifest declares \(digest.hexadecimal)."
            )
        }
        return memory
    }
}
