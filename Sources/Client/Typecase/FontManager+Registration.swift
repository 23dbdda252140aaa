internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

extension FontManager {
    // MARK: Files

    /// Registers a font file.
    ///
    /// In process scope, the file must stay where it is; in other scopes, the service keeps its own copy. If the
    /// application registers the same bytes again, the existing registration is moved to the new scope. A registration
    /// in process scope is separate from a registration of the same bytes in another scope.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Symbolic links are followed.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether the font is enabled immediately; otherwise it stays disabled until ``enableFonts(ids:)``.
    ///     `false` does not disable a font that is already enabled.
    ///   - options: How the font is registered.
    /// - Returns: The registered font.
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
    /// If the files do not fit in one message, they are registered as one change: programs are notified once, and if
    /// the task is cancelled before the end, no file is registered.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files. Symbolic links are followed.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately; otherwise they stay disabled until
    ///     ``enableFonts(ids:)``. `false` does not disable fonts that are already enabled.
    ///   - options: How the fonts are registered.
    /// - Returns: The result for each file, in order. If one file is refused, the others are still registered.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
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

    /// Registers a file whose content is already known.
    func registerFont(_ file: ProcessScope.KnownFile, scope: FontScope) async throws -> RegisteredFont {
        guard scope == .process else { return try await registerFont(at: file.path, scope: scope) }
        return try await processScope.run(on: files) { [processScope] in
            try processScope.register(.file(file.path, known: file), isEnabled: true, userInfo: nil).get()
        }
    }

    /// Starts the preparation that takes most of the time of a process's first font, if it has not been started yet.
    func prepareProcessScope() { processScope.prepare(on: files) }

    func registration(
        _ scope: FontScope, _ enabled: Bool, _ options: FontRegistrationOptions
    ) -> FontFileRegistration {
        FontFileRegistration(service: service, files: files, scope: scope, isEnabled: enabled, options: options)
    }

    // MARK: Descriptors

    /// Registers fonts by descriptors.
    ///
    /// A descriptor with a path identifies a file. A descriptor without a path stands for all fonts with its name that
    /// the application has already registered, such as the fonts of a family. These fonts are enabled and moved to the
    /// scope; their bytes are not needed.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the fonts.
    ///   - scope: How long the registrations last from now on. Fonts that are identified only by name cannot be moved
    ///     to process scope.
    ///   - enabled: Whether the fonts are enabled. `false` does not disable fonts that are already enabled.
    /// - Returns: The ids of the registrations that each descriptor stands for, in order.
    /// - Throws: ``FontManagerError`` if the whole call failed; `CancellationError`.
    public func registerFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session, enabled: Bool = true
    ) async throws -> [Result<[String], FontManagerError>] {
        var results: [Int: Result<[String], FontManagerError>] = [:]
        // Files with the same `userInfo` are registered in one call.
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
