internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    // MARK: Unregistering

    /// Removes registrations of the application.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(ids: [String]) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let ofProcess = ids.filter(ProcessScope.isIdentifier)
        if !ofProcess.isEmpty {
            errors += try await files.run { [processFonts] in ofProcess.compactMap { processFonts.unregister($0) } }
        }
        for part in ids.filter({ !ProcessScope.isIdentifier($0) }).batches(of: MessageLimits.items).map(Array.init) {
            let (results, isSecond) = try await service.change { (session, isSecond) throws(BusError) in
                let answer = try await session.fonts.unregister(
                    ids: part, options: [:], timeout: MessageLimits.changeTimeout)
                return (answer.results, isSecond)
            }
            errors += Self.errors(of: part.map { .registration($0) }, results)
                // What is not there the second time has gone the first time, whose reply was lost.
                .filter { !isSecond || $0.code != .notRegistered }
        }
        return errors
    }

    /// Removes registrations of the application by files with the same bytes.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files, as they are now. A font of this process is found by the path that it was
    ///     registered with too, where the file has been replaced or deleted since.
    ///   - scope: The scope that the registrations have; in another one they are not found.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(at paths: [String], scope: FontScope = .session) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        var ids: [String] = []
        var pathsByID: [String: String] = [:]
        // Of other scopes it is told where the font is; a font of this process needs no service.
        let registered = try await registeredFonts(scope: scope == .process ? scope : nil)
        for path in paths {
            switch try await registration(ofFileAt: path, of: scope, among: registered) {
            case .success(let id):
                ids.append(id)
                pathsByID[id] = path
            case .failure(let error): errors.append(error)
            }
        }
        for error in try await unregisterFonts(ids: ids) {
            guard case .registration(let id)? = error.item, let path = pathsByID[id] else { continue }
            errors.append(error.about(.file(path)))
        }
        return errors
    }

    /// Finds the registration of a file.
    private func registration(
        ofFileAt path: String, of scope: FontScope, among fonts: [RegisteredFont]
    ) async throws -> Result<String, FontManagerError> {
        let (digest, place) = try await files.run { () -> (Result<String, FontManagerError>, String?) in
            let digest = Self.digest(ofFileAt: path)
            if case .success = digest { return (digest, nil) }
            return (digest, Self.place(ofFileAt: path))
        }
        let isMeant = { (font: RegisteredFont) -> Bool in
            if case .success(let digest) = digest, font.sha256 == digest { return true }
            // A file of this process may have been replaced since, or may have gone.
            return font.path.map { $0 == path || $0 == place } ?? false
        }
        let meant = fonts.filter(isMeant)
        if let font = meant.first(where: { $0.scope == scope }) { return .success(font.id) }
        let others = Set(meant.map { "'\($0.scope.rawValue)'" }).sorted().joined(separator: ", ")
        return digest.flatMap { _ in
            .failure(
                FontManagerError(
                    .notRegistered,
                    "The application has not registered this file in the scope '\(scope.rawValue)'"
                        + (others.isEmpty ? "." : ", but in \(others)."), item: .file(path)))
        }
    }

    /// The path of a file that may have gone from its directory, without symbolic links; `nil` where that has gone too.
    private static func place(ofFileAt path: String) -> String? {
        let file = FilePath(path)
        let directory = file.removingLastComponent()
        guard let name = file.lastComponent,
            let resolved = try? FileSystem.resolved(directory.isEmpty ? "." : directory.string)
        else { return nil }
        return FilePath(resolved).appending(name).string
    }

    static func digest(ofFileAt path: String) -> Result<String, FontManagerError> {
        do throws(FontError) {
            let file = try OwnedFileDescriptor.openingNamedFont(path)
            do {
                return .success(try FileDigest.of(file).hexadecimal)
            } catch {
                throw FontError(.insufficientPermissions, "Cannot be read: \(error).")
            }
        } catch {
            return .failure(FontManagerError(error, about: .file(path)))
        }
    }

    /// Removes registrations of the application by what their fonts are called.
    ///
    /// - Parameters:
    ///   - descriptors: What the fonts are called; one with a path stands for the file.
    ///   - scope: The scope that the registrations have; in another one they are not found.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func unregisterFonts(
        _ descriptors: [FontDescriptor], scope: FontScope = .session
    ) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let paths = descriptors.compactMap(\.path)
        if !paths.isEmpty { errors += try await unregisterFonts(at: paths, scope: scope) }
        for part in descriptors.filter({ $0.path == nil }).batches(of: MessageLimits.items).map(Array.init) {
            if scope == .process {
                errors += try await files.run { [processFonts] in
                    part.flatMap { descriptor -> [FontManagerError] in
                        switch processFonts.find(descriptor) {
                        case .success(let ids): ids.compactMap { processFonts.unregister($0) }
                        case .failure(let error) where error.code == .assetNotFound:
                            [FontManagerError(.notRegistered, error.message, item: error.item)]
                        case .failure(let error): [error]
                        }
                    }
                }
                continue
            }
            do {
                let (results, isSecond) = try await service.change { (session, isSecond) throws(BusError) in
                    let answer = try await session.fonts.unregisterDescriptors(
                        descriptors: part.map(\.dictionary), scope: scope.rawValue, options: [:],
                        timeout: MessageLimits.changeTimeout)
                    return (answer.results, isSecond)
                }
                errors += Self.errors(of: part.map { .descriptor($0) }, results)
                    .filter { !isSecond || $0.code != .notRegistered }
            } catch FontManagerError.Code.unsupported {
                // A sandbox without a permission for more looks for them among its own.
                let (ids, failures) = Self.ids(of: part, among: try await registeredFonts(scope: scope))
                errors += failures + (try await unregisterFonts(ids: ids))
            }
        }
        return errors
    }

    // MARK: Enabling

    /// Enables registrations of the application, so that programs find the fonts.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are enabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func enableFonts(ids: [String]) async throws -> [FontManagerError] { try await setEnabled(true, ids: ids) }

    /// Enables registrations of the application by what their fonts are called, in whatever scope they are.
    ///
    /// Without a service those of the process are enabled, where each descriptor stands for one of them.
    ///
    /// - Parameter descriptors: What the fonts are called: each stands for all of the application's that are so.
    /// - Returns: What failed; empty where all are enabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func enableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await setEnabled(true, descriptors)
    }

    /// Disables registrations of the application: the fonts stay registered, and no program finds them.
    ///
    /// - Parameter ids: The registrations, of any scope.
    /// - Returns: What failed; empty where all are disabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func disableFonts(ids: [String]) async throws -> [FontManagerError] {
        try await setEnabled(false, ids: ids)
    }

    /// Disables registrations of the application by what their fonts are called, in whatever scope they are.
    ///
    /// Without a service those of the process are disabled, where each descriptor stands for one of them.
    ///
    /// - Parameter descriptors: What the fonts are called: each stands for all of the application's that are so.
    /// - Returns: What failed; empty where all are disabled.
    /// - Throws: ``FontManagerError`` where the call failed as a whole; `CancellationError`.
    @discardableResult
    public func disableFonts(_ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        try await setEnabled(false, descriptors)
    }

    private func setEnabled(_ enabled: Bool, ids: [String]) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let ofProcess = ids.filter(ProcessScope.isIdentifier)
        if !ofProcess.isEmpty {
            errors += try await files.run { [processFonts] in
                ofProcess.compactMap { processFonts.setEnabled(enabled, $0) }
            }
        }
        for part in ids.filter({ !ProcessScope.isIdentifier($0) }).batches(of: MessageLimits.items).map(Array.init) {
            let answer = try await service.change { (session, _) throws(BusError) in
                try await session.fonts.setEnabled(
                    ids: part, enabled: enabled, options: [:], timeout: MessageLimits.changeTimeout)
            }
            errors += Self.errors(of: part.map { .registration($0) }, answer.results)
        }
        return errors
    }

    private func setEnabled(_ enabled: Bool, _ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        let ofProcess = try await registeredFonts(scope: .process)
        var fonts = ofProcess
        do {
            fonts = try await registeredFonts()
        } catch FontManagerError.Code.serviceUnavailable
            where descriptors.allSatisfy({ ofProcess.contains(where: $0.stands) })
        {
            // What all of them stand for in the process needs no service.
        }
        let (ids, errors) = Self.ids(of: descriptors, among: fonts)
        return errors + (try await setEnabled(enabled, ids: ids))
    }

    /// The registrations that descriptors stand for, each once, and what keeps others from standing for any.
    private static func ids(
        of descriptors: [FontDescriptor], among fonts: [RegisteredFont]
    ) -> (ids: [String], errors: [FontManagerError]) {
        var errors: [FontManagerError] = []
        var ids: [String] = []
        for descriptor in descriptors {
            guard descriptor.isNamed else {
                errors.append(
                    FontManagerError(
                        .insufficientInfo, "The descriptor does not say what the font is called.",
                        item: .descriptor(descriptor)))
                continue
            }
            let found = fonts.filter { descriptor.stands(for: $0) }.map(\.id)
            if found.isEmpty {
                errors.append(
                    FontManagerError(
                        .notRegistered, "The application has registered no such font.", item: .descriptor(descriptor)))
            }
            ids += found.filter { !ids.contains($0) }
        }
        return (ids, errors)
    }

    /// The errors in the results of a call.
    static func errors(
        of items: [FontManagerError.Item], _ results: [[String: BusVariant]]
    ) -> [FontManagerError] {
        items.enumerated().compactMap { index, item in
            (index < results.count ? BusRecord(results[index]) : .unanswered).error(about: item)
        }
    }
}
