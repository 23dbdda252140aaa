internal import FontModel
internal import Registry

/// Registers fonts again that are registered already, with or without their bytes.
extension LibraryPlanner {
    /// Registers bytes again that the requester registered before.
    ///
    /// A program's call determines the new state of the font, except where the user has decided. If the user installs a
    /// font again, only explicitly requested properties change. The scope is kept, so that a persistent font does not
    /// end with the session.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - position: The index of the registration among those of the content.
    ///   - entry: The content.
    ///   - options: The options of the registration.
    ///   - requester: The requester on whose behalf the font is registered.
    /// - Returns: The registration.
    /// - Throws: An error if the font cannot be enabled.
    mutating func registerAgain(
        _ candidate: FontCandidate, at position: Int, of entry: PlannedLibrary.Entry, _ options: RegistrationOptions,
        for requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var entry = entry
        let digest = candidate.digest
        var registration = entry.registrations[position]
        // A program registers its fonts at each start, which must not undo the user's decision.
        let isKeptAway = registration.isDisabledByUser || registration.departure?.reason == .user
        // A leased font must not be enabled permanently.
        if let token = options.sessionToken, LeaseService.isLease(token), !registration.isEnabled {
            if requester == .user {
                throw FontError(
                    .registrationFailed,
                    "The font is installed but disabled. Enable it with 'typecase enable', or uninstall it first.")
            }
            if options.isEnabled, !isKeptAway, !registration.isLeased, registration.departure == nil {
                throw FontError(
                    .registrationFailed,
                    "The font is registered but disabled. Enable it with SetEnabled, or unregister it first.")
            }
        }
        let isWanted = options.isEnabled && (!isKeptAway || requester == .user)
        // A system font with one of its names may have been installed since the font was granted.
        let wasGranted = registration.isEnabled && registration.visibility == .granted
        let isShown = wasGranted && options.visibility == .session
        if isShown || isWanted && (!registration.isEnabled || entry.isQuarantined) {
            try checkSight(
                of: entry, digest, for: registration.provider, replacing: options.replacedFiles)
        }
        let becomesEnabled = isWanted && !registration.isEnabled
        let becomesDisabled =
            requester == .user && !options.isEnabled && !options.keepsRegistered && registration.isEnabled
        let returns = registration.departure.map { requester == .user || $0.reason != .user } ?? false
        let isRestored = entry.isQuarantined || returns
        if requester != .user || options.scope == registration.scope || returns { registration.renew(with: options) }
        if returns {
            // A font that its provider registers again is no longer set aside, no matter what was recorded about the
            // provider.
            registration.departure = nil
            if !becomesEnabled { log(.disabled, registration, requester) }
        }
        if becomesEnabled {
            registration.isEnabled = true
            registration.isDisabledByUser = false
            log(.enabled, registration, requester)
        } else if becomesDisabled {
            registration.isEnabled = false
            registration.isDisabledByUser = true
            log(.disabled, registration, requester)
        }
        if let visibility = options.visibility, visibility != registration.visibility {
            registration.visibility = visibility
            // For most programs, the font appears or disappears.
            if registration.isEnabled, !becomesEnabled {
                log(visibility == .session ? .enabled : .disabled, registration, requester)
            }
        }
        // If a call has no tag, the existing tag is kept.
        registration.userInfo = options.userInfo ?? registration.userInfo
        entry.registrations[position] = registration
        if entry.isQuarantined {
            logReturn(of: entry, but: becomesEnabled || becomesDisabled ? registration.id : nil, requester)
        }
        entry.release(with: candidate)
        library.update(digest, entry)
        return RegistrationResult(
            id: registration.id, faces: candidate.faces, scope: registration.scope, isEnabled: registration.isEnabled,
            wasAlreadySo: true,
            stateChange: becomesDisabled ? .disabled : isRestored ? .restored : becomesEnabled ? .enabled : nil,
            warnings: candidate.warnings + (registration.isEnabled ? library.warnings(about: entry.faces, digest) : []))
    }

    /// Registers a registered font again, without its bytes, in the scope and state of the options.
    mutating func registerKnown(
        _ id: FontIdentifier, _ options: RegistrationOptions, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var (digest, entry, position) = try library.find(id, for: requester)
        var registration = entry.registrations[position]
        try Self.checkIsThere(registration)
        if options.isEnabled, !registration.isEnabled || entry.isQuarantined {
            try checkMayEnable(registration, of: entry, digest, by: requester)
            registration.isEnabled = true
            registration.isDisabledByUser = false
            if requester == .user { remembered.forget(on: entry, of: registration.provider) }
            log(.enabled, registration, requester)
        }
        registration.renew(with: options)
        let wasAlreadySo = registration == entry.registrations[position]
        entry.registrations[position] = registration
        library.update(digest, entry)
        return RegistrationResult(
            id: id, scope: registration.scope, isEnabled: registration.isEnabled, wasAlreadySo: wasAlreadySo)
    }
}
