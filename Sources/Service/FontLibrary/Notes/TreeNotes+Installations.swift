package import FontModel

/// The evidence that providers are installed, by provider.
package typealias ProviderInstallations = [ProviderIdentifier: [InstallationEvidence]]

/// The note of the evidence that providers are installed.
///
/// It serves a registry that is lost. If a provider is removed at the same time, nothing else records that it was ever
/// installed, and its fonts would remain.
extension TreeNotes {
    /// Reads the note; the result is empty if there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if the note cannot be decoded, or an error if it could not be
    ///   read.
    package func readInstallations() throws(FontError) -> ProviderInstallations {
        try readNote(InstallationsNote.self)?.installations ?? [:]
    }

    /// Writes the note durably and in one step, or removes it if there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter installations: The evidence in the registry.
    /// - Throws: An error if the note could not be written; the old note then remains.
    package func writeInstallations(_ installations: ProviderInstallations) throws(FontError) {
        let installations = installations.filter { !$0.value.isEmpty }
        try writeNote(installations.isEmpty ? nil : InstallationsNote(installations))
    }
}

/// The format of the file.
private struct InstallationsNote: StoreNote {
    static let fileName = "providers.json"
    /// The largest note that is read, in bytes: some 10,000 providers.
    static let limit = 4 << 20

    struct Entry: Codable {
        var kind: String
        var files: [File]
    }

    struct File: Codable {
        var path: String
        var mountPoint: String
        /// In hexadecimal digits, because JSON numbers cannot be that large.
        var fileSystem: String

        enum CodingKeys: String, CodingKey {
            case path
            case mountPoint = "mount_point"
            case fileSystem = "file_system"
        }
    }

    /// The longest path in bytes, as in the registry.
    private static let pathLimit = 4096

    var version: Int
    var providers: [String: [Entry]]

    init(_ installations: ProviderInstallations) {
        version = Self.currentVersion
        providers = Dictionary(
            installations.map { provider, evidence in
                (
                    provider.rawValue,
                    evidence.map { evidence in
                        Entry(
                            kind: evidence.kind.rawValue,
                            files: evidence.files.map {
                                File(
                                    path: $0.path, mountPoint: $0.mountPoint,
                                    fileSystem: String($0.fileSystem, radix: 16))
                            })
                    }
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The valid evidence in the note; a file that somebody edited may contain anything.
    var installations: ProviderInstallations {
        var found: ProviderInstallations = [:]
        for (provider, entries) in providers {
            guard let provider = ProviderIdentifier(rawValue: provider) else { continue }
            let evidence = entries.compactMap { entry -> InstallationEvidence? in
                let files = entry.files.compactMap { file -> InstallationEvidence.File? in
                    guard let number = UInt64(file.fileSystem, radix: 16), Self.isPath(file.path),
                        Self.isPath(file.mountPoint)
                    else { return nil }
                    return InstallationEvidence.File(
                        path: file.path, mountPoint: file.mountPoint, fileSystem: number)
                }
                guard let kind = InstallationEvidence.Kind(rawValue: entry.kind), !files.isEmpty,
                    files.count == entry.files.count
                else { return nil }
                return InstallationEvidence(kind, files: files)
            }
            if !evidence.isEmpty { found[provider] = evidence }
        }
        return found
    }

    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text.utf8.count <= pathLimit && !text.utf8.contains(0)
    }
}
