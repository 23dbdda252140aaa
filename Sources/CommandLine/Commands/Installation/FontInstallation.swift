internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// Opens font files and sends them to the service, a few messages at a time, each with as many as the bus allows.
struct FontInstallation: Sendable {
    /// The scope of the registrations.
    var scope: RegistrationScope
    /// Whether programs find the fonts immediately.
    var enabled: Bool
    /// Whether they may replace the user's fonts of the same names even if they are not newer.
    var allowsDowngrade = false
    /// Whether only to report what would be done.
    var isPlan = false
    /// Whether to refuse fonts that web browsers do not show.
    var isBrowserSafe = false
    /// The connection.
    var session: CommandSession
    /// The font from standard input, for the path `-`.
    var standardInput: OwnedFileDescriptor?
    /// The fonts that have been fetched, by their addresses, which are used like paths.
    var fetched: [String: RemoteFonts.Font] = [:]
    /// The fonts from archives, by their paths.
    var members: [String: ArchiveMember] = [:]
    /// The addresses of fonts whose paths differ from their addresses, apart from fetched fonts and archives.
    var addresses: [String: String] = [:]
    /// The converter for web fonts; `nil` if they are sent unchanged, in which case the service refuses them.
    var expansion: WebFontExpansion?
    /// The progress line, which advances by one for each file.
    var progress: ProgressLine

    /// The number of messages that may wait for replies at once; the service combines their work.
    private static let messagesInFlight = 4

    /// The number of files that are installed as one change: the most that the service accepts in a batch.
    private static let filesPerBatch = FontLimits.fontsOfUser

    /// The result for one file.
    enum Font: Sendable {
        case done(path: String, FontRecord)
        case failed(CommandFailure)
    }

    /// The result for all files.
    struct Outcome: Sendable {
        /// The service's results for the fonts that it accepted.
        var records: [FontRecord] {
            fonts.compactMap { font in
                if case .done(_, let record) = font { record } else { nil }
            }
        }

        /// The files that were tried, in order.
        var fonts: [Font] = []
        /// The error of a whole call, after which no other call was started.
        var ended: CommandFailure?
        /// The number of files that were not tried, or whose call failed as a whole.
        var missing = 0
    }

    /// Installs files.
    ///
    /// A cancelled task tries no more files. The service has already received files that fit into one message and
    /// installs them in any case, so their results are awaited. More files form a batch, which is cancelled as a whole.
    ///
    /// - Parameter paths: The files.
    /// - Returns: The results.
    func install(_ paths: [String]) async -> Outcome {
        var outcome = Outcome()
        for part in parts(of: paths) {
            if outcome.ended != nil || Task.isCancelled {
                outcome.missing += part.count
                continue
            }
            let done: Outcome
            do throws(CommandFailure) {
                done =
                    part.count > FontFile.filesPerMessage && !isPlan
                    ? try await installTogether(part)
                    : await installAlone(part)
            } catch {
                done = Outcome(ended: error.exit == .interrupted ? nil : error, missing: part.count)
            }
            outcome.fonts += done.fonts
            outcome.ended = done.ended
            outcome.missing += done.missing
        }
        return outcome
    }

    /// The files grouped by batches or messages: adjacent files from the same address form a group.
    private func parts(of paths: [String]) -> [[String]] {
        var runs: [[String]] = []
        for path in paths {
            if let last = runs.last?.last, address(of: last) == address(of: path) {
                runs[runs.count - 1].append(path)
            } else {
                runs.append([path])
            }
        }
        return runs.flatMap { $0.batches(of: Self.filesPerBatch).map(Array.init) }
    }

    /// The address that a font can be fetched from again; `nil` for a font from this machine.
    private func address(of path: String) -> String? {
        let address = addresses[path] ?? members[path]?.archive ?? path
        return RemoteFonts.isKept(address) ? address : nil
    }

    /// Installs the files of one message.
    private func installAlone(_ paths: [String]) async -> Outcome {
        await withTaskCancellationHandler {
            await send(paths) { files throws(CommandFailure) in try await install(files) }
        } onCancel: {
            progress.change(to: localized("Finishing the current fonts; press Ctrl-C again to quit"))
        }
    }

