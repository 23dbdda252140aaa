package import FontModel
package import LinuxSystem

extension RegistrationService {
    /// Examines offered fonts without keeping them.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: The provider that offers them.
    /// - Returns: The valid fonts.
    package func offers(of fonts: [OwnedFileDescriptor], for provider: ProviderIdentifier) async -> [OfferedFont] {
        var offers: [OfferedFont] = []
        await intake.withCandidates(of: fonts, for: provider) { group in
            for item in group {
                guard case .success(let candidate) = item.candidate else { continue }
                let preview = intake.preview(of: fonts[item.position], for: candidate, by: provider)
                offers.append(OfferedFont(candidate, preview: preview))
            }
        }
        return offers
    }
}
