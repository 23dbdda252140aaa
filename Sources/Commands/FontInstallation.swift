internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// Opens font files and passes them to the service, as many in a message as the bus allows, a few messages at a time.
struct FontInstallation: Sendable {
    /// How long the fonts stay.
    var scope: RegistrationScope
    /// Whether programs find the fonts at once.
    var enabled: Bool
    /// The connection.
    var session: CommandSession
    /// The font that the path `-` stands for.
    var standardInput: OwnedFileDescriptor?
    /// What tells how far it is, one step a file.
    var progress: ProgressLine

    /// How many messages may wait for their replies at once: the service joins their work.
    private static let messagesInFlight = 4

    /// What became of one file.
    enum Font: Sendable {
        case done(path: String, FontRecord)
        case failed(CommandFailure)
    }

    /// What became of all files.
    struct Outcome: Sendable {
        /// The files that were tried, in order.
        var fonts: [Font] = []
        /// The error of a whole call, after which no other was started.
        var ended: CommandFailure?
        /// How many files were not tried, or shared the call that failed.
        var missing = 0
    }

    /// Installs files.
    ///
    /// Where the task is cancelled, no more files are tried, but those that the service has are waited for: it will
    /// have them installed whether or not somebody hears of it.
    ///
    /// - Parameter paths: The files.
    /// - Returns: What became of them.
    func install(_ paths: [String]) async -> Outcome {
        await withTaskCancellationHandler {
            await run(paths)
        } onCancel: {
            progress.change(to: "Finishing what has begun; once more leaves")
        }
    }

    private func run(_ paths: [String]) async -> Outcome {
        let batches = paths.batches(of: FontFile.filesPerMessage).map(Array.init)
        let results = await withTaskGroup(of: BatchResult.self) { group in
            var results: [Int: Result<[Font], CommandFailure>] = [:]
            for (index, batch) in batches.enumerated() {
                if index >= Self.messagesInFlight, let done = await group.next() {
                    results[done.index] = done.result
                    // The service is gone or refuses everything: the rest would fare no better.
                    if case .failure = done.result { break }
                }
                if Task.isCancelled { break }
                group.addTask { await result(of: batch, index) }
            }
            while let done = await group.next() { results[done.index] = done.result }
            return results
        }
        var outcome = Outcome()
        for (index, batch) in batches.enumerated() {
            switch results[index] {
            case .success(let fonts): outcome.fonts += fonts
            case .failure(let failure):
                outcome.ended = outcome.ended ?? failure
                outcome.missing += batch.count
            case nil: outcome.missing += batch.count
            }
        }
        return outcome
    }

    /// What came of one message.
    private struct BatchResult: Sendable {
        var index: Int
        var result: Result<[Font], CommandFailure>
    }

    private func result(of paths: [String], _ index: Int) async -> BatchResult {
        do throws(CommandFailure) {
            let fonts = try await finishing { () async throws(CommandFailure) in try await installBatch(paths) }
            progress.advance(by: paths.count)
            return BatchResult(index: index, result: .success(fonts))
        } catch {
            return BatchResult(index: index, result: .failure(error))
        }
    }

    private func installBatch(_ paths: [String]) async throws(CommandFailure) -> [Font] {
        var fonts: [Font?] = []
        var opened: [(index: Int, path: String, file: OwnedFileDescriptor)] = []
        for path in paths {
            do throws(CommandFailure) {
                let file =
                    if path == StandardInput.argument, let standardInput {
                        standardInput
                    } else {
                        try FontFile.open(path)
                    }
                opened.append((fonts.count, path, file))
                fonts.append(nil)
            } catch {
                fonts.append(.failed(error))
            }
        }
        if !opened.isEmpty {
            let reply = try await calling { () async throws(BusError) in
                try await session.management.installFonts(
                    fonts: opened.map(\.file), scope: scope.rawValue, enabled: enabled,
                    options: ["names": BusVariant(opened.map { Self.name($0.path) })],
                    timeout: CommandSession.changeTimeout)
            }
            for (position, font) in opened.enumerated() {
                let record = FontRecord(position < reply.results.count ? reply.results[position] : Self.unanswered)
                fonts[font.index] =
                    record.failure(about: font.path).map { .failed($0) } ?? .done(path: font.path, record)
            }
        }
        return fonts.compactMap { $0 }
    }

    /// What stands for a result that a broken service left out.
    private static let unanswered: [String: BusVariant] = [
        "error": BusVariant(BusError.Code.failed.rawValue), "message": BusVariant("The service did not answer for it."),
    ]

    private static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
