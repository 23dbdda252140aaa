package import FontModel
internal import Policy
package import Registry

extension RightsService {
    /// The space that downloaded files for providers may take.
    package var resourceSpace: ResourceSpace {
        let rule = knownPolicy?.resourceSpace
        let usual = ResourceSpace()
        return ResourceSpace(bytes: rule?.bytes ?? usual.bytes, freeBytes: rule?.freeBytes ?? usual.freeBytes)
    }

    /// Why no packages are installed for programs that request fonts; `nil` if they are, once the user agrees.
    package var packageRefusal: String? {
        guard let known = knownPolicy, known.failures.isEmpty else {
            return "A part of the policy cannot be read: typecase status says which."
        }
        guard let rule = known.packages, !rule.isAllowed else { return nil }
        return "\(rule.origin.path) does not allow programs to have packages installed."
    }

    /// Returns how much a provider may register.
    ///
    /// - Parameter provider: The provider, with the quota that its manifest requests.
    /// - Returns: The limits and their sources.
    package func allowance(of provider: ProviderRecord) -> FontAllowance {
        allowance(of: provider.id, wishing: provider.quotaWish)
    }

    /// Returns how much a provider may register, with a given quota request.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - wish: The quota that its manifest requests.
    /// - Returns: The limits and their sources.
    package func allowance(
        of provider: ProviderIdentifier, wishing wish: FontQuota = FontQuota()
    ) -> FontAllowance {
        (knownPolicy ?? RightsPolicy()).allowance(of: provider, wishing: wish)
    }
}
