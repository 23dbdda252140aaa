package import FontModel
package import LinuxSystem

extension RegistrationService {
    /// What fonts are called that somebody offers, for people; nothing of them is kept.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: Who offers them.
    /// - Returns: The full names of the faces of those that are sound, each once.
    package func names(of fonts: [OwnedFileDescriptor], for provider: ProviderIdentifier) async -> [String] {
        var names: [String] = []
        await intake.withCandidates(of: fonts, for: provider) { group in
            for item in group {
                guard case .success(let candidate) = item.candidate else { continue }
                for name in candidate.faces.map(\.fullName) where !names.contains(name) { names.append(name) }
            }
        }
        return names
    }
}
