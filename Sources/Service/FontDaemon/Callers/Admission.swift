internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// Ensures that callers have the rights that their calls need, and asks the user if nothing else decides.
struct Admission: Sendable {
    let callers: CallerDirectory
    let tasks: CallerTasks
    let rights: RightsService
    let consent: ConsentService
    let registrations: RegistrationService

    /// Returns the caller as a requester that may change its own fonts.
    func requester(of call: BusMethodCall) async throws(BusError) -> Requester {
        Self.requester(try await callers.identity(of: call.sender))
    }

    /// Returns the caller as a requester that may add fonts.
    ///
    /// - Parameters:
    ///   - call: The call, which waits while the user is asked.
    ///   - fonts: The fonts of the call, whose names are shown to the user.
    ///   - remote: The font to download for the call; `nil` for none.
    ///   - options: The options of the call.
    /// - Returns: The requester for which the fonts are added.
    /// - Throws: `MissingEntitlement` or `CancelledByUser` if the caller may not add fonts, or an error if this could
    ///   not be determined.
    func provider(
        of call: BusMethodCall, adding fonts: [OwnedFileDescriptor] = [], fetching remote: RemoteFont? = nil,
        options: [String: BusVariant] = [:]
    ) async throws(BusError) -> Requester {
        let caller = try await installer(of: call)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        // In nearly all cases, the user is not asked and the call does not wait.
        if rights.standing(.installFonts, of: caller) == .granted { return Self.requester(caller) }
        let result = await tasks.run(for: call.sender) { [registrations, consent, rights] in
            await Result { () async throws(FontError) in
                // If the right is denied, no font is read.
                try rights.check([.installFonts], of: caller)
                var offers = await registrations.offers(of: fonts, for: caller.provider)
                if let pinned = remote?.offer { offers.append(pinned) }
                let names = remote.flatMap { $0.digest == nil ? $0.name : nil }.map { [$0] } ?? []
                try await consent.obtain([.installFonts], of: caller, about: offers, named: names, askingAt: place)
            }
        }
        do throws(FontError) { try result.get() } catch { throw BusError(error) }
        // The user may think long enough for the application to be uninstalled.
        return Self.requester(try await installer(of: call))
    }

    /// Ensures that a caller has rights, and asks the user if nothing else decides.
    ///
    /// - Parameters:
    ///   - wanted: The rights.
    ///   - call: The call, which waits while the user is asked.
    ///   - caller: The caller.
    ///   - names: The names that are shown to the user.
    ///   - place: Where to ask.
    /// - Throws: `MissingEntitlement` or `CancelledByUser` if the caller does not have the rights.
    func obtain(
        _ wanted: Set<Right>, for call: BusMethodCall, _ caller: CallerIdentity, named names: [String],
        askingAt place: ConsentPlace
    ) async throws(BusError) {
        let result = await tasks.run(for: call.sender) { [consent] in
            await Result { () async throws(FontError) in
                try await consent.obtain(wanted, of: caller, named: names, askingAt: place)
            }
        }
        do throws(FontError) { try result.get() } catch { throw BusError(error) }
    }

    /// Ensures that the caller is still installed, and applies its current manifest from now on.
    ///
    /// - Throws: `MissingEntitlement` if the caller has been uninstalled, or an error if this could not be determined.
    func checkInstallation(of call: BusMethodCall) async throws(BusError) { _ = try await installer(of: call) }

    /// Returns the caller as it is installed now.
    ///
    /// Fonts registered by a program that is no longer installed would never be removed.
    private func installer(of call: BusMethodCall) async throws(BusError) -> CallerIdentity {
        let caller = try await callers.renewedIdentity(of: call.sender)
        if caller.isUninstalled { throw BusError(Self.uninstalledError(caller)) }
        return caller
    }

    private static func uninstalledError(_ caller: CallerIdentity) -> FontError {
        FontError(
            .missingEntitlement,
            """
            \(caller.provider) has not the right \(Right.installFonts.rawValue): it has been uninstalled, and what it \
            has registered leaves with it. Install it again, and start it anew.
            """)
    }

    /// Returns which fonts the caller may register.
    ///
    /// - Parameters:
    ///   - call: The call, which waits while the user is asked.
    ///   - options: The options of the call.
    ///   - source: The origin of the fonts.
    ///   - remote: The web font that is registered; `nil` for other fonts.
    /// - Returns: The permission.
    /// - Throws: An error if the caller could not be identified.
    func permission(
        of call: BusMethodCall, options: [String: BusVariant], from source: FontOrigin = .file,
        fetched remote: RemoteFont? = nil
    ) async throws(BusError) -> InstallPermission {
        let caller = try await callers.identity(of: call.sender)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        return InstallPermission(
            // The permission lasts as long as a batch is open, during which the manifest may change.
            standing: { [rights, callers] font in
                let caller = callers.known(call.sender) ?? caller
                if caller.isUninstalled { return .denied(Self.uninstalledError(caller)) }
                return rights.standing(of: font, from: source, for: caller)
            },
            ask: { [tasks, consent, callers] fonts in
                let caller = callers.known(call.sender) ?? caller
                let fonts = remote.map { remote in fonts.map { remote.tellingOrigin(of: $0) } } ?? fonts
                let result = await tasks.run(for: call.sender) {
                    await Result { () async throws(FontError) in
                        try await consent.obtain([.installFonts], of: caller, about: fonts, askingAt: place)
                    }
                }
                // The user may think long enough for the application to be uninstalled.
                do throws(BusError) {
                    _ = try await callers.renewedIdentity(of: call.sender)
                } catch {
                    return FontError(.insufficientPermissions, error.message)
                }
                guard case .failure(let error) = result else { return nil }
                // The error is the same as for an earlier denial: the caller lacks the right to undeclared fonts.
                guard error.code == .missingEntitlement else { return error }
                return FontError(
                    .invalidFilePath, "The font is not one that the manifest declares. \(error.message)")
            })
    }

    /// Ensures that the policy allows the caller to register fonts from descriptors.
    func checkDescriptors(of call: BusMethodCall) async throws(BusError) {
        let caller = try await callers.identity(of: call.sender)
        do throws(FontError) {
            try rights.checkPolicy(on: nil, from: .descriptor, for: caller.provider)
        } catch {
            throw BusError(error)
        }
    }

    /// Asks the user for rights, and reports the result as the job that `RequestRights` documents.
    func request(
        _ wanted: Set<Right>, of caller: CallerIdentity, askingAt place: ConsentPlace
    ) async -> JobObjects.Outcome {
        var outcome = JobObjects.Outcome(state: .done, result: [:])
        do throws(FontError) {
            try await consent.obtain(wanted, of: caller, askingAt: place)
        } catch {
            outcome = JobObjects.Outcome(state: .failed, result: error.itemDictionary())
        }
        let standings = wanted.map { ($0.rawValue, rights.standing($0, of: caller).rawValue) }
        outcome.result["rights"] = BusVariant(Dictionary(standings) { first, _ in first })
        return outcome
    }

    private static func requester(_ identity: CallerIdentity) -> Requester {
        var record = ProviderRecord(
            id: identity.provider, kind: identity.kind.rawValue, displayName: identity.displayName,
            installation: identity.installation)
        record.quotaWish = identity.quotaWish
        return .provider(record)
    }
}
