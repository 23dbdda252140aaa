internal import FontModel
internal import LinuxSystem
internal import Registry

/// Sets registrations aside when their provider is uninstalled, and brings them back with it.
///
/// A registration that is set aside is disabled, keeps its bytes in the store, and records its earlier state.
extension LibraryPlanner {
    /// Sets a registration aside.
    mutating func setAside(
        _ id: FontIdentifier, _ reason: Departure.Reason, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var (digest, entry, position) = try library.find(id, for: requester)
        var registration = entry.registrations[position]
        if let departure = registration.departure {
            // A change of the provider's installation does not override the user's decision, and the time continues to
            // count.
            guard departure.reason != reason, departure.reason != .user else {
                return RegistrationResult(id: id, isEnabled: false, wasAlreadySo: true)
            }
        } else {
            log(.removed, registration, requester, as: .setAside)
        }
        registration.departure = Departure(
            reason, time: WallClock.secondsSince1970,
            wasEnabled: registration.departure?.wasEnabled ?? registration.isEnabled)
        registration.isEnabled = false
        entry.registrations[position] = registration
        library.update(digest, entry)
        return RegistrationResult(id: id, isEnabled: false)
    }

    /// Brings back a registration that is set aside.
    mutating func bringBack(_ id: FontIdentifier, by requester: Requester) throws(FontError) -> RegistrationResult {
        var (digest, entry, position) = try library.find(id, for: requester)
        var registration = entry.registrations[position]
        guard let departure = registration.departure else {
            return RegistrationResult(id: id, isEnabled: registration.isEnabled, wasAlreadySo: true)
        }
        registration.departure = nil
        registration.isEnabled =
            departure.wasEnabled && !entry.isQuarantined
            && areNamesFree(of: entry, digest, for: registration.provider)
        log(registration.isEnabled ? .added : .disabled, registration, requester, as: .broughtBack)
        entry.registrations[position] = registration
        library.update(digest, entry)
        return RegistrationResult(id: id, isEnabled: registration.isEnabled)
    }

    /// Refuses to change a registration that is set aside.
    static func checkIsThere(_ registration: RegistrationRecord) throws(FontError) {
        guard registration.departure == nil else {
            throw FontError(
                .notRegistered,
                "The font was removed with its provider. To restore it, run 'typecase provider restore "
                    + "\(registration.provider)'."
            )
        }
    }

    private func areNamesFree(
        of entry: PlannedLibrary.Entry, _ digest: FontDigest, for provider: ProviderIdentifier
    ) -> Bool {
        do throws(FontError) {
            try checkSight(of: entry, digest, for: provider)
            return true
        } catch {
            return false
        }
    }
}
