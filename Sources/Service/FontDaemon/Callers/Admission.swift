internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// Sees to it that callers have the rights that their calls need, and asks the user where nothing else decides.
struct Admission: Sendable {
    let callers: CallerDirectory
    let tasks: CallerTasks
    let rights: RightsService
    let consent: ConsentService
    let registrations: RegistrationService

    /// The caller as somebody who may change what is their own.
    func requester(of call: BusMethodCall) async throws(BusError) -> Requester {
        Self.requester(try await callers.identity(of: call.sender))
    }

    /// The caller as somebody who may add fonts.
    ///
    /// - Parameters:
    ///   - call: The call, which waits while the user is asked.
    ///   - fonts: The fonts of the call, whose names the user is told.
    ///   - remote: The font that it is to be fetched for; `nil` for none.
    ///   - options: The options of the call.
    /// - Returns: In whose name they are added.
    /// - Throws: `MissingEntitlement` and `CancelledByUser` where it may not, and what else kept it from being found out.
    func provider(
        of call: BusMethodCall, adding fonts: [OwnedFileDescriptor] = [], fetching remote: RemoteFont? = nil,
        options: [String: BusVariant] = [:]
    ) async throws(BusError) -> Requester {
        let caller = try await installer(of: call)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        // Nearly always: nobody is asked, and nothing is waited for.
        if rights.standing(.installFonts, of: caller) == .granted { return Self.requester(caller) }
        let result = await tasks.run(for: call.sender) { [registrations, consent, rights] in
            await Result { () async throws(FontError) in
                // Where it is denied, no font is looked at.
                try rights.check([.installFonts], of: caller)
                var offers = await registrations.offers(of: fonts, for: caller.provider)
                if let pinned = remote?.offer { offers.append(pinned) }
                let names = remote.flatMap { $0.digest == nil ? $0.name : nil }.map { [$0] } ?? []
                try await consent.obtain([.installFonts], of: caller, about: offers, named: names, askingAt: place)
            }
        }
        do throws(FontError) { try result.get() } catch { throw BusError(error) }
        // The user thinks for as long as an application may take to be removed.
        return Self.requester(try await installer(of: call))
    }

    /// Makes sure that a caller has rights, and asks the user where nothing else decides.
    ///
    /// - Parameters:
    ///   - wanted: The rights.
    ///   - call: The call, which waits while the user is asked.
    ///   - caller: Who calls.
    ///   - names: What the user is told that it is about.
    ///   - place: Where to ask.
    /// - Throws: `MissingEntitlement` and `CancelledByUser` where it has not.
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

    /// Makes sure that the caller is still installed, and has what its manifest says at this moment count from here on.
    ///
    /// - Throws: `MissingEntitlement` where it has been uninstalled, and what kept it from being found out.
    func checkInstallation(of call: BusMethodCall) async throws(BusError) { _ = try await installer(of: call) }

    /// The caller as it is installed now: nobody would ever take back what one registers that has been uninstalled.
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

    /// Which fonts the caller may register.
    ///
    /// - Parameters:
    ///   - call: The call, which waits while the user is asked.
    ///   - options: The options of the call.
    ///   - source: By which way the fonts come.
    ///   - remote: The font of the web that is registered; `nil` for others.
    /// - Returns: The permission.
    /// - Throws: Why it is not known who calls.
    func permission(
        of call: BusMethodCall, options: [String: BusVariant], from source: FontOrigin = .file,
        fetched remote: RemoteFont? = nil
    ) async throws(BusError) -> InstallPermission {
        let caller = try await callers.identity(of: call.sender)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        return InstallPermission(
            // For as long as a batch is open, which is longer than a manifest may be there.
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
                // The user thinks for as long as an application may take to be removed.
                do throws(BusError) {
                    _ = try await callers.renewedIdentity(of: call.sender)
                } catch {
                    return FontError(.insufficientPermissions, error.message)
                }
                guard case .failure(let error) = result else { return nil }
                // As where it was denied before: what the caller lacks is the right to fonts that nobody has declared.
                guard error.code == .missingEntitlement else { return error }
                return FontError(
                    .invalidFilePath, "The font is not one that the manifest declares. \(error.message)")
            })
    }

    /// Makes sure that the policy lets the caller register what is here already.
    func checkDescriptors(of call: BusMethodCall) async throws(BusError) {
        let caller = try await callers.identity(of: call.sender)
        do throws(FontError) {
            try rights.checkPolicy(on: nil, from: .descriptor, for: caller.provider)
        } catch {
            throw BusError(error)
        }
    }

    /// Asks the user for rights, and tells what came of it as the job that `RequestRights` documents.
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
