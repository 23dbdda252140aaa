internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// The operations on registrations of both interfaces: decode arguments, call the services, encode results.
struct RegistrationHarness: Sendable {
    let registrations: RegistrationService
    let queries: FontQueries
    let collisions: SystemCollisions

    /// Registers fonts and returns a result per font, with the font's name in the call if it has one.
    func register(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest, names: [String],
        isWanted: @escaping @Sendable () -> Bool
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let result = try await FontError.replying { () throws(FontError) in
            try await registrations.register(fonts, request, isWanted: isWanted)
        }
        let results = result.outcomes.enumerated().map { index, outcome in
            Self.dictionary(of: outcome, name: names.isEmpty ? "" : names[index])
        }
        return (results, result.generation)
    }

    /// Registers the fonts that descriptors name again, and returns a result per descriptor.
    func register(
        _ descriptors: [[String: BusVariant]], scope: String, enabled: Bool, by requester: Requester
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let scope = try FontFilters.scope(scope)
        let descriptors = try FontFilters.descriptors(descriptors)
        let answer = try await FontError.replying { () throws(FontError) in
            try await registrations.register(descriptors, scope: scope, isEnabled: enabled, by: requester)
        }
        return (Self.dictionaries(of: answer.outcomes, tellState: true), answer.generation)
    }

    /// Unregisters the fonts that descriptors name, and returns a result per descriptor.
    func unregister(
        _ descriptors: [[String: BusVariant]], scope: String, by requester: Requester
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let scope = try FontFilters.scope(scope)
        let descriptors = try FontFilters.descriptors(descriptors)
        let answer = try await FontError.replying { () throws(FontError) in
            try await registrations.unregister(descriptors, scope: scope, by: requester)
        }
        return (Self.dictionaries(of: answer.outcomes, tellState: false), answer.generation)
    }

    /// Returns per font what registering it would do.
    func preview(
        _ fonts: [OwnedFileDescriptor], options: [String: BusVariant], by requester: Requester
    ) async throws(BusError) -> [[String: BusVariant]] {
        let names = try FontFilters.names(BusDictionary(options), count: fonts.count)
        let keepsRegistered = try FontFilters.keepsRegistered(options)
        let previews = try await FontError.replying { () throws(FontError) in
            try await registrations.preview(fonts, keepsRegistered: keepsRegistered, by: requester)
        }
        return previews.enumerated().map { index, preview in
            Self.dictionary(of: preview, name: names.isEmpty ? "" : names[index])
        }
    }

    /// Removes registrations and returns a result per id.
    func unregister(
        _ ids: [String], forGood isForGood: Bool = false, by requester: Requester
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let identifiers = try FontFilters.ids(ids)
        let result = try await FontError.replying { () throws(FontError) in
            isForGood
                ? try await registrations.removedFonts.unregisterForGood(identifiers, by: requester)
                : await registrations.unregister(identifiers, by: requester)
        }
        return (
            zip(ids, result.outcomes).map { id, outcome in Self.dictionary(of: outcome, id: id) }, result.generation
        )
    }

    /// Enables or disables registrations, in a scope if one is given, and returns a result per id.
    func setEnabled(
        _ ids: [String], _ isEnabled: Bool, scope: String? = nil, by requester: Requester
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let identifiers = try FontFilters.ids(ids)
        var scopeForEnabled: RegistrationScope?
        if let scope {
            guard isEnabled else { throw .invalidArguments("scope: only fonts that are enabled get one") }
            scopeForEnabled = try FontFilters.scope(scope)
        }
        let (wantedScope, isEnabling) = (scopeForEnabled, isEnabled)
        let result = try await FontError.replying { () throws(FontError) in
            try await registrations.setEnabled(identifiers, isEnabling, scope: wantedScope, by: requester)
        }
        let results = zip(ids, result.outcomes).map { id, outcome in
            var dictionary = Self.dictionary(of: outcome, id: id)
            if case .success(let font) = outcome { dictionary["changed"] = BusVariant(!font.wasAlreadySo) }
            return dictionary
        }
        return (results, result.generation)
    }

    /// Lists registrations in pages; if a directory is given, includes the path of each file in it.
    func list(
        _ filter: RegistrationFilter, details: Bool, for caller: String, publishedIn directory: String? = nil
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let page = try await FontError.replying { () throws(FontError) in
            try await queries.registrations(filter, for: caller)
        }
        let fonts = await ReplyPage.make(of: page.registrations) { [collisions] font in
            FontDictionary.make(
                font, details: details, collision: collisions.path(of: font.content.digest),
                publishedIn: directory)
        }
        return (
            fonts, page.registrations.count == fonts.count ? page.cursor ?? "" : page.cursor(after: fonts.count - 1)
        )
    }

    /// Lists registrations in a file, with one line each.
    func listFile(
        _ filter: RegistrationFilter, details: Bool, for provider: ProviderIdentifier, at caller: String,
        publishedIn directory: String?
    ) async throws(BusError) -> OwnedFileDescriptor {
        try await FontError.replying { () throws(FontError) in
            guard details else {
                return try await queries.listFiles.registrations(
                    filter, publishedIn: directory, colliding: collisions.all, for: caller, of: provider)
            }
            return try await queries.listFiles.registrations(filter, for: caller, of: provider) {
                [collisions] font, text in
                text.append(
                    FontDictionary.make(
                        font, details: true, collision: collisions.path(of: font.content.digest),
                        publishedIn: directory))
            }
        }
    }

