package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// `typecase install`: the user becomes the provider of font files.
package struct InstallCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install font files.",
        discussion: """
            Directories are searched with everything in them for *.ttf, *.otf, *.ttc and *.otc; a file that is named is \
            tried whatever its name is. Symbolic links are not followed. Whether a file is a font is told by its content.
            """)

    @Argument(help: ArgumentHelp("Font files and directories of them.", valueName: "file-or-directory"))
    package var paths: [String]

    @Flag(help: "Until the last login session ends, rather than for good.")
    package var session = false

    @Flag(help: "Keep the fonts without letting programs find them.")
    package var disabled = false

    @OptionGroup package var outputOptions: OutputOptions

    /// How many messages may wait for their replies at once: the service joins their work.
    private static let messagesInFlight = 4

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let search = FontFileSearch(paths)
        var report = ItemReport()
        for failure in search.failures { fail(failure, &report, environment) }
        if search.files.isEmpty {
            if outputOptions.json { environment.output.line(JSONText.array([]).lines) }
            return report.exit
        }
        let batches = search.files.batches(of: FontFile.filesPerMessage).map(Array.init)
        let outcomes = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await install(batches, over: session)
        }
        var results: [JSONText] = []
        for outcome in outcomes.joined() {
            switch outcome {
            case .failed(let failure):
                fail(failure, &report, environment)
            case .done(let path, let record):
                let isKnown = record.value("already_registered") ?? false
                if isKnown { report.unchanged += 1 } else { report.changed += 1 }
                var entries = record.entries
                entries["file"] = BusVariant(path)
                results.append(JSONText(entries))
                if !outputOptions.json {
                    let verb = isKnown ? "Already installed" : "Installed"
                    let title = TerminalText.escaped(record.title)
                    environment.output.line("\(verb) \(title) as \(TerminalText.escaped(record.text("id")))")
                }
            }
        }
        if outputOptions.json { environment.output.line(JSONText.array(results).lines) }
        return report.exit
    }

    private enum Outcome: Sendable {
        case done(path: String, FontRecord)
        case failed(CommandFailure)
    }

    private func fail(_ failure: CommandFailure, _ report: inout ItemReport, _ environment: CommandEnvironment) {
        report.failures.append(failure)
        environment.output.report(failure, asJSON: outputOptions.json)
    }

    /// Installs batches, a few at a time, and returns the outcomes in order.
    private func install(
        _ batches: [[String]], over session: CommandSession
    ) async throws(CommandFailure) -> [[Outcome]] {
        let results = await withTaskGroup(of: (Int, Result<[Outcome], CommandFailure>).self) { group in
            var results: [Int: Result<[Outcome], CommandFailure>] = [:]
            for (index, batch) in batches.enumerated() {
                if index >= Self.messagesInFlight, let (done, result) = await group.next() {
                    results[done] = result
                    // The service is gone or refuses everything: the rest would fare no better.
                    if case .failure = result { break }
                }
                group.addTask {
                    do throws(CommandFailure) {
                        return (index, .success(try await install(batch, over: session)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for await (index, result) in group { results[index] = result }
            return results
        }
        var outcomes: [[Outcome]] = []
        for index in results.keys.sorted() {
            switch results[index] {
            case .success(let outcome): outcomes.append(outcome)
            // What was installed before is told before the command ends.
            case .failure(let failure): outcomes.append([.failed(failure)])
            case nil: break
            }
        }
        if let first = outcomes.first?.first, case .failed(let failure) = first, failure.item.isEmpty,
            outcomes.count == 1 || failure.exit == .unreachable
        {
            throw failure
        }
        return outcomes
    }

    private func install(
        _ paths: [String], over session: CommandSession
    ) async throws(CommandFailure) -> [Outcome] {
        var outcomes: [Outcome?] = []
        var opened: [(index: Int, path: String, file: OwnedFileDescriptor)] = []
        for path in paths {
            do throws(CommandFailure) {
                opened.append((outcomes.count, path, try FontFile.open(path)))
                outcomes.append(nil)
            } catch {
                outcomes.append(.failed(error))
            }
        }
        if !opened.isEmpty {
            let scope = self.session ? RegistrationScope.session : .persistent
            let reply = try await calling { () async throws(BusError) in
                try await session.management.installFonts(
                    fonts: opened.map(\.file), scope: scope.rawValue, enabled: !disabled,
                    options: ["names": BusVariant(opened.map { Self.name($0.path) })],
                    timeout: CommandSession.changeTimeout)
            }
            for (position, font) in opened.enumerated() {
                let record = FontRecord(position < reply.results.count ? reply.results[position] : Self.missing)
                outcomes[font.index] =
                    record.failure(about: font.path).map { .failed($0) } ?? .done(path: font.path, record)
            }
        }
        return outcomes.compactMap { $0 }
    }

    /// What stands for a result that a broken service left out.
    private static let missing: [String: BusVariant] = [
        "error": BusVariant(BusError.Code.failed.rawValue), "message": BusVariant("The service did not answer for it."),
    ]

    /// The last part of a path, in what D-Bus takes for text.
    private static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
