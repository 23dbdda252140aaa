internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import InspectionProtocol
internal import LinuxSystem
internal import Registry

/// Serves `org.typecase.FontManager1`: decodes arguments, calls the services for the caller, and encodes results.
struct FontManagerHarness: FontManager1Service {
    let callers: CallerDirectory
    let harness: RegistrationHarness
    let queries: FontQueries
    let batches: BatchObjects
    let validation: ValidationService
    let rights: RightsService
    let admission: Admission
    let downloads: DownloadService
    let requests: RequestService
    let assets: AssetSource
    let leases: LeaseService
    let picker: FontPicker
    var jobs: JobObjects

    var generation: UInt64 {
        get async throws {
            try await FontError.replying { () throws(FontError) in try await queries.generation() }
        }
    }

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        let isWanted: @Sendable () -> Bool = { [callers] in callers.isThere(call.sender) }
        return try await StuckReads.$caller.withValue(.init(isWaiting: isWanted)) {
            try await register(
                fonts, scope: scope, enabled: enabled, options: options, of: call.sender,
                by: admission.provider(of: call, adding: fonts, options: options),
                permission: admission.permission(of: call, options: options), isWanted: isWanted)
        }
    }

    /// Registers fonts, for a lease if the options request one, and returns a result per font.
    func register(
        _ fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        of sender: String, by requester: Requester, permission: InstallPermission,
        isWanted: @escaping @Sendable () -> Bool
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let dictionary = BusDictionary(options)
        let term = try FontFilters.lease(dictionary)
        let request = try FontFilters.registration(
            dictionary, scope: scope, enabled: enabled, by: requester, permission: permission, mayLease: term != nil)
        let names = try FontFilters.names(dictionary, count: fonts.count)
        guard let term else { return try await harness.register(fonts, request, names: names, isWanted: isWanted) }
        return try await leaseHarness.register(
            fonts, request, for: term, names: names, of: sender, isWanted: isWanted)
    }

    private var leaseHarness: LeaseHarness { LeaseHarness(callers: callers, harness: harness, leases: leases) }

    func endLease(
        _ call: BusMethodCall, handle: String, options: [String: BusVariant]
    ) async throws -> UInt64 {
        try await leaseHarness.end(handle, of: call.sender)
        return try await generation
    }

    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await admission.checkDescriptors(of: call)
        return try await harness.register(
            descriptors, scope: scope, enabled: enabled,
            by: admission.provider(of: call, options: options))
    }

    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await harness.unregister(descriptors, scope: scope, by: admission.requester(of: call))
    }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await batches.begin(
            scope: scope, enabled: enabled, options: options,
            by: admission.provider(of: call, options: options),
            permission: admission.permission(of: call, options: options), for: call.sender,
            checkInstallation: { [admission] call throws(BusError) in try await admission.checkInstallation(of: call) })
    }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await harness.unregister(ids, by: admission.requester(of: call))
    }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await harness.setEnabled(
            ids, enabled,
            by: enabled ? admission.provider(of: call, options: options) : admission.requester(of: call))
    }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        let provider = try await callers.identity(of: call.sender).provider
        return try await harness.list(
            FontFilters.registrations(filter, provider: provider), details: false, for: call.sender)
    }

    func match(
        _ call: BusMethodCall, descriptors dictionaries: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let descriptors = try FontFilters.descriptors(dictionaries)
        let mandatory = try FontFilters.mandatoryAttributes(options)
        let details = try FontFilters.wantsDetails(options, in: "options")
        try FontFilters.check(dictionaries, have: mandatory)
        let caller = try await callers.identity(of: call.sender)
        let faces = try await queries.match(
            descriptors, mandatory: mandatory, details: details, audience: rights.audience(of: caller))
        return faces.map { face in face.map { FaceDictionary.make($0, isFull: details, for: caller) } ?? [:] }
    }

    /// The most attributes of a descriptor that is handled on the event loop: a name and a few others.
    private static let everydayAttributes = 4

    /// Answers the most common form of ``match(_:descriptors:options:)`` on the event loop.
    ///
    /// This form asks which face has a name. A change to another thread would take longer than the answer.
    ///
    /// - Returns: The results; `nil` for any other question, or if the caller is not fully known.
    @Sendable func matchInPlace(_ call: BusMethodCall) -> [BusValue]? {
        // Check the form first, because decoding on the event loop delays other callers.
        guard call.arguments.count == 2, case .array(_, let descriptors) = call.arguments[0], descriptors.count == 1,
            case .dictionary(_, _, let entries) = descriptors[0], entries.count <= Self.everydayAttributes,
            case .dictionary(_, _, let options) = call.arguments[1], options.isEmpty
        else { return nil }
        guard let caller = callers.known(call.sender),
            let dictionaries: [[String: BusVariant]] = try? call.argument(0, "descriptors"),
            let descriptor = try? FontFilters.descriptors(dictionaries)[0],
            let face = queries.matchAtOnce(descriptor, audience: rights.audience(of: caller))
        else { return nil }
        return [[FaceDictionary.make(face, isFull: false, for: caller)].busValue]
    }

    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String) {
        var filter = try FontFilters.families(filter)
        filter.audience = rights.audience(of: try await callers.identity(of: call.sender))
        let page = try await queries.families(filter, for: call.sender)
        return (page.families, page.cursor ?? "")
    }

    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (faces: [[String: BusVariant]], cursor: String) {
        let details = try FontFilters.wantsDetails(filter)
        var faceFilter = try FontFilters.faces(filter)
        let caller = try await callers.identity(of: call.sender)
        faceFilter.audience = rights.audience(of: caller)
        let page = try await queries.faces(faceFilter, details: details, for: call.sender)
        let faces = await ReplyPage.make(of: page.faces) { FaceDictionary.make($0, isFull: details, for: caller) }
        return (faces, page.faces.count == faces.count ? page.cursor ?? "" : page.cursor(after: faces.count - 1))
    }

    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor {
        let details = try FontFilters.wantsDetails(filter)
        var faceFilter = try FontFilters.faces(filter)
        let caller = try await callers.identity(of: call.sender)
        faceFilter.audience = rights.audience(of: caller)
        return try await FontError.replying { () throws(FontError) in
            guard details else {
                return try await queries.listFiles.faces(
                    faceFilter, showing: caller.isSandboxed ? caller.provider : nil, for: call.sender,
                    of: caller.provider)
            }
            return try await queries.listFiles.faces(faceFilter, for: call.sender, of: caller.provider) { face, text in
                text.append(FaceDictionary.make(face, isFull: true, for: caller))
            }
        }
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) {
        let caller = try await callers.identity(of: call.sender)
        let font = try await queries.open(
            FontIdentifier(rawValue: id), for: call.sender, of: caller.provider,
            isSandboxed: caller.isSandboxed, audience: rights.audience(of: caller)
        ) { owner in
            // The user's own programs can read the store anyway; a sandbox receives only what it registered itself.
            !caller.isSandboxed || owner == caller.provider
        }
        var details: [String: BusVariant] = [
            "face_index": BusVariant(UInt32(clamping: font.face.face.index)),
            "size": BusVariant(UInt64(clamping: font.size)),
        ]
        let axes = font.face.face.axes
        if !axes.isEmpty {
            details["instance"] = BusVariant(FaceDictionary.place(axes.map(\.defaultValue), on: axes))
        }
        return (font.memory, details)
    }

    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String {
        let dictionary = BusDictionary(options)
        let level: ValidationLevel = try Self.value(dictionary, "level") ?? .strict
        let type: ValidationReportType = try Self.value(dictionary, "report") ?? .detailed
        let caller = try await callers.identity(of: call.sender)
        let verdict = try await validation.validate(font, level: level, for: caller.provider)
        var report = ValidationReport(type)
        report.add("", verdict)
        return report.json.line
    }

    /// Reads an option whose value is the name of a case.
    private static func value<Value: RawRepresentable<String> & CaseIterable>(
        _ options: BusDictionary, _ key: String
    ) throws(BusError) -> Value? {
        guard let name = try FontFilters.text(options, key) else { return nil }
        guard let value = Value(rawValue: name) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArguments("options: \(key) must be one of \(names)")
        }
        return value
    }

    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) {
        let caller = try await callers.identity(of: call.sender)
        // Without the right to use installed fonts, a caller does not see the changes of others.
        let provider = rights.standing(.useInstalledFonts, of: caller) == .granted ? nil : caller.provider
        let changes = try await queries.changes(since: sinceGeneration, of: provider)
        let dictionaries = changes.changes.map { change in
            var dictionary: [String: BusVariant] = [
                "generation": BusVariant(change.generation),
                "kind": BusVariant(change.kind.rawValue),
                "id": BusVariant(change.font.rawValue),
                "provider": BusVariant(change.provider.rawValue),
                "cause": BusVariant(change.cause.rawValue),
            ]
            if let reason = change.reason { dictionary["reason"] = BusVariant(reason) }
            return dictionary
        }
        return (changes.generation, dictionaries, changes.isComplete)
    }

    func rights(_ call: BusMethodCall) async throws -> [String: String] {
        let caller = try await callers.renewedIdentity(of: call.sender)
        return Dictionary(
            Right.allCases.map { ($0.rawValue, rights.standing($0, of: caller).rawValue) }
        ) { first, _ in first }
    }

    func requestRights(
        _ call: BusMethodCall, rights names: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let wanted = try FontFilters.rights(names)
        let place = try FontFilters.consentPlace(BusDictionary(options))
        let token = try FontFilters.handleToken(BusDictionary(options))
        let caller = try await callers.renewedIdentity(of: call.sender)
        return try await jobs.begin(for: call.sender, token: token) { [admission] _ in
            await admission.request(wanted, of: caller, askingAt: place)
        }
    }

    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        CallerDictionary.make(try await callers.identity(of: call.sender))
    }
}
