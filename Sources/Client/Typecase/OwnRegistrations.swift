internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// The registrations of the application, in the service and in process scope.
struct OwnRegistrations: Sendable {
    let service: ServiceConnection
    let processScope: ProcessScope
    /// Threads for blocking work.
    let files: BlockingThreads

    /// Lists the registrations of a scope, or of all scopes if it is `nil`: the enabled or disabled ones, or both.
    func list(scope: FontScope? = nil, enabled: Bool? = nil) async throws -> [RegisteredFont] {
        var fonts: [RegisteredFont] = []
        if scope == nil || scope == .process {
            // This waits while another font of the process is being read.
            let own = try await files.run { [processScope] in processScope.fonts() }
            fonts += own.filter { enabled == nil || $0.isEnabled == enabled }
            if scope == .process { return fonts }
        }
        var filter: [String: BusVariant] = [:]
        if let scope { filter["scope"] = BusVariant(scope.rawValue) }
        if let enabled { filter["enabled"] = BusVariant(enabled) }
        fonts += try await service.call { [filter] (session, _) throws(BusError) in
            var fonts: [RegisteredFont] = []
            try await BusPages.forEach(filter) { page throws(BusError) in
                let reply = try await session.fonts.listRegistered(filter: page)
                return (reply.fonts, reply.cursor)
            } body: { page in
                fonts += page.map { RegisteredFont(BusRecord($0), scope: .persistent) }
            }
            return fonts
        }
        return fonts
    }

    /// Returns the scope in which a file is registered.
    func scope(ofFileAt path: String) async throws -> FontScope? {
        let (digest, isOfProcess) = try await files.run { [processScope] in
            let digest = try FontBytes.digest(ofFileAt: path).get()
            return (digest, processScope.fonts().contains { $0.sha256 == digest })
        }
        if isOfProcess { return .process }
        return try await list().first { $0.sha256 == digest }?.scope
    }

