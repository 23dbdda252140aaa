package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase monitor`: shows changes as they happen, and misses none while the service restarts.
package struct MonitorCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: localized("Show changes of fonts as they happen."),
        discussion: localized(
            """
            Until it is interrupted, the command writes a line for each change: the time, the kind of change, the \
            font, its provider, and the cause. With --json, each line is an object that describes a change, or, if \
            there were too many changes to show, an object whose key complete is false.
            """))

    @Option(
        name: .customLong("exec"),
        help: .localized(
            """
            A command for /bin/sh to run after changes. Its environment contains TYPECASE_GENERATION, TYPECASE_TIME \
            in seconds since 1970, and TYPECASE_CHANGES with a line for each change: its kind, the font's name and \
            id, the provider and the cause, separated by tabs.
            """))
    package var command: String?

    @OptionGroup package var outputOptions: OutputOptions

    private static let commandThreads = BlockingThreads(name: "typecase-exec", maximumCount: 1)

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await untilInterrupted { () async throws(BusError) in
                // Listens before it asks for the current generation, so that no change is missed.
                let hints = try await ChangeHints(session)
                var names: [String: String] = [:]
                // Fonts that are removed later need names as well.
                await learn(&names, over: session)
                var generation = try await session.fonts.generation()
                for await hint in hints.stream where hint == .changed {
                    generation = await tell(since: generation, &names, over: session, in: environment)
                }
            }
        }
        return .success
    }

    /// The maximum size in bytes of the variable with the changes: an environment entry may have 128 KiB.
    private static let maximumVariableSize = 100_000

    /// Reads the names of the registered fonts; if this fails, ids are shown instead.
    private func learn(_ names: inout [String: String], over session: CommandSession) async {
        let fonts = try? await PagedList.all(["limit": BusVariant(UInt32(1000))]) { page throws(BusError) in
            let reply = try await session.management.listFonts(filter: page)
            return (reply.fonts, reply.cursor)
        }
        for font in (fonts ?? []).map(FontRecord.init) { names[font.text("id")] = font.title }
    }

    private func name(of id: String, over session: CommandSession) async -> String {
        let reply = try? await session.management.listFonts(filter: ["id": BusVariant(id)])
        return (reply?.fonts.first).map { FontRecord($0).title } ?? ""
    }

    /// Shows what has changed, and returns the generation up to which changes were shown.
    private func tell(
        since generation: UInt64, _ names: inout [String: String], over session: CommandSession,
        in environment: CommandEnvironment
    ) async -> UInt64 {
        let reply: (generation: UInt64, changes: [[String: BusVariant]], complete: Bool)
        do throws(BusError) {
            reply = try await session.fonts.changes(sinceGeneration: generation)
        } catch {
            // The service exited between its signal and the answer; its return is the next hint.
            if error.isUnreachable { return generation }
            environment.output.report(CommandFailure(error), asJSON: outputOptions.json)
            return generation
        }
        if reply.complete, reply.generation == generation, reply.changes.isEmpty { return generation }
        let changes = reply.changes.map(FontRecord.init)
        for id in Set(changes.map { $0.text("id") }) where names[id] == nil {
            // A font that was removed in the meantime gets an empty name, so that it is not asked for again.
            names[id] = await name(of: id, over: session)
        }
        let now = Int64(time(nil))
        let words = changes.map { Self.words(for: $0, names) }
        for (change, words) in zip(reply.changes, words) {
            environment.output.line(
                outputOptions.json
                    ? JSONText(change).line
                    : "\(LocalTime.second(now)) \(words.kind) \(words.name) (\(words.provider), \(words.cause))")
        }
        if !reply.complete { environment.output.line(incomplete(reply.generation)) }
        for change in changes where change.text("kind") == "removed" { names[change.text("id")] = nil }
        await runCommand(reply.generation, at: now, words, in: environment)
        return reply.generation
    }

    private typealias Words = (kind: String, name: String, id: String, provider: String, cause: String)

    private static func words(for change: FontRecord, _ names: [String: String]) -> Words {
        func word(_ key: String) -> String { TerminalText.escaped(change.text(key)) }
        let name = names[change.text("id")].map { TerminalText.escaped($0) } ?? ""
        return (word("kind"), name.isEmpty ? word("id") : name, word("id"), word("provider"), word("cause"))
    }

    private func incomplete(_ generation: UInt64) -> String {
        outputOptions.json
            ? JSONText.object([("complete", .boolean(false)), ("generation", .unsigned(generation))]).line
            : localized("Generation %1: too many changes to show; list the fonts again", generation)
    }

    private func runCommand(
        _ generation: UInt64, at time: Int64, _ changes: [Words], in environment: CommandEnvironment
    ) async {
        guard let command else { return }
        var lines = ""
        for change in changes {
            let line = [change.kind, change.name, change.id, change.provider, change.cause].joined(separator: "\t")
            guard lines.utf8.count + line.utf8.count < Self.maximumVariableSize else { break }
            lines += line + "\n"
        }
        let variables = [
            "TYPECASE_GENERATION": String(generation), "TYPECASE_TIME": String(time), "TYPECASE_CHANGES": lines,
        ]
        do {
            let status = try await Self.commandThreads.run { try ChildProgram.shell(command).run(setting: variables) }
            if status == 0 { return }
            environment.output.report(
                CommandFailure(failed: localized("The command ended with status %1.", status)),
                asJSON: outputOptions.json)
        } catch {
            environment.output.report(
                CommandFailure(failed: localized("The command cannot be run: %1.", "\(error)")),
                asJSON: outputOptions.json)
        }
    }
}
