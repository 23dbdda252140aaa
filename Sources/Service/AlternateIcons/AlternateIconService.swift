package import FontModel
package import InspectionClient
internal import InspectionProtocol
package import LinuxSystem
internal import ProviderManifests
internal import Synchronization

/// Changes the icons of applications to one of their alternate icons.
///
/// The icon of each application changes at most once a second. If calls come faster, the last one waits for its turn,
/// and the others fail with `Busy`.
package actor AlternateIconService {
    /// The minimum interval between two changes of an application's icon.
    package static let interval = Duration.seconds(1)

    /// A change of an application's icon.
    package struct Change: Sendable, Equatable {
        /// The application.
        package var application: ProviderIdentifier
        /// The display name of the application.
        package var title: String
        /// The name of the icon; empty for the primary icon.
        package var name: String
        /// The name of the icon in the theme; empty for the primary icon.
        package var icon: String
        /// The name of the desktop entry.
        package var fileName: String
        /// Whether the application made the change; otherwise the user or the removal of the application did.
        package var isOfApplication = false
    }

    private struct Turn {
        var earliest: ContinuousClock.Instant
        var isTaken = false
        var waiting: CheckedContinuation<Bool, Never>?
    }

    private let overrides: IconOverrides
    private let declared: DeclaredIcons
    private let pool: FontInspector
    private let threads: BlockingThreads
    /// Why no icon can be changed from here; `nil` if icons can be changed.
    private let refusal: FontError?
    private let policy: @Sendable (CallerIdentity, Bool) -> FontError?
    private let copy: @Sendable (OwnedFileDescriptor, ProviderIdentifier) async throws(FontError) -> SealedMemory
    private let fetch: @Sendable (FontDigest, CallerIdentity) async throws(FontError) -> SealedMemory
    private let onChange: @Sendable (Change) -> Void
    /// Serializes changes, and counts the user's resets for each application.
    ///
    /// A reset makes changes invalid that were begun before it.
    private nonisolated let changes = Mutex<[ProviderIdentifier: UInt64]>([:])
    private var turns: [ProviderIdentifier: Turn] = [:]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - overrides: The icons that are set.
    ///   - declared: The icons that applications declare.
    ///   - pool: Decodes pictures.
    ///   - threads: The thread pool for blocking work.
    ///   - refusal: Why nothing can be changed in this home directory; `nil` if changes are possible.
    ///   - policy: Why the icon of an application may not be changed, by itself or by the user; `nil` if it may.
    ///   - copy: Copies a file that a caller passes, which may be on a disk that does not respond.
    ///   - fetch: Provides a file for which an application's manifest declares an address.
    ///   - onChange: Called after the icon of an application has changed.
    package init(
        overrides: IconOverrides, declared: DeclaredIcons, pool: FontInspector, threads: BlockingThreads,
        refusal: FontError? = nil, policy: @escaping @Sendable (CallerIdentity, _ isByUser: Bool) -> FontError?,
        copy: @escaping @Sendable (OwnedFileDescriptor, ProviderIdentifier) async throws(FontError) -> SealedMemory,
        fetch: @escaping @Sendable (FontDigest, CallerIdentity) async throws(FontError) -> SealedMemory,
        onChange: @escaping @Sendable (Change) -> Void
    ) {
        self.overrides = overrides
        self.declared = declared
        self.pool = pool
        self.threads = threads
        self.refusal = refusal
        self.policy = policy
        self.copy = copy
        self.fetch = fetch
        self.onChange = onChange
    }

    /// Why an application cannot have another icon; `nil` if it can.
    package func obstacle(for application: CallerIdentity) async -> FontError? {
        if let error = refusal ?? policy(application, false) { return error }
        return await onThread { [overrides, declared] () throws(FontError) in
            do throws(FontError) {
                let source = try overrides.entries.source(of: application)
                return declared.obstacle(for: application) ?? overrides.obstacle(for: source.fileName)
            } catch {
                return error
            }
        }.flattened
    }

    /// The name of the icon that is shown for an application; empty for the primary icon.
    package func name(of application: CallerIdentity) async -> String {
        let name = await onThread { [overrides] () throws(FontError) in
            (try? overrides.entries.source(of: application)).flatMap { overrides.setting(of: $0.fileName)?.mark.name }
        }
        return (try? name.get()) ?? nil ?? ""
    }

    /// The names of the icons that can be shown for an application.
    package func names(of application: CallerIdentity) async -> [String] {
        let names = await onThread { [declared] () throws(FontError) in
            declared.declaration(of: application).icons.map(\.name)
        }
        return (try? names.get()) ?? []
    }

    /// The icons that are set, in the order of the names of their entries.
    package func settings() async -> [IconOverrides.Setting] {
        let settings = await onThread { [overrides] () throws(FontError) in overrides.settings() }
        return (try? settings.get()) ?? []
    }

    /// The files whose changes affect icons that are set.
    package func sources() async -> [String] {
        let sources = await onThread { [overrides] () throws(FontError) in overrides.sources }
        return (try? sources.get()) ?? []
    }

    /// The path of the desktop entry that shows an icon.
    package nonisolated func path(of setting: IconOverrides.Setting) -> String {
        "\(overrides.entries.userDirectory)/\(setting.fileName)"
    }

    /// The identity of an application, which need not be running.
    package func identity(of application: ProviderIdentifier) async -> CallerIdentity {
        @Sendable func identity(_ kind: CallerIdentity.Kind) -> CallerIdentity {
            var identity = CallerIdentity(
                kind: kind, applicationID: application.rawValue, displayName: application.rawValue,
                provider: application, processID: 0)
            // The request comes from the user.
            identity.hasNetwork = true
            return identity
        }
        let isFlatpak = await onThread { [overrides] () throws(FontError) in
            _ = try overrides.entries.source(of: identity(.flatpak))
        }
        return identity((try? isFlatpak.get()) != nil ? .flatpak : .application)
    }

    // MARK: Changing

    /// Changes the icon of an application; durable when it returns.
    ///
    /// - Parameters:
    ///   - name: The application's name for the icon; empty for the primary icon.
    ///   - application: The application.
    ///   - isOfApplication: Whether the application itself makes the change, rather than the user.
    ///   - onTurn: Called when the order is fixed: later calls come after this one.
    /// - Throws: ``FontModel/FontError/Code/assetNotFound`` for an undeclared name, ``FontModel/FontError/Code/busy``
    ///   if a later call replaces this one, or the error that prevented the change. The icon then stays as it was.
    package func set(
        _ name: String, for application: CallerIdentity, isOfApplication: Bool, onTurn: () -> Void = {}
    ) async throws(FontError) {
        try await change(application, to: name, isOfApplication, onTurn) { [self] declaration throws(FontError) in
            guard !name.isEmpty else { return nil }
            let icon = try Self.icon(name, in: declaration, of: application)
            return try await content(of: icon, in: declaration, for: application)
        }
    }

    /// Checks whether the user could change the icon of an application, without reading the pictures of the icon.
    ///
    /// - Parameters:
    ///   - name: The name of the icon.
    ///   - application: The application.
    /// - Throws: The errors that ``set(_:for:isOfApplication:onTurn:)`` would throw.
    package func check(_ name: String, for application: CallerIdentity) async throws(FontError) {
        let declaration = try await declaration(of: application, byUser: true)
        if !name.isEmpty { _ = try Self.icon(name, in: declaration, of: application) }
    }

    private static func icon(
        _ name: String, in declaration: DeclaredIcons.Declaration, of application: CallerIdentity
    ) throws(FontError) -> AlternateIcon {
        if let icon = declaration.icons.first(where: { $0.name == name }) { return icon }
        let names = declaration.icons.map(\.name).joined(separator: ", ")
        guard !names.isEmpty else { throw DeclaredIcons.none(application) }
        throw FontError(.assetNotFound, "The manifest of \(application.provider) has no such icon. It has \(names).")
    }

    /// Checks that an application could use an icon that it passes, if the user allows it.
    ///
    /// - Parameters:
    ///   - name: The application's name for the icon.
    ///   - application: The application.
    /// - Throws: ``FontModel/FontError/Code/missingEntitlement`` if the manifest of the application does not permit it,
    ///   ``FontModel/FontError/Code/duplicatedName`` for a name that the manifest declares, and errors for other
    ///   obstacles.
    package func checkUndeclared(_ name: String, of application: CallerIdentity) async throws(FontError) {
        try Self.checkUndeclared(name, in: try await declaration(of: application, byUser: false))
    }

    private static func checkUndeclared(
        _ name: String, in declaration: DeclaredIcons.Declaration
    ) throws(FontError) {
        guard declaration.allowsOthers else {
            throw FontError(
                .missingEntitlement,
                "Only an application whose manifest has icons-at-run-time can pass icons; see typecase-provider(5).")
        }
        guard ManifestReading.isIconName(name) else {
            throw FontError(
                .insufficientInfo,
                "The name of an icon can have at most 64 ASCII letters, digits, dots, hyphens and underscores.")
        }
        if declaration.icons.contains(where: { $0.name == name }) {
            throw FontError(
                .duplicatedName, "The manifest declares the icon \(name). One that is handed over needs another name.")
        }
    }

    /// Changes the icon of an application to one that it passes; durable when it returns.
    ///
    /// - Parameters:
    ///   - name: The application's name for the icon.
    ///   - pictures: The pictures of the icon, PNG or SVG; at least one.
    ///   - application: The application, which the user has permitted to do this.
    /// - Throws: The same errors as ``checkUndeclared(_:of:)``, ``FontModel/FontError/Code/busy`` if a later call
    ///   replaces this one, or the error that prevented the change. The icon then stays as it was.
    package func set(
        _ name: String, of pictures: [OwnedFileDescriptor], for application: CallerIdentity
    ) async throws(FontError) {
        try await change(application, to: name, true) { [self] declaration throws(FontError) in
            try Self.checkUndeclared(name, in: declaration)
            var contents: [SealedMemory] = []
            for (index, file) in pictures.enumerated() {
                let content = try await copy(file, application.provider)
                try DeclaredIcons.check(content, called: "Picture \(index + 1)")
                contents.append(content)
            }
            return try await decode(contents, for: application.provider)
        }
    }

    /// The icons in an application's manifest, if its icon may be changed.
    private func declaration(
        of application: CallerIdentity, byUser isByUser: Bool
    ) async throws(FontError) -> DeclaredIcons.Declaration {
        if let error = refusal ?? policy(application, isByUser) { throw error }
        return try await onThread { [overrides, declared] () throws(FontError) in
            let source = try overrides.entries.source(of: application)
            if let obstacle = overrides.obstacle(for: source.fileName) { throw obstacle }
            return declared.declaration(of: application)
        }.get()
    }

    /// Restores the primary icon of an application on behalf of the user; durable when it returns.
    ///
    /// - Parameter application: The application; `nil` for all.
    /// - Returns: The number of applications that had another icon.
    /// - Throws: The error that prevented a reset.
    package func reset(_ application: ProviderIdentifier?) async throws(FontError) -> Int {
        if let refusal { throw refusal }
        var count = 0
        if let application { giveUp(application) }
        for setting in await settings() where application.map({ $0.rawValue == setting.mark.application }) ?? true {
            guard let owner = ProviderIdentifier(rawValue: setting.mark.application) else { continue }
            giveUp(owner)
            let isReset = try await changing {
                [overrides] (count: inout [ProviderIdentifier: UInt64]) throws(FontError) in
                count[owner, default: 0] += 1
                return try overrides.reset(setting.fileName)
            }.get()
            guard isReset else { continue }
            count += 1
            onChange(
                Change(application: owner, title: setting.title, name: "", icon: "", fileName: setting.fileName))
        }
        return count
    }

    /// Repairs inconsistencies after a crash, an upgrade of an application, or its removal.
    package func settle() async {
        guard refusal == nil else { return }
        let before = await settings()
        _ = await changing { [overrides] _ throws(FontError) in overrides.settle() }
        let after = Set(await settings().map(\.fileName))
        for setting in before where !after.contains(setting.fileName) {
            guard let owner = ProviderIdentifier(rawValue: setting.mark.application) else { continue }
            onChange(
                Change(application: owner, title: setting.title, name: "", icon: "", fileName: setting.fileName))
        }
    }

    /// Changes an icon when it is the application's turn.
    private func change(
        _ application: CallerIdentity, to name: String, _ isOfApplication: Bool, _ onTurn: () -> Void = {},
        _ content: (DeclaredIcons.Declaration) async throws(FontError) -> IconOverrides.Content?
    ) async throws(FontError) {
        let owner = application.provider
        guard await takeTurn(owner, onTurn) else {
            throw FontError(.busy, "Another icon was set in the meantime. An icon can change at most once a second.")
        }
        let begun = changes.withLock { $0[owner, default: 0] }
        var hasChanged = false
        defer { giveBackTurn(owner, after: hasChanged ? Self.interval : .zero) }
        let content = try await content(try await declaration(of: application, byUser: !isOfApplication))
        // Events in the meantime take effect: a denial, the user's reset, another version of the application, or its
        // removal.
        let setting = try await changing { [overrides, policy] count throws(FontError) in
            guard count[owner, default: 0] == begun else {
                throw FontError(.busy, "The user has reset the icon in the meantime.")
            }
            if let error = policy(application, !isOfApplication) { throw error }
            let source = try overrides.entries.source(of: application)
            let changed: Bool
            if let content {
                changed = try overrides.set(name, content, in: source, of: owner)
            } else {
                changed = try overrides.reset(source.fileName)
            }
            guard changed else { return IconOverrides.Setting?.none }
            return overrides.setting(of: source.fileName)
                ?? IconOverrides.Setting(
                    fileName: source.fileName, mark: IconMark(name: "", icon: "", source: "", application: ""),
                    title: source.text["Name"] ?? "")
        }.get()
        guard let setting else { return }
        hasChanged = true
        onChange(
            Change(
                application: owner, title: setting.title, name: name, icon: setting.mark.icon,
                fileName: setting.fileName, isOfApplication: isOfApplication))
    }

    private func content(
        of icon: AlternateIcon, in declaration: DeclaredIcons.Declaration, for application: CallerIdentity
    ) async throws(FontError) -> IconOverrides.Content {
        switch icon.source {
        case .theme(let name):
            guard !declaration.isBundled else {
                throw FontError(
                    .assetNotFound, "The icons of snaps and AppImages have to be files, and \(name) is none.")
            }
            return .theme(name)
        case .files(let files):
            let contents = try await onThread { () throws(FontError) in
                try DeclaredIcons.open(files, below: declaration.directory)
            }.get()
            return try await decode(contents, for: application.provider)
        case .address(_, let digest):
            guard !declaration.isBundled else {
                throw FontError(
                    .downloadFailed, "Icons are not fetched for snaps and AppImages. Their icons must be files.")
            }
            let content = try await fetch(digest, application)
            try DeclaredIcons.check(content, called: icon.name)
            return try await decode([content], for: application.provider)
        }
    }

    /// Decodes files into the pictures of an icon.
    private func decode(
        _ contents: [SealedMemory], for provider: ProviderIdentifier
    ) async throws(FontError) -> IconOverrides.Content {
        var drawn: [Int: IconPicture] = [:]
        var scaled: [Int: IconPicture] = [:]
        for content in contents {
            let pictures = try await pool.icon(content, for: provider)
            for picture in pictures {
                // A PNG yields one picture.
                if pictures.count == 1 { drawn[picture.size] = picture } else { scaled[picture.size] = picture }
            }
        }
        // A picture drawn for a size takes precedence over one scaled to it.
        return .pictures(scaled.merging(drawn) { $1 }.values.sorted { $0.size < $1.size })
    }

    // MARK: Turns

    /// Waits until an application may change its icon.
    ///
    /// - Returns: `false` if a later call replaces this one, or if the user has reset the icon.
    private func takeTurn(_ owner: ProviderIdentifier, _ onTurn: () -> Void) async -> Bool {
        var turn = turns[owner] ?? Turn(earliest: .now)
        if !turn.isTaken, turn.waiting == nil, turn.earliest <= .now {
            turn.isTaken = true
            turns[owner] = turn
            onTurn()
            return true
        }
        turn.waiting?.resume(returning: false)
        return await withCheckedContinuation { continuation in
            turn.waiting = continuation
            turns[owner] = turn
            onTurn()
            if !turn.isTaken { wake(owner, at: turn.earliest) }
        }
    }

    /// Rejects the waiting call.
    private func giveUp(_ owner: ProviderIdentifier) {
        turns[owner]?.waiting?.resume(returning: false)
        turns[owner]?.waiting = nil
    }

    private func giveBackTurn(_ owner: ProviderIdentifier, after interval: Duration) {
        let earliest = ContinuousClock.now.advanced(by: interval)
        turns[owner]?.isTaken = false
        turns[owner]?.earliest = earliest
        wake(owner, at: earliest)
    }

    /// Gives the waiting call its turn at a given time.
    private func wake(_ owner: ProviderIdentifier, at time: ContinuousClock.Instant) {
        guard time > .now else { return next(owner) }
        _ = AlarmClock.shared.add(after: time - .now) { Task { await self.next(owner) } }
    }

    private func next(_ owner: ProviderIdentifier) {
        guard let turn = turns[owner], !turn.isTaken else { return }
        guard turn.earliest <= .now else { return wake(owner, at: turn.earliest) }
        guard let waiting = turn.waiting else {
            turns[owner] = nil
            return
        }
        turns[owner]?.waiting = nil
        turns[owner]?.isTaken = true
        waiting.resume(returning: true)
    }

    /// Runs a blocking change on a thread, and no other change meanwhile.
    ///
    /// Otherwise an icon that is being set would be taken for one that a crash has left behind.
    private func changing<Value: Sendable>(
        _ body: @escaping @Sendable (inout [ProviderIdentifier: UInt64]) throws(FontError) -> Value
    ) async -> Result<Value, FontError> {
        await onThread { [self] () throws(FontError) in
            try changes.withLock { count in Result { () throws(FontError) in try body(&count) } }.get()
        }
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async -> Result<Value, FontError> {
        let result = try? await threads.run { Result { () throws(FontError) in try body() } }
        return result ?? .failure(FontError(.busy, "The home directory is not responding. Try again later."))
    }
}

extension Result where Success == FontError?, Failure == FontError {
    /// The obstacle, or the error that prevented the check.
    fileprivate var flattened: FontError? {
        switch self {
        case .success(let error): error
        case .failure(let error): error
        }
    }
}
