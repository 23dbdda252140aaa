internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

extension FontManager {
    // MARK: Files

    /// Registers a font file.
    ///
    /// Outside of process scope the service keeps a copy of its own; in process scope the file has to stay where it is.
    /// The same bytes are the same registration, and registering them again moves them to the scope; in process scope they
    /// are a registration of their own, beside one of another scope.
    ///
    /// - Parameters:
    ///   - path: The path of the file; a symbolic link is followed.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether programs find the font at once; otherwise it waits for ``enableFonts(ids:)``. `false` leaves what
    ///     is enabled as it is.
    ///   - options: How it is registered.
    /// - Returns: The font.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    @discardableResult
    public func registerFont(
        at path: String, scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> RegisteredFont {
        let results = try await registerFonts(at: [path], scope: scope, enabled: enabled, options: options)
        guard let result = results.first else { throw FontManagerError(.registrationFailed, "There is no result.") }
        return try result.get()
    }

    /// Registers font files.
    ///
    /// More files than a message takes are registered as one change: programs hear of them once, and where the task is
    /// cancelled before the end none is registered.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files; symbolic links are followed.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once; otherwise they wait for ``enableFonts(ids:)``. `false` leaves
    ///     what is enabled as it is.
    ///   - options: How they are registered.
    /// - Returns: What came of each file, in order: one that is refused does not keep the others from being registered.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    public func registerFonts(
        at paths: [String], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        if paths.isEmpty { return [] }
        if scope == .process {
            guard options.lease == nil else { throw FontLease.processScopeError }
            return try await processScope.run(on: files) { [processScope] in
                processScope.register(filesAt: paths, isEnabled: enabled, options)
            }
        }
        let registration = registration(scope, enabled, options)
        if options.lease != nil { return try await registration.registerInTurn(paths) }
        if paths.count <= MessageLimits.descriptors, !options.isAtomic {
            return try await registration.registerAlone(paths)
        }
        if options.isAtomic, paths.count > FontLimits.fontsOfUser {
            throw FontManagerError(
                .exceededResourceLimit, "No more than \(FontLimits.fontsOfUser) fonts are registered as one.")
        }
        var results: [Result<RegisteredFont, FontManagerError>] = []
        for part in paths.batches(of: FontLimits.fontsOfUser) {
            results += try await registration.registerTogether(Array(part))
        }
        return results
    }

    /// Registers a file of which it is known what is in it.
    func registerFont(_ file: ProcessScope.KnownFile, scope: FontScope) async throws -> RegisteredFont {
        guard scope == .process else { return try await registerFont(at: file.path, scope: scope) }
        return try await processScope.run(on: files) { [processScope] in
            try processScope.register(.file(file.path, known: file), isEnabled: true, userInfo: nil).get()
        }
    }

    /// Begins with what the first font of a process waits for longest, once.
    func prepareProcessScope() { processScope.prepare(on: files) }

    func registration(
        _ scope: FontScope, _ enabled: Bool, _ options: FontRegistrationOptions
    ) -> FontFileRegistration {
        FontFileRegistration(service: service, files: files, scope: scope, isEnabled: enabled, options: options)
    }

    // MARK: Descriptors

    /// Registers fonts by descriptors.
    ///
    /// A descriptor with a path stands for the file. One without stands for all fonts of its name that the application
    /// has registered before, such as those of a family: they are enabled, and moved to the scope, without their bytes.
    ///
    /// - Parameters:
    ///   - descriptors: What the fonts are called.
    ///   - scope: How long the registrations last from now on; fonts that are known by name alone cannot be moved to
    ///     process scope.
    ///   - enabled: Whether programs find the fonts; `false` leaves what is enabled as it is.
    /// - Returns: The ids of the registrations that each descriptor stands for, in order.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    public func registerFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, enabled: Bool = true
    ) async throws -> [Result<[String], FontManagerError>] {
        var results: [Int: Result<[String], FontManagerError>] = [:]
        // Files of equal marks go together.
        let withFiles = descriptors.enumerated().filter { $0.element.path != nil }
        for (mark, group) in Dictionary(grouping: withFiles, by: { $0.element.userInfo }) {
            var options = FontRegistrationOptions()
            options.userInfo = mark
            let paths = group.map { $0.element.path ?? "" }
            let fonts = try await registerFonts(at: paths, scope: scope, enabled: enabled, options: options)
            for (item, font) in zip(group, fonts) { results[item.offset] = font.map { [$0.id] } }
        }
        let named = descriptors.enumerated().filter { $0.element.path == nil }
        for part in Array(named).batches(of: MessageLimits.items) {
            let items = part.map(\.element)
            let answers = try await own.register(items, scope, enabled)
            for (item, answer) in zip(part, answers) { results[item.offset] = answer }
        }
        return descriptors.indices.map { index in
            results[index] ?? .failure(FontManagerError(.registrationFailed, "There is no result."))
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