    private static func dictionary(
        of outcome: ItemOutcome, name: String
    ) -> [String: BusVariant] {
        switch outcome {
        case .success(let font):
            registration(font).merging([
                "faces": BusVariant(font.faces.map { FaceDictionary.make($0, isFull: false) })
            ]) { first, _ in first }
        case .failure(let error): error.itemDictionary(name: name)
        }
    }

    /// Returns the results for the fonts that descriptors match, in one reply of limited size.
    ///
    /// One half of the reply is for the descriptors, the other for their fonts.
    static func dictionaries(
        of outcomes: [Result<[RegistrationService.NamedOutcome], FontError>], tellState: Bool,
        into size: Int = CommitReply.size
    ) -> [[String: BusVariant]] {
        let results = CommitReply.fitted(
            outcomes.map { outcome in
                switch outcome {
                case .failure(let error): return error.itemDictionary()
                case .success(let named):
                    // A caller that only checks for errors must not miss the error of one of several fonts.
                    for case .failure(let error) in named.lazy.map(\.outcome) { return error.itemDictionary() }
                    return [:]
                }
            }, into: size / 2)
        let fonts = CommitReply.fitted(
            outcomes.flatMap { (try? $0.get()) ?? [] }.map { dictionary(of: $0, tellsState: tellState) },
            into: size / 2)
        var told = 0
        return zip(outcomes, results).map { outcome, result in
            guard case .success(let named) = outcome else { return result }
            defer { told += named.count }
            return result.merging(["fonts": BusVariant(Array(fonts[told..<told + named.count]))]) { first, _ in first }
        }
    }

    private static func dictionary(
        of named: RegistrationService.NamedOutcome, tellsState: Bool
    ) -> [String: BusVariant] {
        var dictionary = dictionary(of: named.outcome, id: named.id.rawValue)
        if tellsState, case .success(let font) = named.outcome {
            dictionary["enabled"] = BusVariant(font.isEnabled)
            dictionary["changed"] = BusVariant(!font.wasAlreadySo)
        }
        return dictionary
    }

    /// Returns the result of Commit for one font of a batch; its faces were reported when it was added.
    static func brief(_ outcome: ItemOutcome, name: String) -> [String: BusVariant] {
        switch outcome {
        case .success(let font): registration(font)
        case .failure(let error): error.itemDictionary(name: name)
        }
    }

    /// Returns the result of registering a font, without its faces.
    static func registration(_ font: RegistrationResult) -> [String: BusVariant] {
        var dictionary: [String: BusVariant] = [
            "id": BusVariant(font.id.rawValue), "already_registered": BusVariant(font.wasAlreadySo),
            "enabled": BusVariant(font.isEnabled),
        ]
        if let face = font.faces.first { dictionary["version"] = BusVariant(HistoryItem.version(of: face.revision)) }
        if let scope = font.scope { dictionary["scope"] = BusVariant(scope.rawValue) }
        if let change = font.stateChange { dictionary["state_change"] = BusVariant(change.rawValue) }
        if !font.replaced.isEmpty { dictionary["replaced"] = BusVariant(font.replaced.map(\.rawValue)) }
        if !font.warnings.isEmpty {
            dictionary["warnings"] = BusVariant(
                font.warnings.map { warning -> [String: BusVariant] in
                    var dictionary = [
                        "kind": BusVariant(warning.kind.rawValue), "message": BusVariant(warning.message),
                    ]
                    if let owner = warning.owner { dictionary["owner"] = BusVariant(owner) }
                    if let rule = warning.rule { dictionary["rule"] = BusVariant(rule) }
                    return dictionary
                })
        }
        return dictionary
    }

    private static func dictionary(
        of preview: Result<FontPreview, FontError>, name: String
    ) -> [String: BusVariant] {
        switch preview {
        case .failure(let error): return error.itemDictionary(name: name)
        case .success(let preview):
            var dictionary: [String: BusVariant] = preview.refusal?.itemDictionary(name: name) ?? [:]
            dictionary["faces"] = BusVariant(preview.faces.map { FaceDictionary.make($0, isFull: false) })
            dictionary["version"] = BusVariant(preview.faces.first?.version ?? "")
            dictionary["holders"] = BusVariant(preview.holders)
            if let registration = preview.registration {
                dictionary["id"] = BusVariant(registration.rawValue)
                dictionary["enabled"] = BusVariant(preview.isEnabled)
            }
            if let scope = preview.scope { dictionary["scope"] = BusVariant(scope.rawValue) }
            return dictionary
        }
    }

    static func dictionary(
        of outcome: ItemOutcome, id: String, tellState: Bool = false
    ) -> [String: BusVariant] {
        switch outcome {
        case .success(let font) where tellState:
            ["id": BusVariant(id), "enabled": BusVariant(font.isEnabled)]
                .merging(font.scope.map { ["scope": BusVariant($0.rawValue)] } ?? [:]) { $1 }
        case .success: ["id": BusVariant(id)]
        case .failure(let error): ["id": BusVariant(id)].merging(error.itemDictionary()) { first, _ in first }
        }
    }
}
