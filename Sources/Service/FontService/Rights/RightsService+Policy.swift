internal import Policy

extension RightsService {
    /// How much room the files that were fetched for providers may take.
    package var resourceSpace: ResourceSpace {
        let rule = knownPolicy?.resourceSpace
        let usual = ResourceSpace()
        return ResourceSpace(bytes: rule?.bytes ?? usual.bytes, freeBytes: rule?.freeBytes ?? usual.freeBytes)
    }

    /// Why no packages are installed for programs that request fonts; `nil` where they are, once the user agrees.
    package var packageRefusal: String? {
        guard let known = knownPolicy, known.failures.isEmpty else {
            return "A part of the policy cannot be read: typecase status says which."
        }
        guard let rule = known.packages, !rule.isAllowed else { return nil }
        return "\(rule.origin.path) does not allow programs to have packages installed."
    }
}
