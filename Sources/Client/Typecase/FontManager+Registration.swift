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
            return try await registerForProcess(paths, enabled, options)
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
        return try await processFonts.run(on: files) { [processFonts] in
            try processFonts.register(.file(file.path, known: file), isEnabled: true, userInfo: nil).get()
        }
    }

    /// Begins with what the first font of a process waits for longest, once.
    func prepareProcessScope() { processFonts.prepare(on: files) }

    func registration(
        _ scope: FontScope, _ enabled: Bool, _ options: FontRegistrationOptions
    ) -> FontFileRegistration {
        FontFileRegistration(service: service, files: files, scope: scope, isEnabled: enabled, options: options)
    }

    func registerForProcess(
        _ paths: [String], _ enabled: Bool, _ options: FontRegistrationOptions
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        return try await processFonts.run(on: files) { [processFonts] in
            var results: [Result<RegisteredFont, FontManagerError>] = []
            for path in paths {
                results.append(processFonts.register(.file(path), isEnabled: enabled, userInfo: options.userInfo))
            }
            guard options.isAtomic, let failure = results.lazy.compactMap(\.failure).first else { return results }
            return zip(paths, results).map { path, result in
                guard case .success(let font) = result else { return result }
                if !font.wasAlreadyRegistered { processFonts.unregister(font.id) }
                return .failure(
                    FontManagerError(
                        .registrationFailed, "Another font of the call was refused: \(failure.message)",
                        item: .file(path)))
            }
        }
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
            let answers = try await registerNamed(items, scope, enabled)
            for (item, answer) in zip(part, answers) { results[item.offset] = answer }
        }
        return descriptors.indices.map { index in
            results[index] ?? .failure(FontManagerError(.registrationFailed, "There is no result."))
        }
    }

    func registerNamed(
        _ descriptors: [FontDescriptor], _ scope: FontScope, _ enabled: Bool
    ) async throws -> [Result<[String], FontManagerError>] {
        if descriptors.isEmpty { return [] }
        if scope == .process {
            return try await files.run { [processFonts] in
                descriptors.map { descriptor in
                    processFonts.find(descriptor).flatMap { ids in
                        for id in ids where enabled {
                            if let error = processFonts.setEnabled(true, id) { return .failure(error) }
                        }
                        return .success(ids)
                    }
                }
            }
        }
        let answer = try await service.change { (session, _) throws(BusError) in
            try await session.fonts.registerDescriptors(
                descriptors: descriptors.map(\.dictionary), scope: scope.rawValue, enabled: enabled, options: [:],
                timeout: MessageLimits.changeTimeout)
        }
        return Self.results(of: descriptors, answer.results)
    }

    /// The ids in the results of a call that descriptors stand for.
    static func results(
        of descriptors: [FontDescriptor], _ answers: [[String: BusVariant]]
    ) -> [Result<[String], FontManagerError>] {
        descriptors.enumerated().map { index, descriptor in
            let record = index < answers.count ? BusRecord(answers[index]) : .unanswered
            if let error = record.error(about: .descriptor(descriptor)) { return .failure(error) }
            return .success(record.records("fonts").map { $0.text("id") })
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
