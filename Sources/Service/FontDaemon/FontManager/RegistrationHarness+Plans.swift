internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// The plans of changes.
extension RegistrationHarness {
    /// Plans the registration of fonts, and returns a result per font.
    func plan(
        _ fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        by requester: Requester
    ) async throws(BusError) -> [[String: BusVariant]] {
        let dictionary = BusDictionary(options)
        let names = try FontFilters.names(dictionary, count: fonts.count)
        var decoded = try FontFilters.registration(
            dictionary, scope: scope, enabled: enabled, by: requester, mayLease: true)
        decoded.keepsRegistered = try FontFilters.keepsRegistered(options)
        let request = decoded
        let plans = try await FontError.replying { () throws(FontError) in
            try await registrations.plan(fonts, request)
        }
        var made: Set<FontIdentifier> = []
        return plans.enumerated().map { index, plan in
            var dictionary = Self.dictionary(of: plan, name: names.isEmpty ? "" : names[index])
            // The id of a registration that is only planned has no meaning, even for another font with the same bytes.
            if case .success(let font) = plan.outcome, !font.wasAlreadySo || made.contains(font.id) {
                made.insert(font.id)
                dictionary["id"] = nil
            }
            return dictionary
        }
    }

    /// Plans a change of registrations, and returns a result per id.
    func plan(
        _ change: RegistrationService.Change, of ids: [String], by requester: Requester
    ) async throws(BusError) -> [[String: BusVariant]] {
        let identifiers = try FontFilters.ids(ids)
        let outcomes = try await FontError.replying { () throws(FontError) in
            try await registrations.plan(change, of: identifiers, by: requester)
        }
        var tellsState = true
        if case .unregistration = change { tellsState = false }
        return zip(ids, outcomes).map { Self.planned($1, id: $0, tellsState: tellsState) }
    }

    /// Returns the dictionary of a registration in a plan.
    static func planned(_ outcome: ItemOutcome, id: String, tellsState: Bool) -> [String: BusVariant] {
        var dictionary = dictionary(of: outcome, id: id, tellState: tellsState)
        if case .success(let font) = outcome { dictionary["changed"] = BusVariant(!font.wasAlreadySo) }
        return dictionary
    }

    private static func dictionary(of plan: InstallationPlan, name: String) -> [String: BusVariant] {
        switch plan.outcome {
        case .failure(let error): return error.itemDictionary(name: name)
        case .success(let font):
            var dictionary = registration(font)
            dictionary["replaced"] = nil
            dictionary["faces"] = BusVariant(font.faces.map { FaceDictionary.make($0, isFull: false) })
            if !plan.replaced.isEmpty { dictionary["replaces"] = BusVariant(plan.replaced.map(HistoryDictionary.make)) }
            dictionary["names"] = BusVariant(
                plan.names.map { name -> [String: BusVariant] in
                    var entry = ["name": BusVariant(name.name)]
                    if let now = name.now {
                        entry["postscript_name"] = BusVariant(now.face.postscriptName)
                        entry["source"] = BusVariant(now.source.rawValue)
                        if let path = now.path { entry["path"] = BusVariant(path) }
                    }
                    return entry
                })
            return dictionary
        }
    }
}
