internal import FontModel
internal import LinuxSystem
internal import Registry
internal import Synchronization

/// The registered fonts that no program finds.
///
/// To make such a font available, the service adds a registration of its own. The provider's registration and the
/// user's decision about it do not change.
final class DisabledSource: RequestSource {
    /// The maximum number of registrations examined for a request without a name or characters.
    private static let maximumLooks = 20 * RegistrationFilter.maximumLimit

    let registry: Registry
    let publisher: LibraryPublisher
    let threads: BlockingThreads
    let rights: RightsService
    /// The cached findings for languages or marks at one generation.
    ///
    /// A request without a name examines all disabled fonts.
    private let known = Mutex<(generation: UInt64, findings: [NamelessQuestion: RequestFinding])>((0, [:]))

    private struct NamelessQuestion: Hashable {
        let languages: [String]
        let mark: String?
        let owner: ProviderIdentifier?
        let asker: ProviderIdentifier
    }

    /// The maximum number of cached findings.
    private static let maximumKnown = 256

    init(registry: Registry, publisher: LibraryPublisher, threads: BlockingThreads, rights: RightsService) {
        self.registry = registry
        self.publisher = publisher
        self.threads = threads
        self.rights = rights
    }

    var name: String { "disabled" }

    func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        let owner = caller.mayUseInstalledFonts(by: rights) ? nil : caller.identity.provider
        var findings: [RequestFinding] = []
        for request in requests {
            do throws(FontError) {
                findings.append(try await look(for: request, of: owner, by: caller.identity))
            } catch {
                findings.append(.failure(RequestFailure(error)))
            }
        }
        return findings
    }

    private func look(
        for request: FontRequest, of owner: ProviderIdentifier?, by caller: CallerIdentity
    ) async throws(FontError) -> RequestFinding {
        guard request.descriptor.source != .system else { return .nothing }
        // Only a few fonts match a name or characters.
        if !Self.characters(of: request).isEmpty || request.text == nil && !request.names.isEmpty {
            return try await search(for: request, of: owner, by: caller)
        }
        guard request.text == nil, !request.descriptor.languages.isEmpty || request.descriptor.userInfo != nil else {
            return .nothing
        }
        let question = NamelessQuestion(
            languages: request.descriptor.languages, mark: request.descriptor.userInfo, owner: owner,
            asker: caller.provider)
        let generation = try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
        let remembered = known.withLock { $0.generation == generation ? $0.findings[question] : nil }
        if let remembered { return remembered }
        let finding = try await search(for: request, of: owner, by: caller)
        known.withLock { known in
            if known.generation != generation || known.findings.count >= Self.maximumKnown {
                known = (generation, [:])
            }
            known.findings[question] = finding
        }
        return finding
    }

    private func search(
        for request: FontRequest, of owner: ProviderIdentifier?, by caller: CallerIdentity
    ) async throws(FontError) -> RequestFinding {
        let isByName = request.text == nil && !request.names.isEmpty
        var filter = RegistrationFilter(
            provider: owner, isEnabled: false, name: isByName ? request.names.first : nil,
            faces: FaceFilter(characters: Self.characters(of: request)))
        var found: [RegistrationWithFaces] = []
        for _ in 0..<max(1, Self.maximumLooks / RegistrationFilter.maximumLimit) {
            let wanted = filter
            let page = try await FontError.mapping { () throws(RegistryError) in
                try await registry.registrations.page(matching: wanted)
            }
            found += page.registrations.filter { Self.isAsked($0, request) }
            guard let cursor = page.cursor, !isByName, found.isEmpty else { break }
            filter.cursor = cursor
        }
        // The caller's own fonts come first, then the oldest.
        guard let first = found.first(where: { $0.registration.provider == caller.provider }) ?? found.first else {
            return .nothing
        }
        let provider = first.registration.provider
        let usable = found.filter { $0.registration.provider == provider && $0.content.refusal == nil }
        if usable.isEmpty, let refusal = first.content.refusal {
            return .failure(RequestFailure(FontError(refusal), of: provider))
        }
        // A language or a text needs one font; a name stands for all fonts that have it.
        let meant = isByName ? usable : Array(usable.prefix(1))
        return .offers(meant.map { Self.offer($0, by: caller) })
    }

    /// The characters that a font must have; if a name is given, they are only a preference.
    private static func characters(of request: FontRequest) -> String {
        request.text != nil || request.names.isEmpty ? request.wanted.characters : ""
    }

    /// Whether a registration matches a request.
    private static func isAsked(_ font: RegistrationWithFaces, _ request: FontRequest) -> Bool {
        // A font that is set aside is no longer installed, or the user has removed it.
        guard font.registration.departure == nil else { return false }
        if let mark = request.descriptor.userInfo, font.registration.userInfo != mark { return false }
        // The family of a text is only a preference, and its language decides between enabled fonts.
        if request.text != nil { return true }
        return font.faces.contains { $0.isNamed(as: request.descriptor) && $0.covers(request.descriptor.languages) }
    }

    private static func offer(_ font: RegistrationWithFaces, by caller: CallerIdentity) -> FontOffer {
        let registration = font.registration
        return FontOffer(
            digest: registration.digest, name: font.faces.first?.fullName ?? "", provider: registration.provider,
            size: font.content.size, userInfo: registration.userInfo, owner: .requested,
            isUsersDecision: registration.isDisabledByUser, isOwn: registration.provider == caller.provider,
            key: registration.id.rawValue)
    }

    func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        var files: [Result<OwnedFileDescriptor, RequestFailure>] = []
        for offer in offers {
            do throws(FontError) {
                let file = try await publisher.context.openFile(of: offer.digest) {
                    [threads] work async throws(FontError) in
                    let opened = try? await threads.run { Result { () throws(FontError) in try work() } }
                    guard let opened else { throw FontError(.busy, "The disk is not responding.") }
                    return try opened.get()
                }
                files.append(.success(file))
            } catch {
                files.append(.failure(RequestFailure(error, of: offer.provider)))
            }
        }
        return files
    }
}

extension ProviderRecord {
    /// The provider under which the service makes registered fonts of others available on request.
    static let requested = ProviderRecord(id: .request, kind: "request", displayName: "In use on request")
}

extension FaceDescription {
    /// Whether the face has all names of a descriptor; its style and similar properties are only preferences.
    fileprivate func isNamed(as descriptor: FontDescriptor) -> Bool {
        func has(_ name: String?, _ names: [String?]) -> Bool {
            guard let key = name?.fontNameKey else { return true }
            return names.contains { $0?.fontNameKey == key }
        }
        let postscriptNames = [postscriptName] + namedInstances.map(\.postscriptName)
        let families =
            [family, typographicFamily]
            + names.filter { $0.kind == .family || $0.kind == .typographicFamily }.map(\.value)
        let fullNames = [fullName] + names.filter { $0.kind == .full }.map(\.value)
        return has(descriptor.postscriptName, postscriptNames) && has(descriptor.family, families)
            && has(descriptor.displayName, fullNames)
            && has(descriptor.name, postscriptNames + families + fullNames)
    }

    /// Whether the face covers all of the given languages.
    fileprivate func covers(_ wanted: [String]) -> Bool {
        let own = languages.map { $0.lowercased()[...] }
        return wanted.allSatisfy { LanguageCoverage.covers(own, $0) }
    }
}
