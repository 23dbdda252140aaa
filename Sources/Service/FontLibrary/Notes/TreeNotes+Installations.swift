package import FontModel

/// What showed that providers are installed, by the providers.
package typealias ProviderInstallations = [ProviderIdentifier: [InstallationEvidence]]

/// The note of what showed that providers are installed, for a registry that is lost.
///
/// Without it nobody would know of a provider that is removed as well that it was ever there, and its fonts would stay.
extension TreeNotes {
    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readInstallations() throws(FontError) -> ProviderInstallations {
        try readNote(InstallationsNote.self)?.installations ?? [:]
    }

    /// Writes the note anew, durably and in one step; removes it where there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter installations: What the registry has.
    /// - Throws: What kept it from being written; then the old one is there.
    package func writeInstallations(_ installations: ProviderInstallations) throws(FontError) {
        let installations = installations.filter { !$0.value.isEmpty }
        try writeNote(installations.isEmpty ? nil : InstallationsNote(installations))
    }
}

/// The form of the file.
private struct InstallationsNote: StoreNote {
    static let fileName = "providers.json"
    /// The most bytes of the note that are read: some 10,000 providers.
    static let limit = 4 << 20

    struct Entry: Codable {
        var kind: String
        var files: [File]
    }

    struct File: Codable {
        var path: String
        var mountPoint: String
        /// In hexadecimal digits: numbers of JSON are not that large.
        var fileSystem: String

        enum CodingKeys: String, CodingKey {
            case path
            case mountPoint = "mount_point"
            case fileSystem = "file_system"
        }
    }

    /// The most bytes of a path, as the registry has it.
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

    /// What it says, as far as it can be so: a file that somebody edited may hold anything.
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
