package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// `typecase monitor`: tells of changes as they happen, missing none while the service restarts.
package struct MonitorCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Tell of changes of fonts as they happen.",
        discussion: """
            Writes a line per change until it is interrupted. With --json a line is the object of a change, or an object \
            whose key complete is false where too much has changed to tell.
            """)

    @Option(
        name: .customLong("exec"),
        help: "A command for /bin/sh to run on each change, with the variable TYPECASE_GENERATION set.")
    package var command: String?

    @OptionGroup package var outputOptions: OutputOptions

    private static let commandThreads = BlockingThreads(name: "typecase-exec", maximumCount: 1)

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await untilInterrupted { () async throws(BusError) in
                // Listens before it asks where things stand, so that nothing falls between.
                let hints = try await ChangeHints(session)
                var generation = try await session.fonts.generation()
                for await hint in hints.stream where hint == .changed {
                    generation = await tell(since: generation, over: session, in: environment)
                }
            }
        }
        return .success
    }

    /// Tells what has changed, and returns the generation that it has told up to.
    private func tell(
        since generation: UInt64, over session: CommandSession, in environment: CommandEnvironment
    ) async -> UInt64 {
        let reply: (generation: UInt64, changes: [[String: BusVariant]], complete: Bool)
        do throws(BusError) {
            reply = try await session.fonts.changes(sinceGeneration: generation)
        } catch {
            // The service has gone between its signal and the answer; its return is the next hint.
            if error.isUnreachable { return generation }
            environment.output.report(CommandFailure(error), asJSON: outputOptions.json)
            return generation
        }
        if reply.complete, reply.generation == generation, reply.changes.isEmpty { return generation }
        for change in reply.changes { environment.output.line(line(for: change)) }
        if !reply.complete { environment.output.line(incomplete(reply.generation)) }
        await runCommand(reply.generation, in: environment)
        return reply.generation
    }

    private func line(for change: [String: BusVariant]) -> String {
        if outputOptions.json { return JSONText(change).line }
        let record = FontRecord(change)
        let generation: UInt64 = record.value("generation") ?? 0
        let words = [
            String(generation), record.text("kind"), record.text("id"), record.text("provider"), record.text("cause"),
        ]
        return words.map(TerminalText.escaped).joined(separator: " ")
    }

    private func incomplete(_ generation: UInt64) -> String {
        outputOptions.json
            ? JSONText.object([("complete", .boolean(false)), ("generation", .unsigned(generation))]).line
            : "\(generation) too much has changed to tell; list the fonts anew"
    }

    private func runCommand(_ generation: UInt64, in environment: CommandEnvironment) async {
        guard let command else { return }
        do {
            let status = try await Self.commandThreads.run {
                try ChildProgram.shell(command).run(setting: ["TYPECASE_GENERATION": String(generation)])
            }
            if status == 0 { return }
            environment.output.report(
                CommandFailure(failed: "The command ended with status \(status)."), asJSON: outputOptions.json)
        } catch {
            environment.output.report(
                CommandFailure(failed: "The command cannot be run: \(error)."), asJSON: outputOptions.json)
        }
    }
}
