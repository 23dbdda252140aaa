internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// Opens font files and passes them to the service, with as many files in a message as the bus allows.
struct FontFileRegistration: Sendable {
    typealias Outcome = Result<RegisteredFont, FontManagerError>

    var service: ServiceConnection
    var files: BlockingThreads
    var scope: FontScope
    var isEnabled: Bool
    var options: FontRegistrationOptions

    /// The number of messages of a batch that may wait for replies at the same time: the service combines their work.
    private static let messagesInFlight = 4

    // MARK: One message

    /// Registers the files of one message.
    func registerAlone(_ paths: [String]) async throws -> [Outcome] {
        let options = namedOptions
        return try await sending(paths) { opened in
            let call = options.merging(Self.names(of: opened)) { $1 }
            return try await service.change { (session, _) throws(BusError) in
                try await session.fonts.registerFonts(
                    fonts: opened.map(\.file), scope: scope.rawValue, enabled: isEnabled, options: call,
                    timeout: MessageLimits.changeTimeout)
            }.results.map(BusRecord.init)
        }.map { path, result in outcome(of: result, path) }
    }

    /// Registers files in as many messages as it takes, one after the other.
    func registerInTurn(_ paths: [String]) async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for part in paths.batches(of: MessageLimits.descriptors) { outcomes += try await registerAlone(Array(part)) }
        return outcomes
    }

    /// Registers one open font that has no path.
    func register(_ font: OwnedFileDescriptor) async throws -> RegisteredFont {
        let options = namedOptions
        let results = try await service.change { (session, _) throws(BusError) in
            try await session.fonts.registerFonts(
                fonts: [font], scope: scope.rawValue, enabled: isEnabled, options: options,
                timeout: MessageLimits.changeTimeout
            ).results
        }
        let record = results.first.map(BusRecord.init) ?? .unanswered
        if let error = record.error(about: nil) { throw error }
        return RegisteredFont(record, scope: scope)
    }

    // MARK: Many

    /// Registers files as one change, with one update of the caches and one notice to running programs.
    ///
    /// If the task is cancelled early enough, nothing is registered.
    func registerTogether(_ paths: [String]) async throws -> [Outcome] {
        var options = busOptions
        options["request_id"] = BusVariant(FontIdentifier.random().rawValue)
        if self.options.isAtomic { options["atomic"] = BusVariant(true) }
        // The batch is repeated as a whole: its contents are lost if the service goes away.
        do {
            return try await attempt(paths, options)
        } catch FontManagerError.Code.unsupported where !self.options.isAtomic {
            // A sandbox that lacks a permission for more has no batches.
            return try await registerInTurn(paths)
        } catch is LostReply {
            try Task.checkCancellation()
            do {
                return try await attempt(paths, options)
            } catch let error as LostReply {
                throw FontManagerError(error.error)
            }
        }
    }

    /// The error for a service or a bus that goes away during a batch.
    private struct LostReply: Error { var error: BusError }

    private func attempt(_ paths: [String], _ options: [String: BusVariant]) async throws -> [Outcome] {
        // The calls of the batch do not go through ``ServiceConnection``'s `change`, so the batch is counted here.
        defer { service.endedChanges.add(1, ordering: .releasing) }
        // This task is not cancelled: before the service has answered, there is no batch to cancel.
        let beginning = Task.detached {
            try await service.call { (session, _) throws(BusError) in
                let path = try await session.fonts.beginBatch(
                    scope: scope.rawValue, enabled: isEnabled, options: options, timeout: MessageLimits.changeTimeout)
                return Batch1Client(session.connection, busName: FontManager1Names.busName, path: path)
            }
        }
        let batch: Batch1Client
        do {
            batch = try await beginning.sharedValue()
        } catch let error as CancellationError {
            Task.detached { try? await beginning.value.cancel() }
            throw error
        }
        do {
            return try await fill(batch, with: paths)
        } catch {
            // This task is not cancelled. If it is too late to cancel the batch, the call changes nothing.
            await Task.detached { try? await batch.cancel() }.value
            guard let error = error as? BusError else { throw error }
            if error.code == .cancelled { throw CancellationError() }
            // The new service does not know a batch of the service that it replaced.
            if error.isUnreachable || error.code == .unknownObject { throw LostReply(error: error) }
            throw FontManagerError(error)
        }
    }

    private func fill(_ batch: Batch1Client, with paths: [String]) async throws -> [Outcome] {
        let messages = paths.batches(of: MessageLimits.descriptors).map(Array.init)
        let added = try await withThrowingTaskGroup(of: (Int, [(String, Result<BusRecord, FontManagerError>)]).self) {
            group in
            var added: [Int: [(String, Result<BusRecord, FontManagerError>)]] = [:]
            for (index, part) in messages.enumerated() {
                if index >= Self.messagesInFlight, let (index, done) = try await group.next() { added[index] = done }
                group.addTask {
                    let done = try await sending(part) { opened in
                        try await batch.addFonts(
                            fonts: opened.map(\.file), options: Self.names(of: opened),
                            timeout: MessageLimits.changeTimeout
                        ).map(BusRecord.init)
                    }
                    return (index, done)
                }
            }
            for try await (index, done) in group { added[index] = done }
            return added
        }
        try Task.checkCancellation()
        let offered = messages.indices.flatMap { added[$0] ?? [] }
        // The batch does not know about files that could not be opened.
        if options.isAtomic, let failure = offered.lazy.compactMap(\.1.failure).first {
            try await batch.cancel()
            return offered.map { path, result in
                guard case .success = result else { return outcome(of: result, path) }
                return .failure(
                    FontManagerError(
                        .registrationFailed, "Another font of the call was refused: \(failure.message)",
                        item: .file(path)))
            }
        }
        let results = try await batch.commitToTheEnd().results
        return offered.map { path, result in
            outcome(of: result.map { Self.merged($0, results) }, path)
        }
    }

    /// Merges the reply for a font added to a batch, with its faces, and the result of the font's registration.
    private static func merged(_ added: BusRecord, _ results: [[String: BusVariant]]) -> BusRecord {
        guard let index = added.value("index", as: UInt32.self), Int(index) < results.count else {
            return added.value("error", as: String.self) == nil ? .unanswered : added
        }
        return BusRecord(added.entries.filter { $0.key != "index" }.merging(results[Int(index)]) { $1 })
    }

    // MARK: Files

    private struct OpenFile: Sendable {
        var path: String
        var file: OwnedFileDescriptor
    }

    /// Opens files and sends those that could be opened.
    ///
    /// - Returns: The result for each file, in order.
    private func sending(
        _ paths: [String], _ message: ([OpenFile]) async throws -> [BusRecord]
    ) async throws -> [(path: String, result: Result<BusRecord, FontManagerError>)] {
        let opened = try await files.run {
            paths.map { path in
                do throws(FontError) {
                    return Result<OpenFile, FontManagerError>.success(
                        OpenFile(path: path, file: try .openingNamedFont(path)))
                } catch {
                    return .failure(FontManagerError(error, about: .file(path)))
                }
            }
        }
        let sound = opened.compactMap { try? $0.get() }
        var records = sound.isEmpty ? [] : try await message(sound)[...]
        return zip(paths, opened).map { path, file in
            (path, file.map { _ in records.popFirst() ?? .unanswered })
        }
    }

    private func outcome(of result: Result<BusRecord, FontManagerError>, _ path: String) -> Outcome {
        result.flatMap { record in
            if let error = record.error(about: .file(path)) { return .failure(error) }
            return .success(RegisteredFont(record, scope: scope))
        }
    }

    private static func names(of files: [OpenFile]) -> [String: BusVariant] {
        ["names": BusVariant(files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path })]
    }

    /// The options with a unique request id, so that nothing is done twice if the reply is lost.
    ///
    /// A lease has no such id.
    private var namedOptions: [String: BusVariant] {
        if let lease = options.lease { return busOptions.merging(lease.entries) { $1 } }
        return busOptions.merging(["request_id": BusVariant(FontIdentifier.random().rawValue)]) { $1 }
    }

    var busOptions: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        if let visibility = options.visibility { entries["visibility"] = BusVariant(visibility.rawValue) }
        if options.allowsDowngrade { entries["allow_downgrade"] = BusVariant(true) }
        if let userInfo = options.userInfo { entries["user_info"] = BusVariant(userInfo) }
        return entries
    }
}