    /// Removes registrations.
    func unregister(_ ids: [String]) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let ofProcess = ids.filter(ProcessScope.isIdentifier)
        if !ofProcess.isEmpty {
            errors += try await files.run { [processScope] in ofProcess.compactMap { processScope.unregister($0) } }
        }
        for part in ids.filter({ !ProcessScope.isIdentifier($0) }).batches(of: MessageLimits.items).map(Array.init) {
            let (results, isSecond) = try await service.change { (session, isSecond) throws(BusError) in
                let answer = try await session.fonts.unregister(
                    ids: part, options: [:], timeout: MessageLimits.changeTimeout)
                return (answer.results, isSecond)
            }
            errors += Self.errors(of: part.map { .registration($0) }, results)
                // A font that is missing in the second attempt was removed in the first one, whose reply was lost.
                .filter { !isSecond || $0.code != .notRegistered }
        }
        return errors
    }

    /// Removes registrations, identified by files with the same bytes.
    func unregister(filesAt paths: [String], scope: FontScope) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        var ids: [String] = []
        var pathsByID: [String: String] = [:]
        // All scopes are listed, so that an error can name the scope of the font; process scope needs no service.
        let registered = try await list(scope: scope == .process ? scope : nil)
        for path in paths {
            switch try await registration(ofFileAt: path, of: scope, among: registered) {
            case .success(let id):
                ids.append(id)
                pathsByID[id] = path
            case .failure(let error): errors.append(error)
            }
        }
        for error in try await unregister(ids) {
            guard case .registration(let id)? = error.item, let path = pathsByID[id] else { continue }
            errors.append(error.about(.file(path)))
        }
        return errors
    }

    /// Removes registrations, identified by the names of their fonts.
    func unregister(_ descriptors: [FontDescriptor], scope: FontScope) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let paths = descriptors.compactMap(\.path)
        if !paths.isEmpty { errors += try await unregister(filesAt: paths, scope: scope) }
        for part in descriptors.filter({ $0.path == nil }).batches(of: MessageLimits.items).map(Array.init) {
            if scope == .process {
                errors += try await files.run { [processScope] in
                    part.flatMap { descriptor -> [FontManagerError] in
                        switch processScope.find(descriptor) {
                        case .success(let ids): ids.compactMap { processScope.unregister($0) }
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
                // An application in a sandbox without further permissions searches its own registrations.
                let (ids, failures) = Self.ids(of: part, among: try await list(scope: scope))
                errors += failures + (try await unregister(ids))
            }
        }
        return errors
    }

    /// Finds the registration of a file.
    private func registration(
        ofFileAt path: String, of scope: FontScope, among fonts: [RegisteredFont]
    ) async throws -> Result<String, FontManagerError> {
        let (digest, place) = try await files.run { () -> (Result<String, FontManagerError>, String?) in
            let digest = FontBytes.digest(ofFileAt: path)
            if case .success = digest { return (digest, nil) }
            return (digest, FontBytes.place(ofFileAt: path))
        }
        let isMeant = { (font: RegisteredFont) -> Bool in
            if case .success(let digest) = digest, font.sha256 == digest { return true }
            // A file of this process may have been replaced or removed since.
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

    /// Enables registrations, identified by the names of their fonts, and moves them to a scope.
    func register(
        _ descriptors: [FontDescriptor], _ scope: FontScope, _ enabled: Bool
    ) async throws -> [Result<[String], FontManagerError>] {
        if descriptors.isEmpty { return [] }
        if scope == .process {
            return try await files.run { [processScope] in
                descriptors.map { descriptor in
                    processScope.find(descriptor).flatMap { ids in
                        for id in ids where enabled {
                            if let error = processScope.setEnabled(true, id) { return .failure(error) }
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

    /// Has the service register fonts that belong to the application, identified by their names in its manifest.
    func register(
        assets names: [String], _ scope: FontScope, _ enabled: Bool, _ entries: [String: BusVariant]
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        let result = try await service.change { (session, _) throws(BusError) in
            try await session.runJob(entries) { options throws(BusError) in
                _ = try await session.fonts.registerAssets(
                    names: names, scope: scope.rawValue, enabled: enabled, options: options)
            }
        }
        if let error = result.error(about: nil) { throw error }
        let results = (result.value("results") ?? [[String: BusVariant]]()).map(BusRecord.init)
        return zip(names, results).map { name, item in
            if let error = item.error(about: .asset(name)) { return .failure(error) }
            return .success(
                (item.value("fonts") ?? [[String: BusVariant]]()).map { RegisteredFont(BusRecord($0), scope: scope) })
        }
    }

    /// Enables or disables registrations.
    func setEnabled(_ enabled: Bool, _ ids: [String]) async throws -> [FontManagerError] {
        var errors: [FontManagerError] = []
        let ofProcess = ids.filter(ProcessScope.isIdentifier)
        if !ofProcess.isEmpty {
            errors += try await files.run { [processScope] in
                ofProcess.compactMap { processScope.setEnabled(enabled, $0) }
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

    /// Enables or disables registrations in any scope, identified by the names of their fonts.
    func setEnabled(_ enabled: Bool, _ descriptors: [FontDescriptor]) async throws -> [FontManagerError] {
        let ofProcess = try await list(scope: .process)
        var fonts = ofProcess
        do {
            fonts = try await list()
        } catch FontManagerError.Code.serviceUnavailable
            where descriptors.allSatisfy({ ofProcess.contains(where: $0.stands) })
        {
            // If the process has registered a font for each descriptor, no service is needed.
        }
        let (ids, errors) = Self.ids(of: descriptors, among: fonts)
        return errors + (try await setEnabled(enabled, ids))
    }

    /// Returns the ids of the registrations that descriptors stand for.
    ///
    /// Each id is returned once. Each descriptor that stands for no registration has an error.
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

    /// Returns the errors in the results of a call.
    private static func errors(
        of items: [FontManagerError.Item], _ results: [[String: BusVariant]]
    ) -> [FontManagerError] {
        items.enumerated().compactMap { index, item in
            (index < results.count ? BusRecord(results[index]) : .unanswered).error(about: item)
        }
    }

    /// Returns the ids that the results of a call contain for each descriptor.
    private static func results(
        of descriptors: [FontDescriptor], _ answers: [[String: BusVariant]]
    ) -> [Result<[String], FontManagerError>] {
        descriptors.enumerated().map { index, descriptor in
            let record = index < answers.count ? BusRecord(answers[index]) : .unanswered
            if let error = record.error(about: .descriptor(descriptor)) { return .failure(error) }
            return .success(record.records("fonts").map { $0.text("id") })
        }
    }
}
