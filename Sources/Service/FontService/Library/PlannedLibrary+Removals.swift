internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

extension PlannedLibrary {
    /// A removed registration that can be restored.
    struct Removal {
        let registration: RegistrationRecord
        let reason: RemovedFont.Reason

        /// Creates a removal; `nil` if the registration cannot be restored.
        ///
        /// Only removals by the user, or by changes of the tree, can be restored. A program decides for itself what it
        /// removes, and a registration for a session ends with it.
        init?(_ registration: RegistrationRecord, _ reason: RemovedFont.Reason, by requester: Requester) {
            guard registration.scope == .persistent, requester == .user || requester == .tree else { return nil }
            self.registration = registration
            self.reason = reason
        }
    }
}

extension PlannedLibrary.Entry {
    /// The note of the content among the removed fonts; `nil` if its bytes are not kept.
    var removed: RemovedFont? {
        registrations.isEmpty ? removal.flatMap { removed($0.registration, because: $0.reason) } : nil
    }

    /// Returns the note of the content for the removal of one of its registrations.
    func removed(
        _ registration: RegistrationRecord, because reason: RemovedFont.Reason, lostDirectory: Bool = false
    ) -> RemovedFont? {
        guard let initial, let fileName = FontFileName(rawValue: initial.fileName) else { return nil }
        return RemovedFont(
            digest: initial.digest, fileName: fileName, size: initial.size,
            names: faces.map {
                RemovedFont.Name(postscriptName: $0.postscriptName, family: $0.family, style: $0.styleName)
            },
            provider: registration.provider, userInfo: registration.userInfo, visibility: registration.visibility,
            wasEnabled: registration.departure?.wasEnabled ?? registration.isEnabled, reason: reason,
            time: WallClock.secondsSince1970, lostDirectory: lostDirectory)
    }
}
