internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

extension PlannedLibrary {
    /// A registration that leaves and can be brought back.
    struct Removal {
        let registration: RegistrationRecord
        let reason: RemovedFont.Reason

        /// A registration that is uninstalled; `nil` where it cannot be brought back.
        static func uninstalling(_ registration: RegistrationRecord, by requester: Requester) -> Removal? {
            canRestore(registration, removedBy: requester)
                ? Removal(registration: registration, reason: .uninstalled) : nil
        }

        /// A registration that another version of its font replaces; `nil` where it cannot be brought back.
        static func replacing(_ registration: RegistrationRecord, by requester: Requester) -> Removal? {
            canRestore(registration, removedBy: requester)
                ? Removal(registration: registration, reason: .replaced) : nil
        }

        /// Whether a registration can be brought back: the user's own, and what the user removes of others.
        ///
        /// A program decides for itself what it removes, and what was registered for a session ends with it.
        private static func canRestore(_ registration: RegistrationRecord, removedBy requester: Requester) -> Bool {
            registration.scope == .persistent && (requester == .user || requester == .tree)
        }
    }
}

extension PlannedLibrary.Entry {
    /// What is noted of the content among the removed fonts; `nil` where its bytes are not kept.
    ///
    /// - Parameter fileName: The name that it was published under.
    /// - Returns: The note.
    func removed(from fileName: String) -> RemovedFont? {
        guard registrations.isEmpty, let removal, let initial, let fileName = FontFileName(rawValue: fileName) else {
            return nil
        }
        let registration = removal.registration
        return RemovedFont(
            digest: initial.digest, fileName: fileName, size: initial.size,
            names: faces.map { RemovedFont.Name(postscriptName: $0.postscriptName, family: $0.family) },
            provider: registration.provider, userInfo: registration.userInfo, visibility: registration.visibility,
            wasEnabled: registration.departure?.wasEnabled ?? registration.isEnabled, reason: removal.reason,
            time: WallClock.secondsSince1970)
    }
}