    /// Sends files in messages, a few at a time.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - message: Sends one message and returns the results for its files.
    /// - Returns: The results for all files.
    func send(
        _ paths: [String],
        _ message: @escaping @Sendable ([OpenFile]) async throws(CommandFailure) -> [FontRecord]
    ) async -> Outcome {
        let messages = paths.batches(of: FontFile.filesPerMessage).map(Array.init)
        let results = await withTaskGroup(of: MessageResult.self) { group in
            var results: [Int: Result<[Font], CommandFailure>] = [:]
            for (index, part) in messages.enumerated() {
                if index >= Self.messagesInFlight, let done = await group.next() {
                    results[done.index] = done.result
                    // The service is gone or refuses everything, so the other files would fail as well.
                    if case .failure = done.result { break }
                }
                if Task.isCancelled { break }
                group.addTask { await result(of: part, index, message) }
            }
            while let done = await group.next() { results[done.index] = done.result }
            return results
        }
        var outcome = Outcome()
        for (index, part) in messages.enumerated() {
            switch results[index] {
            case .success(let fonts): outcome.fonts += fonts
            case .failure(let failure):
                outcome.ended = outcome.ended ?? failure
                outcome.missing += part.count
            case nil: outcome.missing += part.count
            }
        }
        return outcome
    }

    /// An opened file of a message.
    struct OpenFile: Sendable {
        var path: String
        var file: OwnedFileDescriptor
    }

    /// The result of one message.
    private struct MessageResult: Sendable {
        var index: Int
        var result: Result<[Font], CommandFailure>
    }

    private func result(
        of paths: [String], _ index: Int,
        _ message: @escaping @Sendable ([OpenFile]) async throws(CommandFailure) -> [FontRecord]
    ) async -> MessageResult {
        do throws(CommandFailure) {
            let fonts = try await finishing { () async throws(CommandFailure) in
                try await self.fonts(of: paths, message)
            }
            progress.advance(by: paths.count)
            return MessageResult(index: index, result: .success(fonts))
        } catch {
            return MessageResult(index: index, result: .failure(error))
        }
    }

    private func fonts(
        of paths: [String], _ message: ([OpenFile]) async throws(CommandFailure) -> [FontRecord]
    ) async throws(CommandFailure) -> [Font] {
        var fonts: [Font?] = []
        var opened: [(index: Int, file: OpenFile)] = []
        for path in paths {
            do throws(CommandFailure) {
                var file =
                    if path == StandardInput.argument, let standardInput {
                        standardInput
                    } else if let font = fetched[path] {
                        try font.get()
                    } else if let member = members[path] {
                        try member.open()
                    } else {
                        try FontFile.open(path, followsLinks: true)
                    }
                if let expansion { file = try await expansion.expanded(file, path: path) }
                opened.append((fonts.count, OpenFile(path: path, file: file)))
                fonts.append(nil)
            } catch {
                fonts.append(.failed(error))
            }
        }
        if !opened.isEmpty {
            let records = try await message(opened.map(\.file))
            for (position, font) in opened.enumerated() {
                let record = position < records.count ? records[position] : FontRecord(Self.unanswered)
                fonts[font.index] = Self.font(record, of: font.file.path)
            }
        }
        return fonts.compactMap { $0 }
    }

    static func font(_ record: FontRecord, of path: String) -> Font {
        record.failure(about: path).map { .failed($0) } ?? .done(path: path, record)
    }

    private func install(_ files: [OpenFile]) async throws(CommandFailure) -> [FontRecord] {
        if isPlan {
            return try await calling { () async throws(BusError) in
                try await session.management.planInstallation(
                    fonts: files.map(\.file), scope: scope.rawValue, enabled: enabled,
                    options: options(for: files.map(\.path)).merging(Self.names(of: files)) { $1 },
                    timeout: CommandSession.changeTimeout)
            }.map(FontRecord.init)
        }
        return try await calling { () async throws(BusError) in
            try await session.management.installFonts(
                fonts: files.map(\.file), scope: scope.rawValue, enabled: enabled,
                options: options(for: files.map(\.path)).merging(Self.names(of: files)) { $1 },
                timeout: CommandSession.changeTimeout)
        }.results.map(FontRecord.init)
    }

    /// The options for all files from one address, apart from scope and state.
    func options(for paths: [String]) -> [String: BusVariant] {
        var options = CommandSession.changeOptions
        if let address = paths.first.flatMap(address) { options["user_info"] = BusVariant(address) }
        if allowsDowngrade { options["allow_downgrade"] = BusVariant(true) }
        if isBrowserSafe { options["browser_safe"] = BusVariant(true) }
        return options
    }

    /// The substitute for a result that a faulty service left out.
    static let unanswered: [String: BusVariant] = [
        "error": BusVariant(BusError.Code.failed.rawValue), "message": BusVariant("The service did not answer for it."),
    ]

    static func names(of files: [OpenFile]) -> [String: BusVariant] {
        ["names": BusVariant(files.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path })]
    }
}
