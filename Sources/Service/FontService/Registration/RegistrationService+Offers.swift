package import FontModel
package import LinuxSystem

extension RegistrationService {
    /// What fonts are that somebody offers; nothing of them is kept.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - provider: Who offers them.
    /// - Returns: Those that are sound.
    package func offers(of fonts: [OwnedFileDescriptor], for provider: ProviderIdentifier) async -> [OfferedFont] {
        var offers: [OfferedFont] = []
        await intake.withCandidates(of: fonts, for: provider) { group in
            for item in group {
                if case .success(let candidate) = item.candidate { offers.append(OfferedFont(candidate)) }
            }
        }
        return offers
    }
}
