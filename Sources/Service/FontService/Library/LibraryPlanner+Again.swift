internal import FontModel
internal import Registry

/// What is registered already and registered again, with its bytes or without them.
extension LibraryPlanner {
    /// Registers bytes again that the requester has registered before.
    ///
    /// A program's call says how the font is to be from now on, but for what the user decided. What the user installs
    /// changes in what was asked for in so many words alone: a scope is left as it is, so that nothing that is there for
    /// good leaves with the session.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - position: Which of the content's registrations it is.
    ///   - entry: The content.
    ///   - options: How it is to be registered.
    ///   - requester: In whose name.
    /// - Returns: The registration.
    /// - Throws: Why it cannot be enabled.
    mutating func registerAgain(
        _ candidate: FontCandidate, at position: Int, of entry: PlannedLibrary.Entry, _ options: RegistrationOptions,
        for requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var entry = entry
        let digest = candidate.digest
        var registration = entry.registrations[position]
        // A program registers its fonts at each start; that must not undo what the user decided.
        let isKeptAway = registration.isDisabledByUser || registration.departure?.reason == .user
        // A font on lease must not be enabled for good.
        if let token = options.sessionToken, LeaseService.isLease(token), !registration.isEnabled {
            if requester == .user {
                throw FontError(
                    .registrationFailed,
                    "The font is installed and disabled. Enable it with typecase enable, or uninstall it first.")
            }
            if options.isEnabled, !isKeptAway, !registration.isLeased, registration.departure == nil {
                throw FontError(
                    .registrationFailed,
                    "The font is registered and disabled. Enable it with SetEnabled, or unregister it first.")
            }
        }
        let isWanted = options.isEnabled && (!isKeptAway || requester == .user)
        // The system may have got a font of its names since it was granted.
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
            // What its provider registers again is there again, whatever was found of the provider.
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
            // For most programs it comes or goes.
            if registration.isEnabled, !becomesEnabled {
                log(visibility == .session ? .enabled : .disabled, registration, requester)
            }
        }
        // What gives no mark leaves the one that is there.
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

    /// Registers again what is registered, without its bytes, in the scope and state of the options.
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
