internal import BusInterface
internal import DBus
internal import FetchProtocol
internal import FontModel
internal import FontService
internal import ProviderManifests

extension FontManagerHarness {
    func requestFonts(
        _ call: BusMethodCall, requests dictionaries: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let wanted = try FontFilters.requests(dictionaries)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        let token = try FontFilters.handleToken(BusDictionary(options))
        let identity = try await callers.renewedIdentity(of: call.sender)
        let caller = RequestCaller(identity, holder: call.sender, place: place)
        if try BusDictionary(options).boolean("dry_run") ?? false {
            return try await jobs.begin(for: call.sender, token: token) { [requests] _ in
                let (answer, offers) = await requests.plan(wanted, for: caller)
                let result = Self.result(answer, for: identity).merging([
                    "offered": BusVariant(offers.map(Self.dictionary))
                ]) { $1 }
                return JobObjects.Outcome(state: .done, result: result)
            }
        }
        await leases.watch(call.sender) { [callers] in await callers.whenGone($0, $1) }
        return try await jobs.begin(for: call.sender, token: token) { [requests, callers] progress in
            let answer = await requests.resolve(
                wanted, for: caller, isWanted: { callers.isThere(caller.holder) },
                onProgress: { progress.note(FetchProgress(done: $0, total: $1)) })
            return JobObjects.Outcome(state: .done, result: Self.result(answer, for: identity))
        }
    }

    /// Returns a font that would be made available, in the form that `RequestFonts` documents for its job.
    private static func dictionary(_ planned: RequestService.PlannedOffer) -> [String: BusVariant] {
        let offer = planned.offer
        var dictionary: [String: BusVariant] = [
            "request": BusVariant(UInt32(clamping: planned.index)), "name": BusVariant(offer.name),
            "offered_by": BusVariant(offer.provider.rawValue), "from": BusVariant(planned.source),
            "remote": BusVariant(offer.isRemote), "asks": BusVariant(planned.needsConsent),
        ]
        if offer.isSizeKnown { dictionary["size"] = BusVariant(UInt64(clamping: offer.size)) }
        if let package = offer.installation?.name { dictionary["package"] = BusVariant(package) }
        return dictionary
    }

    /// Returns the result of requests, in the form that `RequestFonts` documents for its job.
    private static func result(_ answer: RequestAnswer, for caller: CallerIdentity) -> [String: BusVariant] {
        let resolved = answer.resolved.map { request -> [String: BusVariant] in
            var dictionary = FaceDictionary.make(request.face, isFull: false, for: caller)
            dictionary["request"] = BusVariant(UInt32(clamping: request.index))
            dictionary["from"] = BusVariant(request.source)
            if let provider = request.provider { dictionary["offered_by"] = BusVariant(provider.rawValue) }
            return dictionary
        }
        let unresolved = answer.unresolved.map { request -> [String: BusVariant] in
            var dictionary: [String: BusVariant] = [
                "request": BusVariant(UInt32(clamping: request.index)),
                "reason": BusVariant(request.failure.reason.rawValue), "message": BusVariant(request.failure.message),
            ]
            if let provider = request.failure.provider { dictionary["provider"] = BusVariant(provider.rawValue) }
            if let package = request.failure.package { dictionary["package"] = BusVariant(package) }
            if let text = request.failure.text { dictionary["text"] = BusVariant(text) }
            return dictionary
        }
        return ["resolved": BusVariant(resolved), "unresolved": BusVariant(unresolved)]
    }

    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let token = try FontFilters.handleToken(BusDictionary(options))
        try FontFilters.refuseUnsupported(BusDictionary(options), mayLease: true)
        let duration = try FontFilters.scope(scope)
        if try FontFilters.lease(BusDictionary(options)) != nil {
            try LeaseHarness.check(duration, requestID: FontFilters.requestID(BusDictionary(options)))
        }
        try FontFilters.checkCount(names.count, of: "names")
        guard names.allSatisfy({ $0.utf8.count <= FontFilters.maximumTextLength }) else {
            throw BusError.invalidArguments("names: one has more than \(FontFilters.maximumTextLength) bytes")
        }
        let caller = try await callers.renewedIdentity(of: call.sender)
        try await admission.checkInstallation(of: call)
        return try await jobs.begin(for: call.sender, token: token) { progress in
            do throws(BusError) {
                return try await register(
                    names, scope: scope, enabled: enabled, options: options, for: call, caller, progress)
            } catch {
                return JobObjects.Outcome(
                    state: .failed,
                    result: ["error": BusVariant(error.name), "message": BusVariant(error.message)])
            }
        }
    }

    /// Registers the caller's own assets with the given names.
    private func register(
        _ names: [String], scope: String, enabled: Bool, options: [String: BusVariant], for call: BusMethodCall,
        _ caller: CallerIdentity, _ progress: JobProgress
    ) async throws(BusError) -> JobObjects.Outcome {
        // A repeated name means the same font.
        var positions: [String: Int] = [:]
        var distinct: [String] = []
        for name in names where positions[name.fontNameKey] == nil {
            positions[name.fontNameKey] = distinct.count
            distinct.append(name)
        }
        let wanted = distinct
        let found = try await FontError.replying { () throws(FontError) in
            try await assets.files(ofAssets: wanted, by: caller) { progress.note(FetchProgress(done: $0, total: nil)) }
        }
        // Two names may belong to one font.
        let files = found.flatMap { (try? $0.get()) ?? [] }
        let declared = Dictionary(files.map { ($0.asset.sha256, $0.asset.file.text) }, uniquingKeysWith: { $1 })
        var answer: (results: [[String: BusVariant]], generation: UInt64) = ([], 0)
        if files.isEmpty {
            answer.generation = try await FontError.replying { () throws(FontError) in try await queries.generation() }
        } else {
            let requester = try await admission.provider(
                of: call, adding: files.prefix(FontFilters.maximumNamedFonts).map(\.descriptor), options: options)
            let permission = try await admission.permission(of: call, options: options, from: .asset)
            answer = try await self.register(
                files.map(\.descriptor), scope: scope, enabled: enabled,
                options: options.filter { $0.key != "names" && $0.key != "request_id" }, of: call.sender,
                by: requester, permission: permission.restricted(to: declared),
                isWanted: { callers.isThere(call.sender) && !Task.isCancelled })
        }
        var told = 0
        let each = found.map { found -> [String: BusVariant] in
            switch found {
            case .failure(let error): return error.itemDictionary()
            case .success(let files):
                let fonts = zip(files, answer.results[told..<told + files.count]).map { file, result in
                    Self.naming(file, in: result)
                }
                told += files.count
                var dictionary = ["fonts": BusVariant(fonts)]
                if let failed = fonts.first(where: { $0["error"] != nil }) {
                    for key in ["error", "message", "owner"] { dictionary[key] = failed[key] }
                }
                return dictionary
            }
        }
        let results = names.map { each[positions[$0.fontNameKey] ?? 0] }
        return JobObjects.Outcome(
            state: .done, result: ["results": BusVariant(results), "generation": BusVariant(answer.generation)])
    }

    /// Adds what the manifest declares to the message about a mismatch.
    private static func naming(_ file: AssetFile, in result: [String: BusVariant]) -> [String: BusVariant] {
        guard result["error"] == BusVariant(BusErrorNames.prefix + FontError.Code.corrupt.rawValue),
            let message = try? result["message"]?.converted(to: String.self)
        else { return result }
        return result.merging([
            "message": BusVariant(
                "\(file.asset.file): \(message) The manifest declares \(file.asset.sha256).")
        ]) { $1 }
    }
}
